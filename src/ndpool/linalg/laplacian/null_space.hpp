// Internal: the vectors that a Laplacian maps to zero.
#pragma once

#include <vector>

#include "ndpool/graph/components.hpp"
#include "ndpool/linalg/laplacian/vector_block.hpp"

namespace ndpool {

/// The constants of the components without self-loops: the vectors of eigenvalue zero.
struct NullSpace {
    Components components;
    std::vector<bool> looped;  ///< which components have a self-loop

    NullSpace() = default;
    explicit NullSpace(const Graph& graph);
    /// The number of such components.
    [[nodiscard]] NodeId dimension() const;
    /// Subtracts, on each such component, the mean over its nodes with mass from all of its nodes.
    void remove_from(VectorBlock& x, const Mass& mass, const Parallel& parallel) const;
};

}  // namespace ndpool
