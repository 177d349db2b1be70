#include "ndpool/cut/cut_graph.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/base/stop.hpp"
#include "ndpool/cut/cut_bound.hpp"
#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/search/search_cut.hpp"
#include "ndpool/cut/spectral/significant_edges.hpp"
#include "ndpool/cut/spectral/spectral_cut.hpp"
#include "ndpool/cut/spectral/trevisan_cut.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/graph/two_colouring.hpp"

namespace ndpool {

namespace {

/// No eigenvalue of the normalised Laplacian is larger; used where no bound was computed.
constexpr double largest_possible_eigenvalue = 2;

Bipartition searched(const Graph& graph, SearchMethod method, CutOrigin origin, const CutOptions& options, Seed seed) {
    Bipartition found;
    found.sides = search_sides(CutProblem(graph, options.parallel), method, options.search, seed, options.parallel);
    found.origin = origin;
    found.top_eigenvalue = largest_possible_eigenvalue;
    return found;
}

Bipartition best_of_all(const Graph& graph, const CutOptions& options, Seed seed) {
    Bipartition best = searched(graph, SearchMethod::sdp, CutOrigin::sdp, options, seed);
    if (!computes_eigenvector(CutMethod::automatic, graph.node_count())) {
        return best;
    }
    double best_weight = cut_weight(graph, best.sides);
    const auto consider = [&](Sides sides, CutOrigin origin) {
        const double weight = cut_weight(graph, sides);
        if (weight > best_weight) {
            best_weight = weight;
            best.sides = std::move(sides);
            best.origin = origin;
        }
    };
    const CutProblem problem(graph);
    for (const Laplacian laplacian : {Laplacian::symmetric, Laplacian::combinatorial}) {
        SpectralCutOptions spectral = options.spectral;
        spectral.laplacian = laplacian;
        Bipartition found = spectral_sides(graph, spectral, seed);
        best.top_eigenvalue = laplacian == Laplacian::symmetric ? found.top_eigenvalue : best.top_eigenvalue;
        best.converged = best.converged && found.converged;
        best.eigen_seconds += found.eigen_seconds;
        consider(refined_sides(problem, found.sides), CutOrigin::spectral_refined);
        consider(std::move(found.sides), found.origin);
    }
    return best;
}

Bipartition sides_by_method(const Graph& graph, const CutOptions& options, Seed seed) {
    Bipartition found;
    switch (options.method) {
        case CutMethod::spectral: found = spectral_sides(graph, options.spectral, seed); break;
        case CutMethod::trevisan: found = trevisan_sides(graph, options.spectral.eigen, seed); break;
        case CutMethod::sdp: found = searched(graph, SearchMethod::sdp, CutOrigin::sdp, options, seed); break;
        case CutMethod::power: found = searched(graph, SearchMethod::power, CutOrigin::power, options, seed); break;
        case CutMethod::tabu: found = searched(graph, SearchMethod::tabu, CutOrigin::tabu, options, seed); break;
        case CutMethod::automatic: found = best_of_all(graph, options, seed); break;
        case CutMethod::random:
            found.sides = random_sides(graph.node_count(), seed.child("random"));
            found.origin = CutOrigin::random;
            break;
    }
    if (found.top_eigenvalue == 0) {
        const TopEigenpair top = top_eigenpair(graph, Laplacian::symmetric, options.spectral.eigen, seed.child("bound"));
        found.top_eigenvalue = top.upper_bound;
        found.converged = found.converged && top.converged;
        found.eigen_seconds += top.seconds;
    }
    return found;
}

/// The largest weight over the smallest if every pair of nodes is joined by about the same weight, 0 otherwise. Every
/// balanced split is then a largest cut, and the top eigenspace, of dimension n - 1, has no vector to prefer.
double weight_ratio_if_uniform(const Graph& graph) {
    constexpr double about = 1 + 1e-6;  // equal weights differ by this after an approximate reduction; by 2e-8 in Steadiness
    const auto n = static_cast<EntryIndex>(graph.node_count());
    if (graph.self_loop_count() > 0 || graph.entry_count() != n * (n - 1)) {
        return 0;
    }
    const auto& weights = graph.adjacency().values;
    double least = weights.front();
    double largest = weights.front();
    for (const double weight : weights) {
        least = std::min(least, weight);
        largest = std::max(largest, weight);
        if (largest > about * least) {
            return 0;
        }
    }
    return largest / least;
}

/// The cut of one connected component.
struct PartCut {
    CutOrigin origin = CutOrigin::trivial;
    double bound = 1;  ///< no cut of the component has a larger fraction
    bool converged = true;
    double eigen_seconds = 0;
};

/// Cuts a connected graph of at least three nodes that is not bipartite.
PartCut cut_connected(const Graph& part, const CutOptions& options, Seed seed, std::span<const NodeId> nodes, Sides& sides) {
    const double ratio = options.method == CutMethod::random ? 0 : weight_ratio_if_uniform(part);
    if (ratio > 0) {
        const double n = part.node_count();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            sides[nodes[i]] = i % 2 == 0 ? Side{1} : Side{-1};
        }
        return {CutOrigin::balanced, ratio * n / (2 * (n - 1))};
    }
    const Bipartition found = sides_by_method(part, options, seed);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        sides[nodes[i]] = found.sides[i];
    }
    return {found.origin, std::min(1.0, found.top_eigenvalue / 2), found.converged, found.eigen_seconds};
}

