#include "ndpool/cut/random_cut.hpp"

#include <algorithm>

namespace ndpool {

Sides random_sides(NodeId nodes, Seed seed) {
    Random random(seed);
    Sides sides(static_cast<std::size_t>(nodes));
    for (Side& side : sides) {
        side = random.coin() ? Side{1} : Side{-1};
    }
    if (nodes > 0 && std::find(sides.begin(), sides.end(), Side{1}) == sides.end()) {
        sides[random.below(static_cast<std::uint64_t>(nodes))] = 1;
    }
    return sides;
}

Sides best_random_sides(const Graph& graph, int tries, Seed seed) {
    Sides best;
    double best_weight = -1;
    for (int attempt = 0; attempt < tries; ++attempt) {
        Sides sides = random_sides(graph.node_count(), seed.child("try", static_cast<std::uint64_t>(attempt)));
        const double weight = cut_weight(graph, sides);
        if (weight > best_weight) {
            best_weight = weight;
            best = std::move(sides);
        }
    }
    return best;
}

}  // namespace ndpool
