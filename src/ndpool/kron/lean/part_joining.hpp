#pragma once

#include <span>
#include <vector>

#include "ndpool/linalg/disjoint_sets.hpp"

// Internal to kron/lean/.
namespace ndpool {

/// An edge that sampling dropped, between two rows in different parts.
struct DroppedEdge {
    NodeId row;
    NodeId other;
    double weight;
};

/// An edge that comes back.
struct JoiningEdge {
    std::size_t index;  ///< in the list of dropped edges
    double weight;      ///< of all dropped edges between its two parts
};

/// Joins parts by the strongest of the edges dropped between them, of equally strong ones by the first.
[[nodiscard]] std::vector<JoiningEdge> join_by_strongest(DisjointSets& parts, std::span<const DroppedEdge> dropped);

}  // namespace ndpool
