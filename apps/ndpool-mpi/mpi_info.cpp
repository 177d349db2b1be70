#include <limits>

#include "mpi_commands.hpp"
#include "mpi_input.hpp"
#include "ndpool/distributed/slice_components.hpp"

namespace ndpool::command {

namespace {

struct MpiInfoOptions {
    CommonOptions common;
    InputOptions input;
};

void run_info(const Ranks& ranks, const MpiInfoOptions& options) {
    const GraphSlice slice = read_slice(ranks, options.input, options.common);
    const SliceComponents components = components_of(slice);
    std::int64_t loops = 0;
    std::int64_t isolated = 0;
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        std::int64_t own_loop = 0;
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            own_loop += slice.to(e) == node ? 1 : 0;
            least = std::min(least, slice.weight(e));
            most = std::max(most, slice.weight(e));
        }
        loops += own_loop;
        isolated += slice.end_entry(node) - slice.first_entry(node) == own_loop ? 1 : 0;
    }
    loops = ranks.sum(loops);
    isolated = ranks.sum(isolated);
    least = ranks.least(least);
    most = ranks.most(most);
    const std::int64_t ghosts = ranks.sum(slice.ghost_count());
    const bool has_edges = slice.entries_in_all() > 0;
    remark_on_ghosts(ranks, options.common, static_cast<double>(ghosts), static_cast<double>(slice.nodes_in_all()));
    if (ranks.is_first()) {
        // A graph with a self-loop is not bipartite, as ndpool info has it.
        print_facts({{"nodes", slice.nodes_in_all()},
                     {"edges", (slice.entries_in_all() - loops) / 2 + loops},
                     {"components", components.count},
                     {"isolated", isolated},
                     {"self_loops", loops},
                     {"bipartite", components.bipartite},
                     {"weight_min", has_edges ? Json(least) : Json(nullptr)},
                     {"weight_max", has_edges ? Json(most) : Json(nullptr)},
                     {"ranks", ranks.count()},
                     {"ghosts", ghosts}},
                    options.common);
    }
}

}  // namespace

void add_mpi_info(CLI::App& app, CommonOptions& common, const Ranks& ranks) {
    CLI::App* command = app.add_subcommand("info", "Print facts about a graph, and how many ghosts the ranks see");
    auto options = std::make_shared<MpiInfoOptions>();
    add_input_options(*command, options->input);
    add_common_options(*command, common);
    command->callback([options, &common, &ranks] {
        options->common = common;
        run_on_ranks(ranks, [&] { run_info(ranks, *options); });
    });
}

}  // namespace ndpool::command
