// Internal: full matrices of small graphs.
#pragma once

#include <Eigen/Dense>
#include <string_view>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/graph/sparse_matrix.hpp"

namespace ndpool {

/// Throws TooLarge unless `matrices` full matrices of this many rows fit in memory and their eigenvalues take about an hour at
/// most; the message begins with `purpose`.
void require_dense_fits(NodeId rows, int matrices, std::string_view purpose);

[[nodiscard]] Eigen::MatrixXd to_dense(const SparseMatrix& matrix);

/// All eigenvalues of a symmetric matrix, ascending, and its eigenvectors as columns if asked for; throws NumericalFailure.
[[nodiscard]] Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& matrix);
struct EigenPairs {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;
};
[[nodiscard]] EigenPairs symmetric_eigenpairs(const Eigen::MatrixXd& matrix);

}  // namespace ndpool
