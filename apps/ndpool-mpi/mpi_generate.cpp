#include <fmt/format.h>

#include "mpi_commands.hpp"
#include "ndpool/distributed/shared_file.hpp"
#include "ndpool/distributed/slice_file.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/io/graph_file.hpp"
#include "option_checks.hpp"
#include "output.hpp"

namespace ndpool::command {

namespace {

struct MpiGenerateOptions {
    CommonOptions common;
    std::string spec;
    std::string output;
};

void write_grid(const Ranks& ranks, const std::string& spec, const std::string& output) {
    const std::string partial = output + ".partial";
    write_rows(ranks, partial, *grid_rows(ranks, spec));
    rename_whole(ranks, partial, output);
}

void run_generate(const Ranks& ranks, const MpiGenerateOptions& options) {
    ranks.together([&] {
        if (format_of_ending(options.output) != Format::ndg) {
            throw InvalidInput(
                fmt::format("{}: several machines write binary graphs, expected a name that ends in .ndg", options.output));
        }
        if (ranks.is_first()) {
            require_place_for_file(options.output);
        }
    });
    if (is_grid(options.spec)) {
        write_grid(ranks, options.spec, options.output);
    } else {
        ranks.together([&] {
            if (ranks.is_first()) {
                write_graph(generate_graph(options.spec, options.common.root_seed()), options.output);
            }
        });
    }
    if (ranks.is_first()) {
        print_facts({{"output", options.output}}, options.common);
    }
}

}  // namespace

void add_mpi_generate(CLI::App& app, CommonOptions& common, const Ranks& ranks) {
    CLI::App* command = app.add_subcommand("generate", "Write a generated graph; ranks make their slices of a grid in place");
    auto options = std::make_shared<MpiGenerateOptions>();
    command->add_option("SPEC", options->spec, "Generator with its parameters, see ndpool generate --help")->required();
    command->add_option("-o,--output", options->output, "Binary graph to write, .ndg")->required()->check(output_name());
    add_common_options(*command, common);
    command->callback([options, &common, &ranks] {
        options->common = common;
        run_on_ranks(ranks, [&] { run_generate(ranks, *options); });
    });
}

}  // namespace ndpool::command
