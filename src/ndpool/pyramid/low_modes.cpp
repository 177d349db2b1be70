#include "ndpool/pyramid/low_modes.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <algorithm>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

using SparseLaplacian = Eigen::SparseMatrix<double>;

/// The loopy Laplacian.
SparseLaplacian sparse_laplacian(const Graph& graph) {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(static_cast<std::size_t>(graph.entry_count()) + static_cast<std::size_t>(graph.node_count()));
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        double diagonal = 0;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            diagonal += weights[k];
            if (neighbors[k] != node) {
                entries.emplace_back(node, neighbors[k], -weights[k]);
            }
        }
        entries.emplace_back(node, node, diagonal);
    }
    SparseLaplacian matrix(graph.node_count(), graph.node_count());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

/// Orthonormal constants of the components without a loop: the vectors of eigenvalue zero.
MatrixXd null_space(const Graph& graph) {
    const Components components = connected_components(graph);
    std::vector<VectorXd> columns;
    for (NodeId c = 0; c < components.count(); ++c) {
        VectorXd column = VectorXd::Zero(graph.node_count());
        bool has_loop = false;
        for (const NodeId node : components.nodes(c)) {
            column[node] = 1;
            has_loop = has_loop || graph.weight(node, node) > 0;
        }
        if (!has_loop) {
            columns.push_back(column.normalized());
        }
    }
    MatrixXd space(graph.node_count(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t c = 0; c < columns.size(); ++c) {
        space.col(static_cast<Eigen::Index>(c)) = columns[c];
    }
    return space;
}

/// Simultaneous inverse iteration with a few vectors more than wanted, orthogonal to the vectors of eigenvalue zero.
template <typename Solve>
LowModes iterate(const SparseLaplacian& laplacian, const MatrixXd& constants, Eigen::Index count, const Solve& solve) {
    constexpr Eigen::Index spare = 6;
    constexpr int steps = 8;
    const Eigen::Index n = laplacian.rows();
    const Eigen::Index width = std::min(n - constants.cols(), count + spare);
    Random random{Seed(1)};
    MatrixXd x = MatrixXd::NullaryExpr(n, width, [&] { return random.uniform(-1, 1); });
    VectorXd values;
    for (int step = 0; step < steps; ++step) {
        x = solve(x);
        x -= constants * (constants.transpose() * x);
        x = Eigen::HouseholderQR<MatrixXd>(x).householderQ() * MatrixXd::Identity(n, width);
        const MatrixXd image = laplacian * x;
        const Eigen::SelfAdjointEigenSolver<MatrixXd> ritz(x.transpose() * image);
        x *= ritz.eigenvectors();
        values = ritz.eigenvalues();
    }
    LowModes modes;
    for (Eigen::Index k = 0; k < std::min(count, width); ++k) {
        modes.values.push_back(values[k]);
        modes.vectors.emplace_back(x.col(k).data(), x.col(k).data() + n);
    }
    return modes;
}

}  // namespace

LowModes low_modes(const Graph& graph, std::size_t count) {
    constexpr EntryIndex dense_share = 8;
    constexpr double shift = 1e-10;  // makes the matrix definite and is far below every eigenvalue that counts
    const MatrixXd constants = null_space(graph);
    const EntryIndex n = graph.node_count();
    const Eigen::Index wanted = std::min(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(n) - constants.cols());
    if (wanted <= 0) {
        return {};
    }
    const SparseLaplacian laplacian = sparse_laplacian(graph);
    SparseLaplacian shifted = laplacian;
    shifted.diagonal().array() += shift * laplacian.diagonal().maxCoeff();
    if (graph.entry_count() * dense_share > n * n) {
        const Eigen::LLT<MatrixXd> factor((MatrixXd(shifted)));
        return iterate(laplacian, constants, wanted, [&](const MatrixXd& x) -> MatrixXd { return factor.solve(x); });
    }
    const Eigen::SimplicialLDLT<SparseLaplacian> factor(shifted);
    return iterate(laplacian, constants, wanted, [&](const MatrixXd& x) -> MatrixXd { return factor.solve(x); });
}

}  // namespace ndpool
