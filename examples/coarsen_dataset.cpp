// Coarsens all graphs of a dataset in parallel. read_dataset("MUTAG.zip") reads a dataset from a file.
#include <cstdio>

#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/level_summary.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/pyramid/storage/level_dataset.hpp"

int main() {
    using namespace ndpool;
    const Dataset dataset = generate_dataset("bench:easy-small,60", Seed(1));
    const NdpOptions options{.levels = {1, 2}};

    // Every graph has its own seed, so the number of threads changes nothing but the time.
    const std::vector<Pyramid> pyramids = ndp_pyramids(dataset.graphs, options, Seed(2), {.threads = 1});
    for (const LevelSummary& level : summaries_of(pyramids)) {
        std::printf("level %d: %lld nodes, %lld edges in %zu graphs\n", level.level, static_cast<long long>(level.nodes),
                    static_cast<long long>(level.edges), pyramids.size());
    }

    // A level is a dataset again, with the labels of the graphs and of the nodes that were kept.
    const Dataset coarse = dataset_at_level(dataset, pyramids, 1);
    const std::vector<Pyramid> again = ndp_pyramids(dataset.graphs, options, Seed(2), {.threads = 2});
    std::printf("two threads: %s\n", dataset_at_level(dataset, again, 1) == coarse ? "the same" : "ERROR: not the same");
}
