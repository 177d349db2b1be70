// Dense matrices of a graph, written from their definitions alone: the slow twins that fast code is checked against.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

inline Eigen::MatrixXd dense_matrix(const SparseMatrix& matrix) {
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(matrix.rows, matrix.columns);
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            dense(row, matrix.indices[k]) += matrix.values[k];
        }
    }
    return dense;
}

inline Eigen::MatrixXd dense_adjacency(const Graph& graph) {
    return dense_matrix(graph.adjacency());
}

/// D - A; self-loops never count.
inline Eigen::MatrixXd dense_laplacian(const Graph& graph) {
    Eigen::MatrixXd adjacency = dense_adjacency(graph);
    adjacency.diagonal().setZero();
    const Eigen::VectorXd degree = adjacency.rowwise().sum();
    return Eigen::MatrixXd(degree.asDiagonal()) - adjacency;
}

/// D^(-1/2) (D - A) D^(-1/2) with zero rows for isolated nodes.
inline Eigen::MatrixXd dense_symmetric_laplacian(const Graph& graph) {
    const Eigen::MatrixXd laplacian = dense_laplacian(graph);
    const Eigen::VectorXd scale =
        laplacian.diagonal().unaryExpr([](double degree) { return degree > 0 ? 1 / std::sqrt(degree) : 0.0; });
    return scale.asDiagonal() * laplacian * scale.asDiagonal();
}

/// D - A + 2 diag(A), D without the loops: the Laplacian plus the loops on the diagonal.
inline Eigen::MatrixXd dense_loopy_laplacian(const Graph& graph) {
    Eigen::MatrixXd loopy = dense_laplacian(graph);
    loopy.diagonal() += dense_adjacency(graph).diagonal();
    return loopy;
}

inline Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& matrix) {
    return matrix.completeOrthogonalDecomposition().pseudoInverse();
}

/// M[kept, kept] - M[kept, dropped] M[dropped, dropped]^+ M[dropped, kept], where dropped is everything that is not kept;
/// the generalised inverse where the dropped block is singular. Rows and columns in the order of `kept`.
inline Eigen::MatrixXd dense_schur_complement(const Eigen::MatrixXd& matrix, const std::vector<NodeId>& kept) {
    std::vector<NodeId> dropped;
    for (NodeId node = 0; node < static_cast<NodeId>(matrix.rows()); ++node) {
        if (std::find(kept.begin(), kept.end(), node) == kept.end()) {
            dropped.push_back(node);
        }
    }
    if (dropped.empty()) {
        return matrix(kept, kept);
    }
    const Eigen::MatrixXd block = matrix(dropped, dropped);
    const Eigen::MatrixXd across = matrix(dropped, kept);
    const Eigen::FullPivLU<Eigen::MatrixXd> factor(block);
    const Eigen::MatrixXd solved = factor.isInvertible() ? Eigen::MatrixXd(factor.solve(across)) : pseudo_inverse(block) * across;
    return matrix(kept, kept) - across.transpose() * solved;
}

/// All eigenvalues of a symmetric matrix, ascending.
inline std::vector<double> dense_eigenvalues(const Eigen::MatrixXd& matrix) {
    if (matrix.rows() == 0) {
        return {};
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix, Eigen::EigenvaluesOnly);
    return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

}  // namespace ndpool
