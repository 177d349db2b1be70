#include "ndpool/pyramid/nmf/nonnegative_factors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/stop.hpp"

namespace ndpool {

namespace {

/// Far below all that matters, and the products of two are still normal numbers, with which processors are quick.
constexpr double smallest_entry = 1e-100;

/// Both updates are the same because A is symmetric: X <- X * (A Y) / (X (Y^T Y)), entry by entry.
struct ScaleEntries {
    template <int bytes>
    [[gnu::always_inline]] static void run(double* entries, const double* numerator, const double* denominator,
                                           std::size_t count) {
        for (std::size_t c = 0; c < count; ++c) {
            const double scaled = entries[c] * numerator[c] / denominator[c];
            entries[c] = scaled > smallest_entry ? scaled : smallest_entry;
        }
    }
};

/// A sum of squares of values up to 1.
double sum_of_squares(const std::vector<double>& values) {
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

DenseRows random_rows(std::size_t rows, std::size_t columns, double mean, Seed seed) {
    Random random(seed);
    DenseRows result(rows, columns);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t c = 0; c < columns; ++c) {
            result.row(i)[c] = std::max(2 * mean * random.uniform(), smallest_entry);
        }
    }
    return result;
}

/// The matrices that updates need, made once.
struct Workspace {
    const SparseMatrix& adjacency;
    DenseRows numerator;
    DenseRows denominator;
    DenseRows gram;  ///< of the factor that was updated last
    DenseRows other_gram;
};

/// Updates one factor with the other fixed; `gram` must be that of the fixed one and becomes that of the updated one.
void update(DenseRows& factor, const DenseRows& fixed, Workspace& work, const Parallel& parallel) {
    multiply(work.adjacency, fixed, work.numerator, parallel);
    multiply(factor, work.gram, work.denominator, parallel);
    for (std::size_t i = 0; i < factor.rows; ++i) {
        run_vectorised<ScaleEntries>(factor.row(i), work.numerator.row(i), work.denominator.row(i), factor.columns);
    }
    std::swap(work.gram, work.other_gram);
    multiply_transposed(factor, factor, work.gram, parallel);
}

/// The error after an update of `factor`, from what it left: |A|^2 - 2 <W, A H^T> + <W^T W, H H^T>.
double error_after(const DenseRows& factor, const Workspace& work, double square_norm) {
    const double square = square_norm - 2 * inner_product(factor, work.numerator) + inner_product(work.gram, work.other_gram);
    return std::sqrt(std::max(square, 0.0));
}

/// Whether ten iterations gained less than the tolerance's share of the first error.
bool has_settled(const std::vector<double>& errors, double tolerance) {
    constexpr std::size_t between = 10;
    const std::size_t done = errors.size() - 1;
    return done > 0 && done % between == 0 && errors[done - between] - errors[done] <= tolerance * errors.front();
}

}  // namespace

NonnegativeFactors nonnegative_factors(const Graph& graph, NodeId rank, const NmfOptions& options, Seed seed) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    const auto columns = static_cast<std::size_t>(rank);
    SparseMatrix adjacency = graph.adjacency();
    const auto largest = std::max_element(adjacency.values.begin(), adjacency.values.end());
    const double scale = largest == adjacency.values.end() ? 1 : *largest;
    for (double& value : adjacency.values) {
        value /= scale;
    }
    const double sum = std::accumulate(adjacency.values.begin(), adjacency.values.end(), 0.0);
    // So that W H has the mean of A.
    const double mean = std::sqrt(sum / (static_cast<double>(nodes) * static_cast<double>(nodes) * static_cast<double>(columns)));
    NonnegativeFactors factors{random_rows(nodes, columns, mean, seed.child("left")),
                               random_rows(nodes, columns, mean, seed.child("right")),
                               scale,
                               {},
                               false};
    Workspace work{adjacency, DenseRows(nodes, columns), DenseRows(nodes, columns), DenseRows(columns, columns),
                   DenseRows(columns, columns)};
    const double square_norm = sum_of_squares(adjacency.values);
    multiply(adjacency, factors.right, work.numerator, options.parallel);
    multiply_transposed(factors.right, factors.right, work.other_gram, options.parallel);
    multiply_transposed(factors.left, factors.left, work.gram, options.parallel);
    factors.errors.push_back(error_after(factors.left, work, square_norm));
    for (int iteration = 0; iteration < options.most_iterations && !factors.converged; ++iteration) {
        stop_if_requested();
        update(factors.right, factors.left, work, options.parallel);
        update(factors.left, factors.right, work, options.parallel);
        factors.errors.push_back(error_after(factors.left, work, square_norm));
        factors.converged = has_settled(factors.errors, options.tolerance);
    }
    return factors;
}

}  // namespace ndpool
