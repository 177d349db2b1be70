#include "ndpool/pyramid/measure/level_bounds.hpp"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/graph/laplacian.hpp"
#include "ndpool/pyramid/measure/level_eigenpairs.hpp"
#include "ndpool/pyramid/measure/level_spectra.hpp"

namespace ndpool {

namespace {

constexpr int most_eigenvalues = 12;
/// The rounding errors of eigenvalues from a factor, and those of the sums of a Ritz value, are far below this.
constexpr double rounding = 1e-6;

void check_chains(const Pyramid& lower, const Pyramid& upper, const LevelBoundsOptions& options) {
    if (options.eigenvalues < 1 || options.eigenvalues > most_eigenvalues) {
        throw InvalidInput(fmt::format("{} eigenvalues were asked for, expected 1 to {}", options.eigenvalues, most_eigenvalues));
    }
    const bool alike = lower.base.node_count() == upper.base.node_count() &&
                       std::equal(lower.levels.begin(), lower.levels.end(), upper.levels.begin(), upper.levels.end(),
                                  [](const Level& a, const Level& b) { return a.number == b.number && a.nodes == b.nodes; });
    if (!alike) {
        throw InvalidInput("the pyramids for the bounds have different levels or nodes, expected the same");
    }
}

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, EntryIndex>;

/// The loopy Laplacian less shift times the identity; the part below the diagonal is enough.
Matrix shifted_laplacian(const Graph& graph, double shift) {
    const SparseMatrix laplacian = loopy_laplacian(graph);
    std::vector<Eigen::Triplet<double, EntryIndex>> entries;
    for (NodeId row = 0; row < laplacian.rows; ++row) {
        entries.emplace_back(row, row, -shift);
        for (EntryIndex k = laplacian.offsets[row]; k < laplacian.offsets[row + 1]; ++k) {
            if (laplacian.indices[k] <= row) {
                entries.emplace_back(row, laplacian.indices[k], laplacian.values[k]);
            }
        }
    }
    Matrix matrix(laplacian.rows, laplacian.rows);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

/// A factor whose size is known before it is computed.
struct ShiftedFactor : Eigen::SimplicialLDLT<Matrix> {
    [[nodiscard]] double entries() const { return m_nonZerosPerCol.cast<double>().sum(); }
};

/// Whether the eigenvalues number zeros + 1, ... are at least these bounds. By Sylvester's law of inertia the negative pivots of
/// the Laplacian minus a bound are as many as the eigenvalues below it. False also if the factor would be too large or failed.
bool bounds_hold(const Graph& graph, NodeId zeros, const std::vector<double>& bounds, double most_entries) {
    ShiftedFactor factor;
    for (std::size_t k = 0; k < bounds.size(); ++k) {
        const Matrix matrix = shifted_laplacian(graph, bounds[k]);
        if (k == 0) {
            factor.analyzePattern(matrix);
        }
        if (factor.entries() > most_entries) {
            return false;
        }
        factor.factorize(matrix);
        if (factor.info() != Eigen::Success || (factor.vectorD().array() < 0).count() > zeros + static_cast<Eigen::Index>(k)) {
            return false;
        }
    }
    return true;
}

std::vector<double> scaled(std::vector<double> values, double factor, int count) {
    values.resize(std::min(values.size(), static_cast<std::size_t>(count)));
    for (double& value : values) {
        value *= factor;
    }
    return values;
}

}  // namespace

std::vector<LevelBounds> level_bounds(const Pyramid& lower, const Pyramid& upper, const LevelBoundsOptions& options) {
    check_chains(lower, upper, options);
    if (lower.levels.empty()) {
        return {};
    }
    MultigridSettings settings;
    settings.wanted = options.eigenvalues;
    settings.tolerance = 1e-4;
    const auto level_eigenpairs = [&](const Pyramid& pyramid) {
        ConvergenceHistory history;
        const Multigrid grid(nested_graphs(pyramid), options.parallel);
        EigenSpace space(grid);
        return find_level_eigenpairs(grid, settings, history, space, options.parallel);
    };
    const std::vector<LevelEigenpairs> below = level_eigenpairs(lower);
    const std::vector<LevelEigenpairs> above = level_eigenpairs(upper);
    const Components components = connected_components(lower.base);
    std::vector<LevelBounds> all(lower.levels.size());
    parallel_for(all.size(), options.parallel, [&](std::size_t index) {
        const Level& level = lower.levels[index];
        const LevelEigenpairs& own = below[index + 1];
        const NodeId skipped = exact_zeros(lower.base, components, level.nodes);
        const double margin = own.factored ? rounding : std::max(rounding, 4 * own.estimated_error);
        const std::vector<double> bounds = scaled(own.values, 1 - margin, options.eigenvalues);
        const std::vector<double> ritz = scaled(above[index + 1].values, 1 + rounding, block_width);
        LevelBounds& result = all[index];
        result.level = level.number;
        result.lower = ranked_eigenvalues(bounds, own.zeros, skipped, options.eigenvalues);
        result.upper = ranked_eigenvalues(ritz, above[index + 1].zeros, skipped, options.eigenvalues);
        const std::size_t both = std::min(result.lower.size(), result.upper.size());
        result.lower.resize(both);
        result.upper.resize(both);
        result.proved = level.graph.node_count() <= options.factor_up_to &&
                        bounds_hold(level.graph, own.zeros, bounds, options.most_factor_entries);
    });
    return all;
}

}  // namespace ndpool
