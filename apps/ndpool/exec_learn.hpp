#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace ndpool::command {

struct HandedOver {
    std::string name;
    std::string meaning;
};

/// Adds a command that is run by the program ndpool-learn, because LibTorch takes half a second to load and the other commands
/// do not need it. `words` is the command line of this program, which is passed on unchanged.
void add_handed_over(CLI::App& app, const HandedOver& command, char** words);

/// Replaces this process by ndpool-learn with this command line. Throws InvalidInput if ndpool-learn is not installed.
[[noreturn]] void run_learning_program(char** words);

}  // namespace ndpool::command
