// Measures what coarsening preserves and what sparsification changes, level by level.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "ndpool/analysis/interlacing.hpp"
#include "ndpool/analysis/resistance.hpp"
#include "ndpool/analysis/spectra.hpp"
#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"

namespace {

/// Pairs of nodes: consecutive nodes (0, 1), (1, 2), ... of a level, or the same pairs as nodes of the input.
using Pairs = std::vector<std::pair<ndpool::NodeId, ndpool::NodeId>>;

double largest_change(const std::vector<double>& before, const std::vector<double>& after) {
    double largest = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        largest = std::max(largest, std::abs(after[i] - before[i]) / before[i]);
    }
    return largest;
}

}  // namespace

int main() {
    using namespace ndpool;
    const Graph graph = generate_graph("sensor:400", Seed(5)).graph;
    NdpOptions options{.levels = {1, 2, 3}};
    options.keep_unsparsified = true;  // the exact levels too, to compare with
    const Pyramid pyramid = ndp_pyramid(graph, options, Seed(6));

    const std::vector<double> spectrum = laplacian_spectrum(graph);
    std::printf("level  nodes  edges exact  kept  interlacing  resistance  spectral distance\n");
    for (const Level& level : pyramid.levels) {
        const Graph& exact = *level.unsparsified;
        Pairs here;
        Pairs in_input;
        for (NodeId node = 1; node < exact.node_count(); ++node) {
            here.emplace_back(node - 1, node);
            in_input.emplace_back(level.nodes[node - 1], level.nodes[node]);
        }
        const double change = largest_change(resistance_distances(graph, in_input), resistance_distances(exact, here));
        const bool interlaces = check_interlacing(spectrum, laplacian_spectrum(exact), 1e-10).holds;
        std::printf("%5d  %5d  %11lld  %4lld  %11s  %10.0e  %17.4f\n", level.number, exact.node_count(),
                    static_cast<long long>(exact.edge_count()), static_cast<long long>(level.graph.edge_count()),
                    interlaces ? "yes" : "ERROR: no", change, spectral_distance(exact, level.graph));
    }
}
