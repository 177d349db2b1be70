#include "ndpool/cut/cut_signed.hpp"

#include <cmath>

#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/search/search_cut.hpp"

namespace ndpool {

namespace {

/// Finds sides for the component of `start` that cut every positive weight and no negative one. Returns false if there are
/// none; its nodes then have sides of no meaning. `nodes` are the nodes of the component.
bool satisfy_all(const SparseMatrix& adjacency, NodeId start, Sides& sides, std::vector<NodeId>& nodes) {
    bool satisfied = true;
    nodes.assign(1, start);
    sides[start] = 1;
    for (std::size_t head = 0; head < nodes.size(); ++head) {
        const NodeId node = nodes[head];
        for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            const NodeId neighbor = adjacency.indices[k];
            const auto wanted = static_cast<Side>(adjacency.values[k] > 0 ? -sides[node] : sides[node]);
            if (sides[neighbor] == 0) {
                sides[neighbor] = wanted;
                nodes.push_back(neighbor);
            } else if (neighbor != node && sides[neighbor] != wanted) {
                satisfied = false;
            }
        }
    }
    return satisfied;
}

/// Sets the sides of all components that have such an exact cut; returns whether every component has one.
bool satisfy_components(const SparseMatrix& adjacency, Sides& sides) {
    Sides exact(sides.size(), 0);
    std::vector<NodeId> nodes;
    bool all = true;
    for (NodeId start = 0; start < adjacency.rows; ++start) {
        if (exact[start] != 0) {
            continue;
        }
        if (satisfy_all(adjacency, start, exact, nodes)) {
            for (const NodeId node : nodes) {
                sides[node] = exact[node];
            }
        } else {
            all = false;
        }
    }
    return all;
}

Cut cut_of(const SparseMatrix& adjacency, const Sides& sides) {
    Cut cut;
    double magnitudes = 0;
    double positive = 0;
    for (NodeId node = 0; node < adjacency.rows; ++node) {
        (sides[node] > 0 ? cut.kept : cut.dropped).push_back(node);
        for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            const NodeId neighbor = adjacency.indices[k];
            const double weight = neighbor > node ? adjacency.values[k] : 0;
            cut.weight += sides[neighbor] != sides[node] ? weight : 0;
            magnitudes += std::abs(weight);
            positive += weight > 0 ? weight : 0;
        }
    }
    if (magnitudes > 0) {
        cut.fraction = cut.weight / magnitudes;
        cut.upper_bound = positive / magnitudes;
    }
    return cut;
}

struct NamedSearch {
    SearchMethod method;
    CutOrigin origin;
};

NamedSearch search_for(CutMethod method) {
    switch (method) {
        case CutMethod::power: return {SearchMethod::power, CutOrigin::power};
        case CutMethod::tabu: return {SearchMethod::tabu, CutOrigin::tabu};
        default: return {SearchMethod::sdp, CutOrigin::sdp};
    }
}

}  // namespace

bool takes_negative_weights(CutMethod method) {
    return method != CutMethod::spectral && method != CutMethod::trevisan;
}

Cut cut_graph(const SignedGraph& graph, const CutOptions& options, Seed seed) {
    if (!takes_negative_weights(options.method)) {
        throw InvalidInput("the cuts spectral and trevisan take no negative weights, expected random, sdp, power, tabu or auto");
    }
    if (options.keep != KeptSide::first) {
        throw InvalidInput("with negative weights the side of the first node is kept, leave the choice of a side out");
    }
    const SparseMatrix& adjacency = graph.adjacency();
    if (options.method == CutMethod::random) {
        Cut cut = cut_of(adjacency, random_sides(graph.node_count(), seed.child("random")));
        cut.origin = CutOrigin::random;
        return cut;
    }
    Sides sides(static_cast<std::size_t>(graph.node_count()), 0);
    const bool exact = satisfy_components(adjacency, sides);
    const NamedSearch search = search_for(options.method);
    if (!exact) {
        const CutProblem problem(graph, options.parallel);
        sides = search_sides(problem, search.method, options.search, seed, options.parallel);
        (void)satisfy_components(adjacency, sides);
    }
    Cut cut = cut_of(adjacency, sides);
    cut.origin = exact ? CutOrigin::bipartite_exact : search.origin;
    return cut;
}

}  // namespace ndpool
