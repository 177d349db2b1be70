#pragma once

#include "ndpool/cut/cut.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/exact/dense_elimination.hpp"
#include "ndpool/kron/exact/sparse_elimination.hpp"

// Internal to kron/: a graph in the parts that an exact reduction deals with one by one.
namespace ndpool {

/// Dropped nodes that hang together, and what they become.
struct InteriorComponent {
    std::span<const NodeId> nodes;
    std::vector<NodeId> boundary;  ///< the kept nodes around, ascending, by their new numbers
    Clique clique;
};

/// Where each node goes. A dropped node whose neighbours are all kept is not worth a matrix: its star is meshed while
/// the rows are put together.
struct Split {
    const Graph& graph;
    std::span<const NodeId> kept;
    std::vector<NodeId> new_number;  ///< of each kept node; -1 - its place in its component for the dropped
    std::vector<double> star_total;  ///< of each dropped node on its own: the sum of its weights
    Components together;             ///< the other dropped nodes
};

[[nodiscard]] Split split_graph(const Graph& graph, const Cut& cut);

/// The components of dropped nodes with the kept nodes around them, not eliminated yet. They refer to the split.
[[nodiscard]] std::vector<InteriorComponent> interior_components_of(const Split& split);

[[nodiscard]] InteriorProblem interior_problem_of(const Split& split, const InteriorComponent& piece);

}  // namespace ndpool
