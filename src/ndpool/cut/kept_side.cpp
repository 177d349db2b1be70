#include "ndpool/cut/kept_side.hpp"

#include <algorithm>
#include <cmath>

namespace ndpool {

namespace {

struct SideFacts {
    std::size_t nodes = 0;
    double volume = 0;  ///< sum of the degrees
};

/// Negative if the first is the smaller side, positive if the second is, 0 if neither.
int compared(const SideFacts& first, const SideFacts& second) {
    constexpr double noise = 1e-9;  // volumes that are equal but for rounding are equal
    if (first.nodes != second.nodes) {
        return first.nodes < second.nodes ? -1 : 1;
    }
    if (std::abs(first.volume - second.volume) <= noise * std::max(first.volume, second.volume)) {
        return 0;
    }
    return first.volume > second.volume ? -1 : 1;
}

}  // namespace

void keep_side(const Graph& graph, std::span<const NodeId> nodes, KeptSide kept, Sides& sides) {
    if (kept == KeptSide::first) {
        return;
    }
    SideFacts up;
    SideFacts down;
    for (const NodeId node : nodes) {
        SideFacts& side = sides[node] > 0 ? up : down;
        ++side.nodes;
        side.volume += degree_of(graph, node);
    }
    const int order = compared(up, down);
    const bool exchange = kept == KeptSide::smaller ? order > 0 : order < 0;
    if (!exchange || up.nodes == 0 || down.nodes == 0) {
        return;
    }
    for (const NodeId node : nodes) {
        sides[node] = sides[node] > 0 ? Side{-1} : Side{1};
    }
}

}  // namespace ndpool
