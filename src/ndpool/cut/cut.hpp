#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Which side of a cut each node is on: +1 is kept (the paper's V+), -1 is dropped (V-).
using Side = signed char;
using Sides = std::vector<Side>;

/// Where a cut, or the part of it on one component, came from.
enum class CutOrigin : std::uint8_t {
    trivial,           ///< no edge to cut: isolated nodes, which are kept
    bipartite_exact,   ///< two-colouring: every edge is cut
    balanced,          ///< a complete component whose edges have equal weights: half of its nodes are kept
    spectral,          ///< signs of the top eigenvector
    random_fallback,   ///< the spectral cut was worse than one half and a random one was better
    random,            ///< a random cut that was asked for
    trevisan,          ///< Trevisan's recursive algorithm
    sdp,               ///< semidefinite relaxation, rounded and refined
    power,             ///< a few steps of the power iteration, refined
    tabu,              ///< tabu search
    spectral_refined,  ///< signs of a top eigenvector, refined
    given,             ///< the caller chose the nodes
    mixed,             ///< components came from different origins
};

[[nodiscard]] std::string_view name_of(CutOrigin origin);

/// A partition of the nodes into those that are kept and those that a Kron reduction eliminates.
struct Cut {
    std::vector<NodeId> kept;     ///< ascending
    std::vector<NodeId> dropped;  ///< ascending
    double weight = 0;            ///< of the edges between kept and dropped
    double fraction = 1;          ///< gamma: weight over the weight of all edges, self-loops not counted; 1 without edges
    double upper_bound = 1;       ///< no cut of this graph has a larger fraction; 1 also where none was computed
    CutOrigin origin = CutOrigin::trivial;
    bool converged = true;           ///< every eigenvector reached its tolerance
    NodeId vanished_components = 0;  ///< components without a kept node (possible with whole-graph and given cuts only)
    NodeId component_count = 0;      ///< components of the graph; 0 if they were not counted
    double eigen_seconds = 0;        ///< time spent on eigenvectors
};

/// The cut that keeps just these nodes (ascending, no duplicates; throws InvalidInput otherwise).
///
/// @code
/// const std::vector<NodeId> kept = {0, 2, 4};
/// const Cut cut = cut_keeping(path_graph(5), kept);
/// assert(cut.fraction == 1 && cut.dropped.size() == 2);
/// @endcode
[[nodiscard]] Cut cut_keeping(const Graph& graph, std::span<const NodeId> kept);

/// The cut with these sides; the caller sets upper_bound, origin and converged.
[[nodiscard]] Cut cut_from_sides(const Graph& graph, std::span<const Side> sides);

/// Weight of the edges between the two sides; self-loops never count.
[[nodiscard]] double cut_weight(const Graph& graph, std::span<const Side> sides);
/// cut_weight over the weight of all edges, 1 if there is none.
[[nodiscard]] double cut_fraction(const Graph& graph, std::span<const Side> sides);

}  // namespace ndpool
