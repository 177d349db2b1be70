#include "ndpool/linalg/laplacian/block_eigenvalues.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/base/stop.hpp"
#include "ndpool/linalg/eigen/symmetric_eigen.hpp"

namespace ndpool {

namespace {

using BlockList = std::vector<const VectorBlock*>;

/// Directions of less than this share of the longest one are rounding noise of single precision.
constexpr double independence = 1e-4;

/// Vectors of less mass than this share of a typical one belong to infinite eigenvalues.
constexpr double massless = 1e-5;

/// What scales each vector to length one in K + shift M; zero for vectors so short that they are rounding noise.
Eigen::VectorXd unit_scales(const PencilGrams& grams, double shift) {
    constexpr double noise = 1e-10;
    const Eigen::VectorXd lengths = grams.stiffness.diagonal() + shift * grams.mass.diagonal();
    const double least = noise * lengths.head(block_width).maxCoeff();
    return lengths.unaryExpr(
        [least](double length) { return length > least && std::isfinite(length) ? 1 / std::sqrt(length) : 0.0; });
}

/// Coefficients of vectors that are orthonormal in this inner product, whose diagonal is 1 or 0. Directions that are rounding
/// noise are left out.
Eigen::MatrixXd orthonormal_basis(const Eigen::MatrixXd& products) {
    // The distance of a vector from the space of those before; where all are far apart, elimination takes half of the time.
    constexpr double far_apart = 0.1;
    const Eigen::LLT<Eigen::MatrixXd> factor(products);
    if (factor.info() == Eigen::Success && factor.matrixLLT().diagonal().minCoeff() >= far_apart) {
        return factor.matrixU().solve(Eigen::MatrixXd::Identity(products.rows(), products.cols()));
    }
    const EigenPairs directions = symmetric_eigenpairs(products);
    const Eigen::Index size = directions.values.size();
    Eigen::Index dependent = 0;
    while (dependent < size && directions.values[dependent] <= independence * directions.values[size - 1]) {
        ++dependent;
    }
    const Eigen::Index rank = size - dependent;
    return directions.vectors.rightCols(rank) * directions.values.tail(rank).cwiseSqrt().cwiseInverse().asDiagonal();
}

/// The median Rayleigh quotient of the first block: the magnitude of the wanted eigenvalues. A few quotients may be zero
/// because a level is disconnected, or huge because the mass has too few nodes for a whole block.
double typical_value(const PencilGrams& grams) {
    std::vector<double> quotients;
    for (Eigen::Index k = 0; k < block_width; ++k) {
        if (grams.mass(k, k) > 0 && grams.stiffness(k, k) > 0) {
            quotients.push_back(grams.stiffness(k, k) / grams.mass(k, k));
        }
    }
    std::sort(quotients.begin(), quotients.end());
    return quotients.empty() ? 1.0 : quotients[(quotients.size() - 1) / 2];
}

double largest_change(const std::vector<double>& before, const std::vector<double>& after, int wanted) {
    const std::size_t both = std::min({before.size(), after.size(), static_cast<std::size_t>(wanted)});
    double change = 0;
    for (std::size_t k = 0; k < both; ++k) {
        change = std::max(change, std::abs(before[k] - after[k]) / std::max(after[k], std::numeric_limits<double>::min()));
    }
    return change;
}

/// The remaining error if changes keep shrinking at the same rate: the rest of a geometric series. The first steps reduce the
/// error components that shrink fast, so a fast contraction is not trusted.
double error_left(double change, double contraction) {
    constexpr double lasting = 0.1;
    const double expected = std::max(contraction, lasting);
    return change * expected / (1 - expected);
}

}  // namespace

RitzPairs rayleigh_ritz(const PencilGrams& grams) {
    // The shift makes K + shift M definite even where K alone is not; its eigenvalues are those of (K, M) plus the shift.
    const double shift = typical_value(grams);
    const Eigen::VectorXd scales = unit_scales(grams, shift);
    const Eigen::MatrixXd shifted = scales.asDiagonal() * (grams.stiffness + shift * grams.mass) * scales.asDiagonal();
    const Eigen::MatrixXd basis = scales.asDiagonal() * orthonormal_basis(shifted);
    const Eigen::Index size = basis.rows();
    const Eigen::Index rank = basis.cols();
    const Eigen::MatrixXd mass = basis.transpose() * grams.mass * basis;
    const EigenPairs inverse = symmetric_eigenpairs((mass + mass.transpose()) / 2);
    const Eigen::Index count = std::min<Eigen::Index>(rank, block_width);
    RitzPairs ritz{{}, Eigen::MatrixXd::Zero(size, block_width)};
    for (Eigen::Index k = 0; k < count; ++k) {
        const double reciprocal = inverse.values[rank - 1 - k];
        if (reciprocal * shift <= massless) {
            break;
        }
        ritz.values.push_back(std::max(0.0, 1 / reciprocal - shift));
        ritz.coefficients.col(k) = basis * inverse.vectors.col(rank - 1 - k) / std::sqrt(reciprocal);
    }
    return ritz;
}

BlockEigenPairs smallest_eigenpairs(const Multigrid& grid, std::size_t level, const Mass& mass, VectorBlock start,
                                    const BlockEigenOptions& options, EigenSpace& space, const Parallel& parallel) {
    constexpr double fastest = 0.01;
    constexpr double slowest = 0.95;
    // On large levels of meshes a step leaves less than this share of the errors. Where it leaves more, as on expanders, whose
    // eigenvalues are close together, changes may shrink fast for a few steps and then hardly: without these two numbers,
    // eigenvalues of erdos-renyi:6000,0.004 were 14 % off, with them .02 %.
    constexpr double steady = 0.25;
    constexpr int least_unsteady_steps = 6;
    const Graph& graph = grid.graph(level);
    BlockEigenPairs pairs;
    pairs.contraction = options.contraction;
    VectorBlock x = std::move(start);
    BlockList starts{&x};
    if (options.further_start != nullptr) {
        starts.push_back(options.further_start);
    }
    RitzPairs ritz = rayleigh_ritz(pencil_grams(graph, starts, mass, {}, parallel));
    combine(starts, ritz.coefficients, x, parallel);
    pairs.converged = ritz.values.empty() || options.most_steps == 0;

    VectorBlock& corrections = space.corrections;
    VectorBlock& momentum = space.momentum;
    momentum.clear();
    double change_before = 0;
    while (pairs.steps < options.most_steps && (!pairs.converged || pairs.steps < options.least_steps)) {
        stop_if_requested();
        pencil_residuals(graph, x, ritz.values, mass, corrections, parallel);
        grid.precondition(level, corrections, space.cycle);
        grid.null_space(level).remove_from(corrections, mass, parallel);
        BlockList blocks{&x, &corrections};
        if (!momentum.empty()) {
            blocks.push_back(&momentum);
        }
        const RitzPairs next = rayleigh_ritz(pencil_grams(graph, blocks, mass, ritz.values, parallel));
        ++pairs.steps;
        const double change = largest_change(ritz.values, next.values, options.wanted);
        // Changes this small may be rounding noise, which does not shrink and says nothing about the contraction.
        const bool is_negligible = error_left(change, slowest) <= options.tolerance;
        if (pairs.steps > 1 && !is_negligible) {
            const double left = change_before > 0 ? std::clamp(change / change_before, fastest, slowest) : fastest;
            pairs.contraction = pairs.steps > 2 ? std::max(pairs.contraction, left) : left;
        }
        pairs.estimated_error = error_left(change, std::max(options.contraction, pairs.contraction));
        const bool reliable = is_negligible || pairs.contraction <= steady || pairs.steps >= least_unsteady_steps;
        pairs.converged = reliable && pairs.estimated_error <= options.tolerance;
        change_before = change;
        ritz.values = next.values;
        if (pairs.steps == options.most_steps || (pairs.converged && pairs.steps >= options.least_steps)) {
            if (options.vectors_wanted) {
                combine(blocks, next.coefficients, x, parallel);
            }
            break;
        }
        const Eigen::MatrixXd& coefficients = next.coefficients;
        combine(std::span(blocks).subspan(1), coefficients.bottomRows(coefficients.rows() - block_width), momentum, parallel);
        Eigen::MatrixXd with_momentum(2 * block_width, block_width);
        with_momentum << coefficients.topRows(block_width), Eigen::MatrixXd::Identity(block_width, block_width);
        combine(BlockList{&x, &momentum}, with_momentum, x, parallel);
    }
    pairs.values = std::move(ritz.values);
    pairs.vectors = std::move(x);
    return pairs;
}

}  // namespace ndpool
