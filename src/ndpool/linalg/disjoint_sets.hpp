#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"

namespace ndpool {

/// Disjoint sets (union-find) of the elements 0, 1, ..., size - 1.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), NodeId{0}); }

    /// The smallest element of the set of an element.
    NodeId find(NodeId element) {
        while (parent_[element] != element) {
            parent_[element] = parent_[parent_[element]];
            element = parent_[element];
        }
        return element;
    }
    /// Joins the sets of two elements; returns whether they were different.
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
