#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"

namespace ndpool {

/// A weight to another node.
struct Arm {
    NodeId to;
    double weight;
};

/// Sums one row at a time by node; the nodes keep the order in which they were first added.
class OrderedAccumulator {
public:
    explicit OrderedAccumulator(std::size_t nodes) : place_(nodes, -1) {}

    void add(NodeId to, double weight) {
        if (place_[to] < 0) {
            place_[to] = static_cast<std::int32_t>(arms_.size());
            arms_.push_back({to, weight});
        } else {
            arms_[place_[to]].weight += weight;
        }
    }

    /// Replaces another row by this one and clears this one.
    void take(std::vector<Arm>& row) {
        for (const Arm& arm : arms_) {
            place_[arm.to] = -1;
        }
        row.clear();
        row.swap(arms_);
    }

private:
    std::vector<std::int32_t> place_;  ///< of each node in arms_, -1 if it is not there
    std::vector<Arm> arms_;
};

}  // namespace ndpool
