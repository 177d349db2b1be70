#pragma once

#include "ndpool/cut/cut.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/dense_graph.hpp"
#include "ndpool/kron/exact/sparse_elimination.hpp"

// Internal to kron/: the parts of a graph that an exact reduction processes one by one.
namespace ndpool {

/// A connected component of dropped nodes, and the clique that it becomes.
struct InteriorComponent {
    std::span<const NodeId> nodes;
    std::vector<NodeId> boundary;  ///< the kept neighbours, ascending, by their new numbers
    DenseGraph clique;
};

/// Where each node belongs. A dropped node whose neighbours are all kept needs no matrix: its star-mesh transform is done while
/// the rows are assembled.
struct Split {
    const Graph& graph;
    std::span<const NodeId> kept;
    std::vector<NodeId> new_number;  ///< of each kept node; for a dropped node -1 - its place in its component
    std::vector<double> star_total;  ///< of each dropped node without dropped neighbours: the sum of its weights
    Components together;             ///< components of the other dropped nodes
};

[[nodiscard]] Split split_graph(const Graph& graph, const Cut& cut);

/// The components of dropped nodes with their kept neighbours, not eliminated yet. They refer to the split.
[[nodiscard]] std::vector<InteriorComponent> interior_components_of(const Split& split);

[[nodiscard]] InteriorProblem interior_problem_of(const Split& split, const InteriorComponent& piece);

}  // namespace ndpool
