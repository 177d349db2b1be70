#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace ndpool::command {

struct HandedOver {
    std::string name;
    std::string meaning;
};

/// A command that the program ndpool-learn runs instead, because LibTorch takes half a second to load and the other commands do
/// not need it. `words` is the command line of this program, which is handed on as it is.
void add_handed_over(CLI::App& app, const HandedOver& command, char** words);

/// Runs ndpool-learn with these words instead of this program. Throws InvalidInput if it is not there.
[[noreturn]] void run_learning_program(char** words);

}  // namespace ndpool::command
