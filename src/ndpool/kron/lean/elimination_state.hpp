#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/buffer.hpp"
#include "ndpool/graph/sparse_matrix.hpp"

// Internal to kron/.
namespace ndpool {

/// A graph during its elimination. Rows are stored where they were made, at first in the graph itself, which must outlive this.
struct EliminationState {
    /// A dropped node is waiting while a neighbour is selected; it is alone once it has no dropped neighbour.
    enum class Role : std::uint8_t { kept, dropped, waiting, alone, selected, gone };

    /// Entries of rows, one row after the other.
    struct Store {
        Buffer<NodeId> to;
        Buffer<double> weights;
    };

    std::vector<const NodeId*> to;  ///< the neighbours of each node
    std::vector<const double*> weights;
    std::vector<NodeId> length;
    std::vector<Role> role;
    std::vector<NodeId> dropped;  ///< not eliminated and not alone, ascending
    std::vector<Store> stores;    ///< memory of the rows that are not in the graph

    [[nodiscard]] std::span<const NodeId> neighbors(NodeId node) const {
        return {to[node], static_cast<std::size_t>(length[node])};
    }
    [[nodiscard]] std::span<const double> row_weights(NodeId node) const {
        return {weights[node], static_cast<std::size_t>(length[node])};
    }
};

}  // namespace ndpool
