#include "ndpool/pyramid/ndp/cost_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/graph/two_colouring.hpp"

namespace ndpool {

namespace {

// Measured with `ndpool coarsen GRAPH -o OUT --levels 1,2,3 --threads 1 --accuracy ACCURACY --no-measure` on an AMD EPYC, AVX2.
constexpr double flops_per_second = 25e9;            ///< sensor:8000: half of the processor's limit
constexpr double seconds_to_cut_full = 20e-9;        ///< per entry of a level that is nearly full: sensor:8000
constexpr double seconds_to_assemble_full = 10e-9;   ///< per entry that is made: sensor:8000
constexpr double seconds_per_sparse_entry = 5e-6;    ///< luxembourg_osm: eigenvector and stars of a sparse level
constexpr double faithful_seconds_per_node = 60e-6;  ///< bunny 59e-6, sensor:8000 48e-6, luxembourg_osm 25e-6
constexpr double lean_seconds_per_node = 20e-6;      ///< sensor:1000000 with measuring 26e-6, grid:1000x1000 21e-6
constexpr double lean_seconds = 1;                   ///< whatever the size: low modes, calibration
constexpr double hubs_make_faithful_worse = 4;       ///< barabasi-albert:3000,2: than exact, of which it leaves out nothing
constexpr double hubs_make_lean_worse = 10;          ///< email-Enron

/// A level of the descent, by its counts.
struct Counts {
    double nodes = 0;
    double entries = 0;
    bool is_full = false;
    bool is_bipartite = false;
    bool has_hubs = false;

    [[nodiscard]] double mean_degree() const { return nodes > 0 ? entries / nodes : 0; }
};

Counts counts_of(const Graph& graph) {
    constexpr double many_for_a_neighbor = 8;
    double squares = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto degree = static_cast<double>(graph.neighbors(node).size());
        squares += degree * degree;
    }
    Counts counts{static_cast<double>(graph.node_count()), static_cast<double>(graph.entry_count()), false, is_bipartite(graph),
                  false};
    const double degree_of_a_neighbor = counts.entries > 0 ? squares / counts.entries : 0;
    counts.has_hubs = degree_of_a_neighbor > std::max(many_for_a_neighbor, 1.5 * counts.mean_degree());
    counts.is_full = 10 * counts.entries >= counts.nodes * counts.nodes;
    return counts;
}

/// Seconds of one exact level, and what it leaves. Dropped nodes of a sparse level form one component, and fill the next
/// level, from a mean degree of about 5 on: airfoil1 (5.8), sensor (6.7) and every grid's level 1 (7.8) do, road (2.5 and then
/// 4.3) does two levels later. Until then the degree grows about as it does there.
double next_level_cost(Counts& at) {
    constexpr double filling_degree = 5;
    constexpr double growth = 4.5;
    const double kept = at.nodes / 2;
    double seconds = at.entries * (at.is_full ? seconds_to_cut_full : seconds_per_sparse_entry);
    if (at.is_full) {
        seconds += 7.0 / 24 * at.nodes * at.nodes * at.nodes / flops_per_second;  // (n^3 - (n / 2)^3) / 3
        at.entries = kept * kept;
    } else if (at.has_hubs || (!at.is_bipartite && at.mean_degree() > filling_degree)) {
        // What remains after short rows are eliminated: a separator of a mesh, or a part of a graph that has no small
        // separator.
        const double left = at.has_hubs ? at.nodes / 10 : std::sqrt(at.nodes);
        seconds += left * kept * kept / flops_per_second;
        at.is_full = true;
        at.entries = kept * kept;
    } else {
        const double mean = at.mean_degree();
        // Where all dropped nodes have kept neighbours only, two steps along edges become one.
        const double degree = at.is_bipartite ? mean * std::max(1.0, mean - 1) : 2 + growth * std::max(0.0, mean - 2);
        at.entries = std::min(kept * degree, kept * kept);
        at.is_bipartite = degree <= 2;  // the reduction of a path is a path
    }
    at.nodes = kept;
    return seconds + (at.is_full ? at.entries * seconds_to_assemble_full : 0.0);
}

int level_count(const NdpOptions& options, double nodes) {
    if (options.until_nodes == 0) {
        return options.levels.empty() ? 0 : options.levels.back();
    }
    int levels = 0;
    while (nodes >= options.until_nodes) {
        nodes /= 2;
        ++levels;
    }
    return levels;
}

}  // namespace

CostEstimate estimated_cost(const Graph& graph, const NdpOptions& options) {
    Counts at = counts_of(graph);
    const bool has_hubs = at.has_hubs;
    const double nodes = at.nodes;
    CostEstimate cost;
    for (int level = level_count(options, nodes); level > 0 && at.nodes >= 2; --level) {
        cost.exact += next_level_cost(at);
    }
    cost.faithful = has_hubs ? std::max(hubs_make_faithful_worse * cost.exact, faithful_seconds_per_node * nodes)
                             : std::min(cost.exact, faithful_seconds_per_node * nodes);
    cost.lean = (lean_seconds + lean_seconds_per_node * nodes) * (has_hubs ? hubs_make_lean_worse : 1);
    return cost;
}

CostEstimate estimated_cost(std::span<const Graph> graphs, const NdpOptions& options) {
    CostEstimate sum;
    for (const Graph& graph : graphs) {
        const CostEstimate cost = estimated_cost(graph, options);
        sum.exact += cost.exact;
        sum.faithful += cost.faithful;
        sum.lean += cost.lean;
    }
    return sum;
}

Accuracy cheap_accuracy(const CostEstimate& cost) {
    if (cost.exact <= cheap_exact_seconds) {
        return Accuracy::exact;
    }
    return cost.faithful <= cheap_faithful_seconds ? Accuracy::faithful : Accuracy::lean;
}

}  // namespace ndpool
