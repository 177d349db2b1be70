#include "ndpool/linalg/laplacian/low_modes.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <utility>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/linalg/laplacian/null_space.hpp"

namespace ndpool {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

using SparseLaplacian = Eigen::SparseMatrix<double>;
using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

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

/// Subtracts the mean over each component without a self-loop.
void remove_constants(const NullSpace& constants, Block& x) {
    for (NodeId c = 0; c < constants.components.count(); ++c) {
        if (constants.looped[c]) {
            continue;
        }
        const auto nodes = constants.components.nodes(c);
        Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(x.cols());
        for (const NodeId node : nodes) {
            mean += x.row(node);
        }
        mean /= static_cast<double>(nodes.size());
        for (const NodeId node : nodes) {
            x.row(node) -= mean;
        }
    }
}

/// The factor L D L' of a sparse matrix with its rows permuted, and solutions with many columns side by side: the columns of
/// one row are one after the other in memory, so that an entry of the factor is read once for all of them.
class SparseFactor {
public:
    explicit SparseFactor(const SparseLaplacian& matrix) : factor_(matrix) {}

    [[nodiscard]] Block solve(const Block& right) const {
        const SparseLaplacian& lower = factor_.matrixL().nestedExpression();
        Block x = factor_.permutationP() * right;
        const Eigen::Index n = x.rows();
        for (Eigen::Index column = 0; column < n; ++column) {
            for (SparseLaplacian::InnerIterator entry(lower, column); entry; ++entry) {
                if (entry.row() > column) {
                    x.row(entry.row()) -= entry.value() * x.row(column);
                }
            }
        }
        for (Eigen::Index column = n; column-- > 0;) {
            x.row(column) /= factor_.vectorD()[column];
            for (SparseLaplacian::InnerIterator entry(lower, column); entry; ++entry) {
                if (entry.row() > column) {
                    x.row(column) -= entry.value() * x.row(entry.row());
                }
            }
        }
        return factor_.permutationPinv() * x;
    }

private:
    Eigen::SimplicialLDLT<SparseLaplacian> factor_;
};

/// The start vectors: those of `start`, then random ones until there are enough.
Block first_block(const LowModes& start, Eigen::Index nodes, Eigen::Index width) {
    Random random{Seed(1)};
    Block x = Block::NullaryExpr(nodes, width, [&] { return random.uniform(-1, 1); });
    for (Eigen::Index k = 0; k < std::min(width, static_cast<Eigen::Index>(start.size())); ++k) {
        x.col(k) = Eigen::Map<const VectorXd>(start.vectors[static_cast<std::size_t>(k)].data(), nodes);
    }
    return x;
}

bool have_settled(const VectorXd& before, const VectorXd& now, Eigen::Index count) {
    constexpr double tolerance = 1e-4;  // other values: results/constants.txt
    return before.size() > 0 && ((before - now).head(count).array().abs() <= tolerance * now.head(count).array().abs()).all();
}

/// Replaces orthonormal vectors x by the Ritz vectors of L on the space of images = (L + shift)^-1 x. Returns the Ritz values,
/// ascending. The images are first rotated to the Ritz vectors of the inverse: then they are nearly orthogonal, so that the
/// matrix of their inner products can be factored.
VectorXd take_ritz_vectors(const Block& images, double shift, Block& x) {
    const MatrixXd inverse = x.transpose() * images;
    const Eigen::SelfAdjointEigenSolver<MatrixXd> turn((inverse + inverse.transpose()) / 2);
    Block turned = images * turn.eigenvectors();
    const VectorXd scale = turned.colwise().norm().cwiseInverse().transpose();
    turned = turned * scale.asDiagonal();
    const MatrixXd stiffness = turned.transpose() * (x * turn.eigenvectors() * scale.asDiagonal());
    const MatrixXd mass = turned.transpose() * turned;
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> ritz((stiffness + stiffness.transpose()) / 2, mass);
    x = turned * ritz.eigenvectors();
    return ritz.eigenvalues().array() - shift;
}

/// Simultaneous inverse iteration with a few vectors more than wanted, orthogonal to the vectors of eigenvalue zero.
template <typename Solve>
LowModes iterate(const NullSpace& constants, Eigen::Index nodes, Eigen::Index count, double shift, const LowModes& start,
                 const Solve& solve) {
    constexpr Eigen::Index spare = 6;  // other values: results/constants.txt
    constexpr int most_steps = 8;      // other values: results/constants.txt
    const Eigen::Index width = std::min(nodes - constants.dimension(), count + spare);
    Block x = first_block(start, nodes, width);
    remove_constants(constants, x);
    x = Eigen::HouseholderQR<MatrixXd>(x).householderQ() * MatrixXd::Identity(nodes, width);
    VectorXd values;
    VectorXd before;
    for (int step = 0; step < most_steps && !have_settled(before, values, count); ++step) {
        stop_if_requested();
        Block images = solve(x);
        remove_constants(constants, images);
        before = std::exchange(values, take_ritz_vectors(images, shift, x));
    }
    LowModes modes;
    for (Eigen::Index k = 0; k < std::min(count, width); ++k) {
        modes.values.push_back(values[k]);
        const VectorXd column = x.col(k);
        modes.vectors.emplace_back(column.data(), column.data() + nodes);
    }
    return modes;
}

}  // namespace

LowModes low_modes(const Graph& graph, std::size_t count, const LowModes& start) {
    constexpr EntryIndex dense_share = 8;  // other values: results/constants.txt
    constexpr double small = 1e-10;        // makes the matrix definite and is far below every eigenvalue that counts
    const NullSpace constants(graph);
    const EntryIndex n = graph.node_count();
    const Eigen::Index wanted = std::min(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(n) - constants.dimension());
    if (wanted <= 0) {
        return {};
    }
    SparseLaplacian shifted = sparse_laplacian(graph);
    const double shift = small * shifted.diagonal().maxCoeff();
    shifted.diagonal().array() += shift;
    if (graph.entry_count() * dense_share > n * n) {
        const Eigen::LLT<MatrixXd> factor((MatrixXd(shifted)));
        return iterate(constants, n, wanted, shift, start, [&](const Block& x) -> Block { return factor.solve(MatrixXd(x)); });
    }
    const SparseFactor factor(shifted);
    return iterate(constants, n, wanted, shift, start, [&](const Block& x) -> Block { return factor.solve(x); });
}

}  // namespace ndpool
