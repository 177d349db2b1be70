#include "ndpool/pyramid/measure/level_eigenpairs.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "ndpool/base/error.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/linalg/laplacian/kron_spectrum.hpp"

namespace ndpool {

namespace {

constexpr NodeId factor_up_to = 1000;  // with 4000, grid:316x316 took .04 CPU s more and distances were the same
constexpr double most_factor_entries = 2e5;
constexpr double rough_tolerance = 1e-3;

VectorBlock block_of(const Eigen::MatrixXd& columns) {
    VectorBlock block(static_cast<std::size_t>(columns.rows()), BlockRow{});
    for (Eigen::Index k = 0; k < std::min<Eigen::Index>(columns.cols(), block_width); ++k) {
        for (Eigen::Index row = 0; row < columns.rows(); ++row) {
            block[static_cast<std::size_t>(row)].values[static_cast<std::size_t>(k)] = static_cast<float>(columns(row, k));
        }
    }
    return block;
}

/// Fills the columns that are zero with random numbers; returns whether there are any.
bool fill_empty_columns(VectorBlock& block, Seed seed) {
    std::array<bool, block_width> is_empty{};
    is_empty.fill(true);
    for (const BlockRow& row : block) {
        for (std::size_t k = 0; k < is_empty.size(); ++k) {
            is_empty[k] = is_empty[k] && row.values[k] == 0;
        }
    }
    if (std::find(is_empty.begin(), is_empty.end(), true) == is_empty.end()) {
        return false;
    }
    Random random(seed);
    for (BlockRow& row : block) {
        for (std::size_t k = 0; k < is_empty.size(); ++k) {
            const auto number = static_cast<float>(random.uniform(-1, 1));
            row.values[k] = is_empty[k] ? number : row.values[k];
        }
    }
    return true;
}

/// Replaces the last columns by constants on the largest components of a level that is disconnected.
void put_constants(const Components& components, NodeId further_zeros, VectorBlock& block) {
    std::vector<NodeId> order(static_cast<std::size_t>(components.count()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](NodeId a, NodeId b) { return components.nodes(a).size() > components.nodes(b).size(); });
    const auto columns = std::min<std::size_t>({order.size(), static_cast<std::size_t>(further_zeros) + 1, block_width / 2});
    for (BlockRow& row : block) {
        for (std::size_t k = 0; k < columns; ++k) {
            row.values[block_width - 1 - k] = 0;
        }
    }
    for (std::size_t k = 0; k < columns; ++k) {
        for (const NodeId node : components.nodes(order[k])) {
            block[node].values[block_width - 1 - k] = 1;
        }
    }
}

/// False if the factor would have too many entries.
bool found_by_factor(const Graph& graph, LevelEigenpairs& own) {
    try {
        std::vector<NodeId> nodes(static_cast<std::size_t>(graph.node_count()));
        std::iota(nodes.begin(), nodes.end(), 0);
        SmallEigenPairs pairs = KronSpectrum(graph, most_factor_entries).smallest(nodes, block_width);
        own.values = std::move(pairs.values);
        own.vectors = block_of(pairs.vectors);
        own.factored = true;
        return true;
    } catch (const TooLarge&) {
        return false;
    }
}

void iterate(const Multigrid& grid, std::size_t level, const VectorBlock* coarser, const MultigridSettings& settings,
             ConvergenceHistory& history, LevelEigenpairs& own, EigenSpace& space, const Parallel& parallel) {
    const Graph& graph = grid.graph(level);
    VectorBlock start(static_cast<std::size_t>(graph.node_count()), BlockRow{});
    if (coarser != nullptr) {
        start = extended_start(grid, level, *coarser, space.cycle, parallel);
    }
    // A coarser level has few eigenvectors, or none, where most of its components are single nodes.
    if (fill_empty_columns(start, Seed().child("block start"))) {
        grid.null_space(level).remove_from(start, {}, parallel);
    }
    const BlockEigenOptions options = history.options(settings, graph.node_count());
    BlockEigenPairs pairs = smallest_eigenpairs(grid, level, {}, std::move(start), options, space, parallel);
    history.learn(pairs);
    own.values = std::move(pairs.values);
    own.vectors = std::move(pairs.vectors);
    own.converged = pairs.converged;
    own.estimated_error = pairs.estimated_error;
}

}  // namespace

NestedGraphs nested_graphs(const Pyramid& pyramid) {
    NestedGraphs nested;
    nested.graphs.push_back(&pyramid.base);
    for (const Level& level : pyramid.levels) {
        nested.graphs.push_back(&level.graph);
        nested.kept.emplace_back(level.pool);
    }
    return nested;
}

bool tolerance_is_rough(const MultigridSettings& settings) {
    return settings.tolerance >= rough_tolerance;
}

BlockEigenOptions ConvergenceHistory::options(const MultigridSettings& settings, NodeId nodes) const {
    constexpr double reliable = 0.25;
    BlockEigenOptions options;
    options.wanted = settings.wanted;
    options.tolerance = settings.tolerance;
    options.contraction = contraction;
    // One step shows the change, two show how fast changes shrink, three how fast the slow ones shrink. Where a rough estimate
    // is enough, the contraction seen on other levels is used.
    const int rough_steps = contraction <= reliable ? 1 : 2;
    options.least_steps = seen && tolerance_is_rough(settings) ? rough_steps : 3;
    options.most_steps = static_cast<int>(std::clamp(4e6 / std::max(1, nodes), 8.0, 60.0));
    return options;
}

void ConvergenceHistory::learn(const BlockEigenPairs& pairs) {
    if (pairs.steps > 1) {
        contraction = std::max(contraction, pairs.contraction);
        seen = true;
    }
}

VectorBlock extended_start(const Multigrid& grid, std::size_t level, const VectorBlock& coarser, CycleSpace& space,
                           const Parallel& parallel) {
    VectorBlock start;
    grid.extend(level, coarser, start, space);
    grid.null_space(level).remove_from(start, {}, parallel);
    return start;
}

std::vector<LevelEigenpairs> find_level_eigenpairs(const Multigrid& grid, const MultigridSettings& settings,
                                                   ConvergenceHistory& history, EigenSpace& space, const Parallel& parallel) {
    std::vector<LevelEigenpairs> all(grid.level_count());
    for (std::size_t level = grid.level_count() - 1; level >= 1; --level) {
        const Graph& graph = grid.graph(level);
        LevelEigenpairs& own = all[level];
        own.zeros = grid.null_space(level).dimension();
        const bool small = graph.node_count() <= factor_up_to;
        if (!small || !found_by_factor(graph, own)) {
            const VectorBlock* const coarser = level + 1 < all.size() ? &all[level + 1].vectors : nullptr;
            iterate(grid, level, coarser, settings, history, own, space, parallel);
        }
        const NodeId zeros_before = grid.null_space(level - 1).dimension();
        if (own.zeros > zeros_before) {
            put_constants(grid.null_space(level).components, own.zeros - zeros_before, own.vectors);
        }
    }
    return all;
}

}  // namespace ndpool
