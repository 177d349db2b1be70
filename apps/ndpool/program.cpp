#include "program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "help_format.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/base/vector_variant.hpp"
#include "ndpool/base/version.hpp"
#include "nearest_word.hpp"
#include "option_checks.hpp"
#include "stop_on_signal.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

constexpr int success = 0;
constexpr int failed_at_run_time = 1;
constexpr int bad_input = 2;

/// Arrays with one entry per node are allocated and freed all the time. The C library would return their memory to the system
/// and take new pages for the next array, which have to be cleared. So it is told to keep freed memory of arrays up to 32 MiB.
/// Keeping larger arrays too would save another 5 % of the time, but takes 50 % more memory on ten million nodes.
void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int largest_allowed = 32 << 20;
    static_cast<void>(mallopt(M_MMAP_THRESHOLD, largest_allowed));
    static_cast<void>(mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max()));
#endif
}

/// Reserves memory for the error path. If an allocation fails, the reserve is freed, once, and the allocation is tried again:
/// small ones then succeed, such as those of libraries that do not handle a failure, and large ones fail.
void keep_a_reserve() {
    constexpr std::size_t bytes = std::size_t{1} << 18;
    static void* reserve = std::malloc(bytes);
    std::set_new_handler([] {
        std::set_new_handler(nullptr);
        std::free(reserve);
    });
}

/// If a standard stream was closed before the program began, the next file that it opens would get its number. /dev/null takes
/// the number instead: text for standard error then vanishes, while writing to standard output fails.
void occupy_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            static_cast<void>(open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY));
        }
    }
}

/// Prints the message as one line, also if it has a file name with line breaks.
int complain(int code, std::string message) {
    std::replace_if(
        message.begin(), message.end(), [](char letter) { return letter == '\n' || letter == '\r'; }, ' ');
    print_error(fmt::format("ndpool: {}\n", message));
    return code;
}

/// The message with the memory that was in use when an allocation failed.
std::string out_of_memory() {
    try {
        return fmt::format("out of memory after {}: fewer --threads, --memory-limit and --accuracy lean take less",
                           readable_bytes(static_cast<double>(used_memory())));
    } catch (const std::bad_alloc&) {
        return "out of memory";
    }
}

/// The long names of the options of a command, such as "--output".
std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

/// The command that was chosen, for "see ndpool coarsen --help".
std::string chosen_command(const CLI::App& app) {
    std::string name = "ndpool";
    for (const CLI::App* command : app.get_subcommands()) {
        name += " " + command->get_name();
    }
    return name;
}

/// What is wrong with the command line, in words that say what to do.
std::string reason_of(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<std::string> unknown = app.remaining(true);
    const auto is_option = [](const std::string& word) { return word.size() > 1 && word.front() == '-'; };
    const auto option = std::find_if(unknown.begin(), unknown.end(), is_option);
    if (app.get_subcommands().empty() && (unknown.empty() || option != unknown.begin())) {
        std::vector<std::string> names;
        for (const CLI::App* command : app.get_subcommands({})) {
            names.push_back(command->get_name());
        }
        if (unknown.empty()) {
            return fmt::format("a command is missing, expected one of {}", fmt::join(names, ", "));
        }
        return fmt::format("there is no command {}{}, expected one of {}", unknown.front(), suggestion(unknown.front(), names),
                           fmt::join(names, ", "));
    }
    if (option != unknown.end()) {
        const auto chosen = app.get_subcommands();
        const std::string name = option->substr(0, option->find('='));
        return fmt::format("there is no option {}{}", name,
                           suggestion(name, option_names(chosen.empty() ? app : *chosen.front())));
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
    app.formatter(std::make_shared<HelpFormat>());
    add_common_options(app, common);
    app.footer(program.footer);
    program.add_commands(app, common);
    for (CLI::App* command : app.get_subcommands({})) {
        if (!command->get_prefix_command()) {  // others are run by ndpool-learn, which has the flag
            command->set_version_flag("--version", version_text);
        }
        if (CLI::Option* output = command->get_option_no_throw("--output"); output != nullptr) {
            output->check(output_name());
        }
        for (CLI::Option* option : command->get_options()) {
            if (!option->get_positional() && option->get_type_size_max() > 0) {
                option->check(some_word());  // nothing would be taken for the default
            }
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
    keep_a_reserve();
    occupy_standard_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error like any other
    try {
        return run(program, count, words);
    } catch (const InvalidInput& error) {
        return complain(bad_input, error.what());
    } catch (const Stopped&) {
        end_by_signal();
    } catch (const std::bad_alloc&) {
        return complain(failed_at_run_time, out_of_memory());
    } catch (const std::exception& error) {
        return complain(failed_at_run_time, error.what());
    }
}

}  // namespace ndpool::command