/// Cuts one component, given also as a graph of its own.
PartCut cut_component(const Graph& graph, std::span<const NodeId> nodes, const Graph& part, const CutOptions& options, Seed seed,
                      Sides& sides, std::vector<NodeId>& queue) {
    if (nodes.size() == 1) {
        sides[nodes.front()] = 1;
        return {};
    }
    queue.reserve(nodes.size());
    if (two_colour(graph, nodes.front(), sides, queue)) {
        if (options.method == CutMethod::random) {
            const Sides random = random_sides(static_cast<NodeId>(nodes.size()), seed.child("random"));
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                sides[nodes[i]] = random[i];
            }
            return {CutOrigin::random};
        }
        return {CutOrigin::bipartite_exact};
    }
    CutOptions share = options;
    share.search.tabu.seconds *= static_cast<double>(nodes.size()) / graph.node_count();
    return cut_connected(part, share, seed, nodes, sides);
}

CutOrigin joined(CutOrigin all, CutOrigin part) {
    if (all == CutOrigin::trivial || all == part) {
        return part;
    }
    return part == CutOrigin::trivial ? all : CutOrigin::mixed;
}

/// Sum of the nodes' degrees: the weight of a component in the mean of the bounds.
double volume_of(const Graph& graph, std::span<const NodeId> nodes) {
    double volume = 0;
    for (const NodeId node : nodes) {
        volume += degree_of(graph, node);
    }
    return volume;
}

Cut cut_each_component(const Graph& graph, const CutOptions& options, Seed seed) {
    const Components components = connected_components(graph);
    std::vector<Graph> parts;
    if (components.count() > 1) {
        parts = component_graphs(graph, components);
    }
    Sides sides(static_cast<std::size_t>(graph.node_count()), 0);
    std::vector<NodeId> queue;
    CutOrigin origin = CutOrigin::trivial;
    bool converged = true;
    double eigen_seconds = 0;
    double bounded_weight = 0;
    double all_weight = 0;
    for (NodeId index = 0; index < components.count(); ++index) {
        stop_if_requested();
        const PartCut part = cut_component(graph, components.nodes(index), parts.empty() ? graph : parts[index], options,
                                           seed.child("component", index), sides, queue);
        keep_side(graph, components.nodes(index), options.keep, sides);
        const double volume = components.count() == 1 ? 1 : volume_of(graph, components.nodes(index));
        bounded_weight += part.bound * volume;
        all_weight += volume;
        origin = joined(origin, part.origin);
        converged = converged && part.converged;
        eigen_seconds += part.eigen_seconds;
    }
    Cut cut = cut_from_sides(graph, sides);
    cut.upper_bound = all_weight > 0 ? bounded_weight / all_weight : 1;
    cut.origin = origin;
    cut.converged = converged;
    cut.eigen_seconds = eigen_seconds;
    cut.component_count = components.count();
    return cut;
}

Cut cut_whole_graph(const Graph& graph, const CutOptions& options, Seed seed) {
    if (graph.entry_count() == graph.self_loop_count()) {
        return cut_from_sides(graph, Sides(static_cast<std::size_t>(graph.node_count()), 1));
    }
    Bipartition found = sides_by_method(graph, options, seed);
    std::vector<NodeId> all(static_cast<std::size_t>(graph.node_count()));
    std::iota(all.begin(), all.end(), NodeId{0});
    keep_side(graph, all, options.keep, found.sides);
    std::vector<NodeId> kept;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (found.sides[node] > 0) {
            kept.push_back(node);
        }
    }
    Cut cut = cut_keeping(graph, kept);
    cut.upper_bound = std::min(1.0, found.top_eigenvalue / 2);
    cut.origin = found.origin;
    cut.converged = found.converged;
    cut.eigen_seconds = found.eigen_seconds;
    return cut;
}

}  // namespace

Cut cut_graph(const Graph& graph, const CutOptions& options, Seed seed) {
    std::optional<Graph> significant;
    if (ignores_negligible_edges(options) && is_formally_dense(graph.node_count(), graph.entry_count())) {
        significant = significant_edges(graph);
    }
    Cut cut = options.components == ComponentPolicy::each ? cut_each_component(significant ? *significant : graph, options, seed)
                                                          : cut_whole_graph(graph, options, seed);
    // The exact fraction never exceeds the bound; the computed one may, in the last digit.
    cut.upper_bound = std::max(cut.upper_bound, cut.fraction);
    return options.keep == KeptSide::cheaper ? with_cheaper_side(graph, std::move(cut)) : cut;
}

}  // namespace ndpool
