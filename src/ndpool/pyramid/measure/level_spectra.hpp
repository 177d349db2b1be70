// Internal: the two spectra that the error of a level compares.
#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/components.hpp"

namespace ndpool {

struct LevelSpectra {
    std::vector<double> exact;        ///< of the exact Kron reduction, without its zeros
    std::vector<double> approximate;  ///< of the level's graph, without its smallest ones, as many as the exact one has zeros
    bool converged = true;
};

/// The number of zero eigenvalues of the exact reduction onto the nodes: components with such a node and without self-loop.
[[nodiscard]] NodeId exact_zeros(const Graph& base, const Components& components, std::span<const NodeId> nodes);

/// Eigenvalues number skipped + 1 .. skipped + count of a list that begins with `zeros` zeros, which are not stored.
[[nodiscard]] std::vector<double> ranked_eigenvalues(const std::vector<double>& nonzero, NodeId zeros, NodeId skipped, int count);

}  // namespace ndpool
