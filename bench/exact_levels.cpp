// exact_levels INPUT [REPETITIONS]: what the dense products of an exact pyramid with levels 1, 2 and 3 take at the limit of this
// processor, and what its parts take, on one thread, in CPU seconds. bench/exact_limit puts it beside the command.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "measure.hpp"
#include "ndpool/kron/level_graph.hpp"
#include "ndpool/sparsify/threshold.hpp"
#include "peak_flops.hpp"

using namespace ndpool;

namespace {

struct LevelCost {
    NodeId nodes = 0;
    EntryIndex edges = 0;
    double products = 0;
    double cut = 0;
    double kron = 0;
    double sparsify = 0;
};

std::vector<LevelCost> cost_of_levels(const Graph& base) {
    std::vector<LevelCost> levels;
    LevelGraph graph = base;
    const Seed seed = Seed(0).child("pyramid");
    for (int number = 1; number <= 3; ++number) {
        LevelCost level;
        const double start = bench::cpu_seconds();
        const Cut cut = cut_level(graph, {}, seed.child("level", static_cast<std::uint64_t>(number)).child("cut"));
        level.cut = bench::cpu_seconds() - start;
        KronOptions options;
        options.progress = [&](std::string_view phase, std::size_t done, std::size_t total) {
            level.products += phase == "eliminate" && done == total ? static_cast<double>(total) : 0.0;
        };
        graph = reduce_level(graph, cut, options);
        level.kron = bench::cpu_seconds() - start - level.cut;
        level.nodes = node_count(graph);
        level.edges = edge_count(graph);
        const DenseLevel* dense = std::get_if<DenseLevel>(&graph);
        const Graph sparse =
            dense != nullptr ? edges_above(dense->graph, Threshold{}.epsilon) : drop_weak_edges(std::get<Graph>(graph), {});
        level.sparsify = bench::cpu_seconds() - start - level.cut - level.kron;
        levels.push_back(level);
    }
    return levels;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "exact_levels INPUT [REPETITIONS]\n");
        return 2;
    }
    const Graph graph = bench::read_graphs(argv[1]).front();
    const int repetitions = argc > 2 ? std::atoi(argv[2]) : 3;
    double gigaflops = 0;
    std::vector<LevelCost> best;
    const auto seconds = [](const std::vector<LevelCost>& levels) {
        double sum = 0;
        for (const LevelCost& level : levels) {
            sum += level.cut + level.kron + level.sparsify;
        }
        return sum;
    };
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        gigaflops = std::max(gigaflops, bench::peak_flops<double>() / 1e9);
        const std::vector<LevelCost> levels = cost_of_levels(graph);
        best = best.empty() || seconds(levels) < seconds(best) ? levels : best;
    }
    std::printf("vectors %s, at most %.1f GFlop/s\n", vector_variant_name(vector_variant()).data(), gigaflops);
    std::printf("%5s %7s %9s %13s %8s %8s %8s %10s\n", "level", "nodes", "edges", "GFlop dense", "at limit", "cut", "kron",
                "sparsify");
    double products = 0;
    for (std::size_t i = 0; i < best.size(); ++i) {
        const LevelCost& level = best[i];
        std::printf("%5zu %7d %9lld %13.2f %8.3f %8.3f %8.3f %10.3f\n", i + 1, level.nodes, static_cast<long long>(level.edges),
                    2e-9 * level.products, 2e-9 * level.products / gigaflops, level.cut, level.kron, level.sparsify);
        products += 2e-9 * level.products;
    }
    std::printf("dense products at the limit %.3f s, all three levels %.3f s\n", products / gigaflops, seconds(best));
    return 0;
}
