#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "commands.hpp"
#include "ndpool/base/error.hpp"

// The module has all commands of ndpool but this one: the paper's tables and figures would make the wheel half as large again.
namespace ndpool::command {

namespace {

/// Replaces this process by the program ndpool that is installed. python/ndpool/_command.py sets the variable where it finds one.
[[noreturn]] void run_installed_program(char** words) {
    const char* const program = std::getenv("NDPOOL_COMMAND");
    if (program == nullptr || access(program, X_OK) != 0) {
        throw InvalidInput(
            "reproduce is not part of the Python package: 'make install' in a clone of ndpool installs the whole program, "
            "which is found on the PATH or by $NDPOOL_COMMAND");
    }
    execv(program, words);
    throw IoError(fmt::format("{}: cannot run it: {}", program, std::strerror(errno)));
}

}  // namespace

void add_reproduce(CLI::App& app, CommonOptions& /*common*/, char** words) {
    CLI::App* command = app.add_subcommand("reproduce", reproduce_meaning);
    command->set_help_flag();
    command->prefix_command();
    command->callback([words] { run_installed_program(words); });
}

}  // namespace ndpool::command
