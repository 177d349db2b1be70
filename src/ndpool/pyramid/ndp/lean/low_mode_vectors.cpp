#include "ndpool/pyramid/ndp/lean/low_mode_vectors.hpp"

#include <algorithm>

#include "ndpool/pyramid/ndp/lean/lean_descent.hpp"
#include "ndpool/pyramid/ndp/lean/mode_energy.hpp"

namespace ndpool {

SmoothVectors low_mode_vectors(const Pyramid& pyramid, const Parallel& parallel) {
    constexpr int sweeps = 4;
    constexpr int smoothing = 4;  // as lean_calibration.cpp has it
    constexpr std::size_t from_lowest_to_highest = (ModeVectors::count - 1) / (SmoothVectors::count - 1);
    const auto graph_at = [&](std::size_t level) -> const Graph& {
        return level == 0 ? pyramid.base : pyramid.levels[level - 1].graph;
    };
    std::size_t level = 0;
    while (level < pyramid.levels.size() && graph_at(level).node_count() > exact_below) {
        ++level;
    }
    if (graph_at(level).node_count() > exact_below) {
        return {};
    }
    const ModeVectors modes = vectors_of(low_modes(graph_at(level), ModeVectors::count));
    if (modes.values.empty()) {
        return {};
    }
    SmoothVectors vectors = some_of(modes, from_lowest_to_highest);
    for (; level > 0; --level) {
        const Graph& finer = graph_at(level - 1);
        vectors = extended(finer, pyramid.levels[level - 1].pool, vectors, sweeps, parallel);
        smooth(finer, vectors, smoothing, {}, parallel);
    }
    return vectors;
}

}  // namespace ndpool
