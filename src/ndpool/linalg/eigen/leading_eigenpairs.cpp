#include "ndpool/linalg/eigen/leading_eigenpairs.hpp"

#include <Spectra/SymEigsSolver.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "ndpool/base/error.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/base/stop.hpp"

namespace ndpool {

namespace {

constexpr Eigen::Index dense_up_to = 200;
constexpr double residual_tolerance = 1e-10;
constexpr int most_restarts = 300;

/// The operator on the orthogonal complement of the eigenvectors that were found already, scaled to a norm of about one
/// because Spectra compares residuals with absolute thresholds. The interface is Spectra's.
class DeflatedOperator {
public:
    using Scalar = double;  // NOLINT(readability-identifier-naming)

    DeflatedOperator(const SymmetricOperator& symmetric, const Eigen::MatrixXd& found, double scale)
        : symmetric_(&symmetric), found_(&found), scale_(scale) {}

    [[nodiscard]] Eigen::Index rows() const { return symmetric_->size; }
    [[nodiscard]] Eigen::Index cols() const { return symmetric_->size; }

    void perform_op(const double* in, double* out) const {
        const Eigen::VectorXd vector = Eigen::Map<const Eigen::VectorXd>(in, rows());
        Eigen::Map<Eigen::VectorXd>(out, rows()) = deflated(scale_ * symmetric_->times(deflated(vector)));
    }

    [[nodiscard]] Eigen::VectorXd deflated(const Eigen::VectorXd& vector) const {
        return vector - *found_ * (found_->transpose() * vector);
    }

private:
    const SymmetricOperator* symmetric_;
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
Eigen::MatrixXd converged_eigenvectors(const DeflatedOperator& deflated, Eigen::Index wanted, Seed seed) {
    DeflatedOperator op = deflated;
    const Eigen::Index basis = std::min(op.rows(), std::max<Eigen::Index>(3 * wanted, 20));
    Spectra::SymEigsSolver<DeflatedOperator> solver(op, wanted, basis);
    const Eigen::VectorXd start = random_vector(op.rows(), seed);
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestAlge, most_restarts, residual_tolerance);
    return solver.eigenvectors();
}

void append_columns(Eigen::MatrixXd& matrix, const Eigen::MatrixXd& columns) {
    matrix.conservativeResize(Eigen::NoChange, matrix.cols() + columns.cols());
    matrix.rightCols(columns.cols()) = columns;
}

/// A rough estimate of the norm by a few steps of the power method, used for scaling only.
double norm_estimate(const SymmetricOperator& symmetric, Seed seed) {
    Eigen::VectorXd vector = random_vector(symmetric.size, seed);
    double norm = 0;
    for (int step = 0; step < 4; ++step) {
        vector = symmetric.times(vector / vector.norm());
        norm = vector.norm();
    }
    return norm;
}

/// The pairs by descending value, as many as are wanted.
EigenPairs first_descending(const std::vector<double>& values, const Eigen::MatrixXd& vectors, Eigen::Index wanted) {
    std::vector<Eigen::Index> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&values](Eigen::Index a, Eigen::Index b) { return values[a] > values[b]; });
    order.resize(std::min(order.size(), static_cast<std::size_t>(wanted)));
    EigenPairs pairs{Eigen::VectorXd(std::ssize(order)), vectors(Eigen::all, order)};
    for (std::size_t k = 0; k < order.size(); ++k) {
        pairs.values[static_cast<Eigen::Index>(k)] = values[order[k]];
    }
    return pairs;
}

/// A Krylov space of one start vector need not contain every copy of a multiple eigenvalue. So after the wanted number is found
/// Lanczos runs again on their complement, until no eigenvalue there is larger than the known ones.
EigenPairs lanczos_eigenpairs(const SymmetricOperator& symmetric, Eigen::Index count) {
    const Seed seed = Seed().child("inverse lanczos");
    const double scale = 1 / norm_estimate(symmetric, seed.child("norm"));
    Eigen::MatrixXd found(symmetric.size, 0);
    std::vector<double> values;
    for (std::uint64_t round = 0; found.cols() < symmetric.rank(); ++round) {
        stop_if_requested();
        const DeflatedOperator deflated(symmetric, found, scale);
        const Eigen::Index wanted = std::max<Eigen::Index>(1, count - found.cols());
        const Eigen::MatrixXd fresh = converged_eigenvectors(deflated, wanted, seed.child("start", round));
        if (fresh.cols() == 0) {
            throw NumericalFailure(
                fmt::format("{} of {} extreme eigenvalues of {} connected nodes converged", found.cols(), count, symmetric.size));
        }
        const bool was_complete = found.cols() >= count;
        double smallest_known = 0;
        if (was_complete) {
            std::vector<double> sorted = values;
            std::sort(sorted.begin(), sorted.end(), std::greater<>());
            smallest_known = sorted[static_cast<std::size_t>(count) - 1];
        }
        for (Eigen::Index k = 0; k < fresh.cols(); ++k) {
            const Eigen::VectorXd vector = fresh.col(k);
            values.push_back(vector.dot(symmetric.times(vector)));
        }
        append_columns(found, fresh);
        if (was_complete && values.back() <= smallest_known * (1 + residual_tolerance)) {
            break;
        }
    }
    return first_descending(values, found, count);
}

EigenPairs dense_eigenpairs(const SymmetricOperator& symmetric, Eigen::Index count) {
    require_dense_fits(static_cast<NodeId>(symmetric.size), 3, "the spectrum");
    Eigen::MatrixXd matrix(symmetric.size, symmetric.size);
    for (Eigen::Index k = 0; k < symmetric.size; ++k) {
        matrix.col(k) = symmetric.times(Eigen::VectorXd::Unit(symmetric.size, k));
    }
    const Eigen::Index skipped = symmetric.constants_vanish ? 1 : 0;
    if (symmetric.constants_vanish) {
        // Lift the constant vector from eigenvalue zero, where rounding might mix it with others, to the top.
        matrix.array() += 2 * matrix.trace() / static_cast<double>(symmetric.size);
    }
    const EigenPairs ascending = symmetric_eigenpairs((matrix + matrix.transpose()) / 2);
    const Eigen::Index first = symmetric.size - skipped - count;
    return {ascending.values.segment(first, count).reverse(), ascending.vectors.middleCols(first, count).rowwise().reverse()};
}

}  // namespace

EigenPairs leading_eigenpairs(const SymmetricOperator& symmetric, Eigen::Index count, EigenMethod method) {
    const Eigen::Index wanted = std::min(count, symmetric.rank());
    if (wanted < 1) {
        return {Eigen::VectorXd(0), Eigen::MatrixXd(symmetric.size, 0)};
    }
    if (method == EigenMethod::automatic) {
        const bool small = symmetric.size <= dense_up_to || wanted >= symmetric.size / 4;
        method = small ? EigenMethod::dense : EigenMethod::lanczos;
    }
    return method == EigenMethod::dense ? dense_eigenpairs(symmetric, wanted) : lanczos_eigenpairs(symmetric, wanted);
}

}  // namespace ndpool
