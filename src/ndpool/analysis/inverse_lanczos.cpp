#include "ndpool/analysis/inverse_lanczos.hpp"

#include <Spectra/SymEigsSolver.h>
#include <fmt/format.h>

#include <algorithm>

#include "ndpool/analysis/dense.hpp"
#include "ndpool/analysis/grounded_factor.hpp"
#include "ndpool/base/seed.hpp"

namespace ndpool {

namespace {

constexpr NodeId dense_up_to = 200;
constexpr double residual_tolerance = 1e-10;
constexpr int most_restarts = 300;

/// x' L x / x' x for the part of x that is orthogonal to the constants. Summing squared differences over the edges loses
/// nothing to cancellation, so the quotient is accurate relative to itself and not to the largest eigenvalue.
double rayleigh_quotient(const Graph& graph, const Eigen::VectorXd& vector) {
    double energy = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size() && neighbors[k] < node; ++k) {
            const double difference = vector[node] - vector[neighbors[k]];
            energy += weights[k] * difference * difference;
        }
    }
    return energy / (vector.array() - vector.mean()).matrix().squaredNorm();
}

/// L^+ of the graph on the complement of the eigenvectors that were found already, scaled to a norm of about one
/// because Spectra compares residuals with absolute thresholds. The interface is Spectra's.
class DeflatedInverse {
public:
    using Scalar = double;  // NOLINT(readability-identifier-naming)

    DeflatedInverse(const GroundedFactor& factor, const Eigen::MatrixXd& found, double scale)
        : factor_(&factor), found_(&found), scale_(scale) {}

    [[nodiscard]] Eigen::Index rows() const { return factor_->node_count(); }
    [[nodiscard]] Eigen::Index cols() const { return factor_->node_count(); }

    void perform_op(const double* in, double* out) const {
        const Eigen::VectorXd vector = Eigen::Map<const Eigen::VectorXd>(in, rows());
        Eigen::Map<Eigen::VectorXd>(out, rows()) = deflated(scale_ * factor_->pseudo_inverse_times(deflated(vector)));
    }

    [[nodiscard]] Eigen::VectorXd deflated(const Eigen::VectorXd& vector) const {
        return vector - *found_ * (found_->transpose() * vector);
    }

private:
    const GroundedFactor* factor_;
    const Eigen::MatrixXd* found_;
    double scale_;
};

Eigen::VectorXd random_vector(Eigen::Index size, Seed seed) {
    Random random(seed);
    Eigen::VectorXd vector(size);
    for (double& entry : vector) {
        entry = random.uniform(-1, 1);
    }
    return vector;
}

/// The converged leading eigenvectors of the operator, fewer than wanted if some did not converge.
Eigen::MatrixXd leading_eigenvectors(const DeflatedInverse& inverse, Eigen::Index wanted, Seed seed) {
    DeflatedInverse op = inverse;
    const Eigen::Index basis = std::min(op.rows(), std::max<Eigen::Index>(3 * wanted, 20));
    Spectra::SymEigsSolver<DeflatedInverse> solver(op, wanted, basis);
    const Eigen::VectorXd start = random_vector(op.rows(), seed);
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestAlge, most_restarts, residual_tolerance);
    return solver.eigenvectors();
}

void append_columns(Eigen::MatrixXd& matrix, const Eigen::MatrixXd& columns) {
    matrix.conservativeResize(Eigen::NoChange, matrix.cols() + columns.cols());
    matrix.rightCols(columns.cols()) = columns;
}

/// One norm of L^+ from a few steps of the power method: a scale, not an answer.
double norm_estimate(const GroundedFactor& factor, Seed seed) {
    Eigen::VectorXd vector = random_vector(factor.node_count(), seed);
    double norm = 0;
    for (int step = 0; step < 4; ++step) {
        vector = factor.pseudo_inverse_times(vector / vector.norm());
        norm = vector.norm();
    }
    return norm;
}

/// A Krylov space of one start vector need not see every copy of a multiple eigenvalue. So after the wanted number is found
/// Lanczos runs again on their complement, until nothing there is smaller than what is known.
std::vector<double> lanczos_eigenvalues(const Graph& graph, Eigen::Index count) {
    const GroundedFactor factor(graph);
    const Seed seed = Seed().child("inverse lanczos");
    const double scale = 1 / norm_estimate(factor, seed.child("norm"));
    const Eigen::Index all = graph.node_count() - 1;
    Eigen::MatrixXd found(graph.node_count(), 0);
    std::vector<double> values;
    for (std::uint64_t round = 0; found.cols() < all; ++round) {
        const DeflatedInverse inverse(factor, found, scale);
        const Eigen::Index wanted = std::max<Eigen::Index>(1, count - found.cols());
        const Eigen::MatrixXd fresh = leading_eigenvectors(inverse, wanted, seed.child("start", round));
        if (fresh.cols() == 0) {
            throw NumericalFailure(fmt::format("{} of the {} smallest eigenvalues of {} connected nodes converged", found.cols(),
                                               count, graph.node_count()));
        }
        const bool was_complete = found.cols() >= count;
        const double largest_known = was_complete ? values[static_cast<std::size_t>(count) - 1] : 0;
        for (Eigen::Index k = 0; k < fresh.cols(); ++k) {
            values.push_back(rayleigh_quotient(graph, fresh.col(k)));
        }
        append_columns(found, fresh);
        const bool nothing_smaller = was_complete && values.back() >= largest_known * (1 - residual_tolerance);
        std::sort(values.begin(), values.end());
        if (nothing_smaller) {
            break;
        }
    }
    return values;
}

std::vector<double> dense_eigenvalues_of_inverse(const Graph& graph) {
    require_dense_fits(graph.node_count(), 3, "the spectrum");
    const GroundedFactor factor(graph);
    const Eigen::Index size = graph.node_count();
    Eigen::MatrixXd inverse(size, size);
    for (Eigen::Index k = 0; k < size; ++k) {
        inverse.col(k) = factor.pseudo_inverse_times(Eigen::VectorXd::Unit(size, k));
    }
    // Lift the constant vector from eigenvalue zero, where rounding might mix it with others, to the top.
    inverse.array() += 2 * inverse.trace() / static_cast<double>(size);
    const EigenPairs pairs = symmetric_eigenpairs(inverse);
    std::vector<double> values;
    for (Eigen::Index k = 0; k + 1 < size; ++k) {
        values.push_back(rayleigh_quotient(graph, pairs.vectors.col(k)));
    }
    std::sort(values.begin(), values.end());
    return values;
}

}  // namespace

std::vector<double> small_eigenvalues(const Graph& connected, int count, EigenMethod method) {
    const NodeId all = connected.node_count() - 1;
    if (all < 1) {
        return {};
    }
    const NodeId wanted = std::min<NodeId>(count, all);
    if (method == EigenMethod::automatic) {
        const bool small = connected.node_count() <= dense_up_to || wanted >= connected.node_count() / 4;
        method = small ? EigenMethod::dense : EigenMethod::lanczos;
    }
    std::vector<double> values =
        method == EigenMethod::dense ? dense_eigenvalues_of_inverse(connected) : lanczos_eigenvalues(connected, wanted);
    values.resize(static_cast<std::size_t>(wanted));
    return values;
}

}  // namespace ndpool
