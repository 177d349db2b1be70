#pragma once

#include <numeric>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"

// Internal to pyramid/: decimation matrices as lists of nodes.
namespace ndpool {

/// 0, 1, ..., size - 1.
[[nodiscard]] inline std::vector<NodeId> identity(NodeId size) {
    std::vector<NodeId> nodes(static_cast<std::size_t>(size));
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
}

/// The composition outer[inner[i]].
[[nodiscard]] inline std::vector<NodeId> composed(const std::vector<NodeId>& outer, const std::vector<NodeId>& inner) {
    std::vector<NodeId> result(inner.size());
    for (std::size_t i = 0; i < inner.size(); ++i) {
        result[i] = outer[inner[i]];
    }
    return result;
}

}  // namespace ndpool
