#include <fmt/format.h>

#include "mpi_commands.hpp"
#include "mpi_input.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/cut/cut.hpp"
#include "ndpool/distributed/shared_file.hpp"
#include "ndpool/distributed/slice_cut.hpp"
#include "option_checks.hpp"
#include "output.hpp"

namespace ndpool::command {

namespace {

struct MpiCutOptions {
    CommonOptions common;
    InputOptions input;
    std::string output;
};

void write_partition(const Ranks& ranks, const GraphSlice& slice, const SliceCut& cut, const std::string& output) {
    const std::string partial = output + ".partial";
    write_text(ranks, partial, "", slice.own_count(), [&](std::int64_t row, std::string& text) {
        text += cut.sides[slice.first_own() + static_cast<NodeId>(row)] > 0 ? "1\n" : "0\n";
    });
    rename_whole(ranks, partial, output);
}

void run_cut(const Ranks& ranks, const MpiCutOptions& options) {
    ranks.together([&] {
        if (ranks.is_first() && !options.output.empty()) {
            require_place_for_file(options.output);
            require_other_file(options.input.input, options.output);
        }
    });
    const GraphSlice slice = read_slice(ranks, options.input, options.common);
    Stopwatch watch;
    const SliceCut cut =
        cut_slice(slice, components_of(slice), {.keep = KeptSide::first}, options.common.root_seed().child("cut").value());
    const double seconds = watch.lap();
    if (!options.output.empty()) {
        write_partition(ranks, slice, cut, options.output);
    }
    if (ranks.is_first()) {
        print_facts({{"cut_weight", cut.weight},
                     {"cut_fraction", cut.fraction},
                     {"kept", cut.kept},
                     {"dropped", slice.nodes_in_all() - cut.kept},
                     {"origin", name_of(cut.two_coloured ? CutOrigin::bipartite_exact : CutOrigin::sdp)},
                     {"seconds", seconds}},
                    options.common);
    }
}

}  // namespace

void add_mpi_cut(CLI::App& app, CommonOptions& common, const Ranks& ranks) {
    CLI::App* command = app.add_subcommand("cut", "Cut a graph as lean levels cut it, and print the size of the cut");
    auto options = std::make_shared<MpiCutOptions>();
    add_input_options(*command, options->input);
    command->add_option("-o,--output", options->output, "File to write, one line per node: 1 kept, 0 dropped")
        ->check(output_name());
    add_common_options(*command, common);
    command->callback([options, &common, &ranks] {
        options->common = common;
        run_on_ranks(ranks, [&] { run_cut(ranks, *options); });
    });
}

}  // namespace ndpool::command
