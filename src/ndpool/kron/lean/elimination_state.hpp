#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/buffer.hpp"
#include "ndpool/graph/sparse_matrix.hpp"

// Internal to kron/.
namespace ndpool {

/// A graph in the middle of its elimination. Rows lie where they were made, first in the graph itself, which must stay.
struct EliminationState {
    /// A dropped node waits while one beside it is selected; it is alone once no dropped node is beside it.
    enum class Role : std::uint8_t { kept, dropped, waiting, alone, selected, gone };

    /// Entries of rows, one row after the other.
    struct Store {
        Buffer<NodeId> to;
        Buffer<double> weights;
    };

    std::vector<const NodeId*> to;  ///< of each node
    std::vector<const double*> weights;
    std::vector<NodeId> length;
    std::vector<Role> role;
    std::vector<NodeId> dropped;  ///< still there and not alone, ascending
    std::vector<Store> stores;    ///< what rows that are not in the graph lie in

    [[nodiscard]] std::span<const NodeId> neighbors(NodeId node) const {
        return {to[node], static_cast<std::size_t>(length[node])};
    }
    [[nodiscard]] std::span<const double> row_weights(NodeId node) const {
        return {weights[node], static_cast<std::size_t>(length[node])};
    }
};

}  // namespace ndpool
