#include "program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <limits>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "ndpool/base/error.hpp"
#include "ndpool/base/vector_variant.hpp"
#include "ndpool/base/version.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

constexpr int success = 0;
constexpr int failed_at_run_time = 1;
constexpr int bad_input = 2;

/// Arrays as long as the graph come and go all the time. The C library would give their memory back to the system and take
/// fresh pages for the next, which have to be cleared. It keeps those up to the size that it allows; keeping larger ones as well
/// would save another twentieth of the time, but takes half as much memory again on ten million nodes.
void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int largest_allowed = 32 << 20;
    static_cast<void>(mallopt(M_MMAP_THRESHOLD, largest_allowed));
    static_cast<void>(mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max()));
#endif
}

/// Standard streams that were closed before the program began would be given to the next file that it opens. What goes to
/// standard error then vanishes, while writing to standard output fails.
void occupy_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            static_cast<void>(open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY));
        }
    }
}

int complain(int code, const std::string& message) {
    print_error(fmt::format("ndpool: {}\n", message));
    return code;
}

/// The command that was chosen, for "see ndpool coarsen --help".
std::string chosen_command(const CLI::App& app) {
    std::string name = "ndpool";
    for (const CLI::App* command : app.get_subcommands()) {
        name += " " + command->get_name();
    }
    return name;
}

/// What a parse error means, in words that say what to do.
std::string reason_of(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<std::string> unknown = app.remaining(true);
    const auto is_option = [](const std::string& word) { return word.size() > 1 && word.front() == '-'; };
    const auto option = std::find_if(unknown.begin(), unknown.end(), is_option);
    if (app.get_subcommands().empty() && (unknown.empty() || option != unknown.begin())) {
        std::vector<std::string> names;
        for (const CLI::App* command : app.get_subcommands({})) {
            names.push_back(command->get_name());
        }
        return fmt::format("{}, expected one of {}",
                           unknown.empty() ? "a command is missing" : fmt::format("there is no command {}", unknown.front()),
                           fmt::join(names, ", "));
    }
    if (option != unknown.end()) {
        return fmt::format("there is no option {}", *option);
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unknown.empty()) {
        return fmt::format("{} is one word too many", unknown.front());
    }
    std::string reason = error.what();
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    return reason;
}

int run(const Program& program, int count, char** words) {
    CommonOptions common;
    CLI::App app{program.description, "ndpool"};
    const std::string version_text = fmt::format("ndpool {}, vectors {}", version(), vector_variant_name(vector_variant()));
    app.set_version_flag("--version", version_text);
    app.require_subcommand(1);
    add_common_options(app, common);
    app.footer(program.footer);
    program.add_commands(app, common);
    for (CLI::App* command : app.get_subcommands({})) {
        if (!command->get_prefix_command()) {  // others are told by the program that they are handed to
            command->set_version_flag("--version", version_text);
        }
    }
    try {
        app.parse(count, words);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);  // --help and --version
    } catch (const CLI::ParseError& error) {
        return complain(bad_input, fmt::format("{} (see {} --help)", reason_of(app, error), chosen_command(app)));
    }
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? success
                                                                : complain(failed_at_run_time, "cannot write to standard output");
}

}  // namespace

int run_program(const Program& program, int count, char** words) {
    keep_freed_memory();
    occupy_standard_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error like any other
    try {
        return run(program, count, words);
    } catch (const InvalidInput& error) {
        return complain(bad_input, error.what());
    } catch (const std::bad_alloc&) {
        return complain(failed_at_run_time, "out of memory");
    } catch (const std::exception& error) {
        return complain(failed_at_run_time, error.what());
    }
}

}  // namespace ndpool::command
