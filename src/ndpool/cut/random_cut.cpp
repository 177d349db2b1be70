#include "ndpool/cut/random_cut.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

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

namespace {

/// Number of cuts that are weighed in one pass over the graph: as many doubles as the widest vector holds. Each cut has its own
/// sum, so results do not depend on it.
constexpr std::size_t group = 8;

/// The signs of a node in all cuts of the group, kept as floats: one instruction makes them doubles.
template <int bytes>
[[gnu::always_inline]] inline Lanes<double, group, bytes> signs_of(const std::vector<float>& signs, NodeId node) {
    return Lanes<double, group, bytes>::load_converted(signs.data() + static_cast<std::size_t>(node) * group);
}

/// For each of a group of cuts the sum of a_ij z_i z_j over all entries but the self-loops: the smaller it is, the more is cut.
/// Returns the sum of the a_ij.
struct Weigh {
    template <int bytes>
    [[gnu::always_inline]] static double run(const Graph& graph, const std::vector<float>& signs,
                                             std::array<double, group>& uncut_minus_cut) {
        auto sums = Lanes<double, group, bytes>::zero();
        double all = 0;
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            const auto neighbors = graph.neighbors(node);
            const auto weights = graph.weights(node);
            auto pull = Lanes<double, group, bytes>::zero();
            double row = 0;
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                const double weight = neighbors[k] == node ? 0.0 : weights[k];
                pull += signs_of<bytes>(signs, neighbors[k]) * weight;
                row += weight;
            }
            all += row;
            sums += signs_of<bytes>(signs, node) * pull;
        }
        sums.store(uncut_minus_cut.data());
        return all;
    }
};

}  // namespace

Sides best_random_sides(const Graph& graph, int tries, Seed seed) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    std::vector<float> signs(nodes * group, 0.0F);
    std::array<double, group> uncut_minus_cut{};
    double least = std::numeric_limits<double>::infinity();
    Sides best;
    for (int first = 0; first < tries; first += static_cast<int>(group)) {
        std::array<Sides, group> sides;
        const auto count = std::min(group, static_cast<std::size_t>(tries - first));
        for (std::size_t lane = 0; lane < count; ++lane) {
            sides[lane] = random_sides(graph.node_count(), seed.child("try", static_cast<std::uint64_t>(first) + lane));
            for (std::size_t node = 0; node < nodes; ++node) {
                signs[node * group + lane] = static_cast<float>(sides[lane][node]);
            }
        }
        const double noise = 1e-9 * run_vectorised<Weigh>(graph, signs, uncut_minus_cut);
        for (std::size_t lane = 0; lane < count; ++lane) {
            if (uncut_minus_cut[lane] < least - noise) {
                least = uncut_minus_cut[lane];
                best = std::move(sides[lane]);
            }
        }
    }
    return best;
}

}  // namespace ndpool
