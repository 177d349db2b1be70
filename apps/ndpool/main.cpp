// The ndpool command: the only place that prints, parses options and maps errors to exit codes.
#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "commands.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"

namespace {

constexpr int success = 0;
constexpr int failed_at_run_time = 1;
constexpr int bad_input = 2;

int complain(int code, const std::string& message) {
    fmt::print(stderr, "ndpool: {}\n", message);
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

int run(int count, char** words) {
    CLI::App app{"ndpool: Node Decimation Pooling. Makes pyramids of ever smaller graphs that keep the structure of the input."};
    app.set_version_flag("--version", fmt::format("ndpool {}", ndpool::version()));
    app.require_subcommand(1);
    app.fallthrough(false);
    app.footer(
        "Examples:\n"
        "  ndpool info sensor:1000\n"
        "  ndpool coarsen road.mtx -o pyramid --levels 1,2,3\n"
        "  ndpool coarsen MUTAG.zip -o coarse\n"
        "  ndpool view grid:8x8 -o grid.html\n"
        "Run ndpool COMMAND --help for the options of a command.");
    ndpool::command::add_info(app);
    ndpool::command::add_generate(app);
    ndpool::command::add_cut(app);
    ndpool::command::add_coarsen(app);
    ndpool::command::add_view(app);
    ndpool::command::add_reproduce(app);
    for (CLI::App* command : app.get_subcommands({})) {
        command->set_version_flag("--version", fmt::format("ndpool {}", ndpool::version()));
    }
    try {
        app.parse(count, words);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);  // --help and --version
    } catch (const CLI::ParseError& error) {
        std::string reason = error.what();
        std::replace(reason.begin(), reason.end(), '\n', ' ');
        return complain(bad_input, fmt::format("{} (see {} --help)", reason, chosen_command(app)));
    }
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? success
                                                                : complain(failed_at_run_time, "cannot write to standard output");
}

}  // namespace

int main(int count, char** words) {
    try {
        return run(count, words);
    } catch (const ndpool::InvalidInput& error) {
        return complain(bad_input, error.what());
    } catch (const std::bad_alloc&) {
        return complain(failed_at_run_time, "out of memory");
    } catch (const std::exception& error) {
        return complain(failed_at_run_time, error.what());
    }
}
