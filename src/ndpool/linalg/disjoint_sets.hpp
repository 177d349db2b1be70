#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"

// Internal to kron/.
namespace ndpool {

/// Which of some things hang together, as more and more pairs are joined.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), NodeId{0}); }

    /// The smallest of the part that a thing belongs to.
    NodeId find(NodeId thing) {
        while (parent_[thing] != thing) {
            parent_[thing] = parent_[parent_[thing]];
            thing = parent_[thing];
        }
        return thing;
    }
    /// Whether the two were apart before.
    bool join(NodeId a, NodeId b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
        return a != b;
    }

private:
    std::vector<NodeId> parent_;
};

}  // namespace ndpool
