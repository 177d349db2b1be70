#include "ndpool/linalg/eigen/symmetric_eigen.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/base/memory.hpp"

namespace ndpool {

namespace {

constexpr NodeId most_rows = 20000;  // about 10^13 operations

using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

Solver solved(const Eigen::MatrixXd& matrix, Eigen::DecompositionOptions wanted) {
    Solver solver(matrix, wanted);
    if (solver.info() != Eigen::Success) {
        throw NumericalFailure(fmt::format("the eigenvalues of a {} x {} matrix did not converge", matrix.rows(), matrix.cols()));
    }
    return solver;
}

}  // namespace

void require_dense_fits(NodeId rows, int matrices, std::string_view purpose) {
    const double bytes = 8.0 * matrices * rows * rows;
    if (rows > most_rows || bytes > static_cast<double>(available_memory())) {
        throw TooLarge(fmt::format("{} of {} connected nodes needs {} of full matrices; {} nodes are the most, {} are free",
                                   purpose, rows, readable_bytes(bytes), most_rows,
                                   readable_bytes(static_cast<double>(available_memory()))));
    }
}

Eigen::MatrixXd to_dense(const SparseMatrix& matrix) {
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(matrix.rows, matrix.columns);
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            dense(row, matrix.indices[k]) = matrix.values[k];
        }
    }
    return dense;
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& matrix) {
    if (matrix.rows() == 0) {
        return {};
    }
    return solved(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

EigenPairs symmetric_eigenpairs(const Eigen::MatrixXd& matrix) {
    if (matrix.rows() == 0) {
        return {};
    }
    const Solver solver = solved(matrix, Eigen::ComputeEigenvectors);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace ndpool
