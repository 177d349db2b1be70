#pragma once

#include "ndpool/graph/graph.hpp"
#include "ndpool/learn/data/sparse_rows.hpp"

namespace ndpool {

/// How a layer weighs the neighbours of a node. D is the degree matrix, self-loops included; where D alone is inverted, a node
/// without edges has a zero row.
enum class Propagation : std::uint8_t {
    symmetric,             ///< D^-1/2 A D^-1/2, the paper's Eq. 1
    symmetric_with_loops,  ///< D^-1/2 (A + I) D^-1/2 with the degrees of A + I (Kipf and Welling)
    mean,                  ///< D^-1 A
    plain,                 ///< A
};

/// The matrix that a layer multiplies features with.
[[nodiscard]] SparseRows propagation_matrix(const Graph& graph, Propagation how);
/// The same for an adjacency matrix in the form that networks use: square, with ascending columns in each row.
[[nodiscard]] SparseRows propagation_matrix(const SparseRows& adjacency, Propagation how);

}  // namespace ndpool
