#pragma once

#include <functional>
#include <string>

#include "commands.hpp"

namespace ndpool::command {

/// A program with commands: parses the command line, runs the chosen command and maps errors to exit codes.
struct Program {
    const char* description;
    const char* footer;
    std::function<void(CLI::App&, CommonOptions&)> add_commands;
};

[[nodiscard]] int run_program(const Program& program, int count, char** words);

}  // namespace ndpool::command
