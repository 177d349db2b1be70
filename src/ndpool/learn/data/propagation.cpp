#include "ndpool/learn/data/propagation.hpp"

#include <cmath>
#include <numeric>

namespace ndpool {

namespace {

double inverse_or_zero(double number) {
    return number > 0 ? 1 / number : 0;
}

/// The factors of the entries of each row. `loop` is added to every degree.
template <typename Matrix>
std::vector<double> row_factors(const Matrix& adjacency, double loop, Propagation how) {
    std::vector<double> factors(adjacency.rows, 1);
    if (how == Propagation::plain) {
        return factors;
    }
    for (std::int32_t row = 0; row < adjacency.rows; ++row) {
        const double degree = std::accumulate(adjacency.values.begin() + adjacency.offsets[row],
                                              adjacency.values.begin() + adjacency.offsets[row + 1], loop);
        factors[row] = inverse_or_zero(how == Propagation::mean ? degree : std::sqrt(degree));
    }
    return factors;
}

/// One definition for graphs in double precision and for the single-precision matrices of networks.
template <typename Matrix>
SparseRows normalised(const Matrix& adjacency, Propagation how) {
    const double loop = how == Propagation::symmetric_with_loops ? 1 : 0;
    const bool both_sides = how == Propagation::symmetric || how == Propagation::symmetric_with_loops;
    const std::vector<double> factors = row_factors(adjacency, loop, how);
    SparseRows result{adjacency.rows, adjacency.columns, {0}, {}, {}};
    const std::size_t entries = adjacency.indices.size() + (loop > 0 ? adjacency.rows : 0);
    result.offsets.reserve(adjacency.rows + 1);
    result.indices.reserve(entries);
    result.values.reserve(entries);
    for (std::int32_t row = 0; row < adjacency.rows; ++row) {
        const auto add = [&](std::int32_t column, double weight) {
            result.indices.push_back(column);
            result.values.push_back(static_cast<float>(factors[row] * weight * (both_sides ? factors[column] : 1)));
        };
        bool loop_added = loop == 0;
        for (auto k = adjacency.offsets[row]; k < adjacency.offsets[row + 1]; ++k) {
            const std::int32_t column = adjacency.indices[k];
            const bool add_here = !loop_added && column >= row;
            if (add_here && column > row) {
                add(row, loop);
            }
            add(column, adjacency.values[k] + (add_here && column == row ? loop : 0));
            loop_added = loop_added || add_here;
        }
        if (!loop_added) {
            add(row, loop);
        }
        result.offsets.push_back(static_cast<std::int32_t>(result.indices.size()));
    }
    return result;
}

}  // namespace

SparseRows propagation_matrix(const Graph& graph, Propagation how) {
    return normalised(graph.adjacency(), how);
}

SparseRows propagation_matrix(const SparseRows& adjacency, Propagation how) {
    return normalised(adjacency, how);
}

}  // namespace ndpool
