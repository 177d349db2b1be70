#include "ndpool/pyramid/ndp/lean/multigrid_modes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ndpool/pyramid/measure/level_eigenpairs.hpp"

namespace ndpool {

namespace {

VectorBlock block_of(const LowModes& modes) {
    VectorBlock block(modes.vectors.front().size(), BlockRow{});
    for (std::size_t k = 0; k < std::min<std::size_t>(modes.size(), block_width); ++k) {
        for (std::size_t node = 0; node < block.size(); ++node) {
            block[node].values[k] = static_cast<float>(modes.vectors[k][node]);
        }
    }
    return block;
}

LowModes modes_of(BlockEigenPairs pairs) {
    LowModes modes{std::move(pairs.values), {}};
    for (std::size_t k = 0; k < modes.values.size(); ++k) {
        std::vector<double>& vector = modes.vectors.emplace_back(pairs.vectors.size());
        double squares = 0;
        for (std::size_t node = 0; node < vector.size(); ++node) {
            vector[node] = pairs.vectors[node].values[k];
            squares += vector[node] * vector[node];
        }
        const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0.0;
        for (double& value : vector) {
            value *= scale;
        }
    }
    return modes;
}

}  // namespace

LowModes multigrid_modes(const NestedGraphs& nested, const LowModes& start, const Parallel& parallel) {
    const Multigrid grid(nested, parallel);
    EigenSpace space(grid);
    const MultigridSettings settings;
    ConvergenceHistory history;
    VectorBlock x;
    if (start.size() > 0) {
        x = block_of(start);
        if (x.size() < static_cast<std::size_t>(grid.graph(0).node_count())) {
            x = extended_start(grid, 0, x, space.cycle, parallel);
        }
        grid.null_space(0).remove_from(x, {}, parallel);
    } else {
        const auto coarser = find_level_eigenpairs(grid, settings, history, space, parallel);
        x = extended_start(grid, 0, coarser[1].vectors, space.cycle, parallel);
    }
    const BlockEigenOptions options = history.options(settings, grid.graph(0).node_count());
    BlockEigenPairs pairs = smallest_eigenpairs(grid, 0, {}, std::move(x), options, space, parallel);
    return pairs.converged ? modes_of(std::move(pairs)) : LowModes{};
}

}  // namespace ndpool
