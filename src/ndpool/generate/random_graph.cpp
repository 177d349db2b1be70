#include "ndpool/generate/random_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/base/elementary.hpp"
#include "ndpool/generate/arguments.hpp"
#include "ndpool/generate/unit_graph.hpp"

namespace ndpool {

namespace {

/// A long sequence of independent trials of which only the successes are visited: the gaps between them are drawn from the
/// geometric distribution (Batagelj, Brandes 2005).
class Successes {
public:
    Successes(double probability, Seed seed) : log_failure_(portable_log1p(-probability)), random_(seed) { draw_gap(); }

    /// Visits the numbers of the successes among the next `trials` trials, counted from 0.
    template <typename Visit>
    void among(EntryIndex trials, Visit&& visit) {
        EntryIndex trial = 0;
        while (gap_ < trials - trial) {
            trial += gap_;
            visit(trial);
            ++trial;
            draw_gap();
        }
        gap_ -= trials - trial;
    }

private:
    void draw_gap() {
        constexpr EntryIndex never = std::numeric_limits<EntryIndex>::max();
        const double gap = log_failure_ == 0 ? HUGE_VAL : std::floor(portable_log(1 - random_.uniform()) / log_failure_);
        gap_ = gap < 0x1.0p62 ? static_cast<EntryIndex>(gap) : never;
    }

    double log_failure_;
    Random random_;
    EntryIndex gap_ = 0;
};

}  // namespace

Graph erdos_renyi_graph(NodeId nodes, double probability, Seed seed) {
    require_at_least("nodes", nodes, 1);
    require_probability("probability", probability);
    Successes edges(probability, seed.child("erdos-renyi"));
    std::vector<NodePair> pairs;
    for (NodeId to = 1; to < nodes; ++to) {
        edges.among(to, [&](EntryIndex from) { pairs.emplace_back(static_cast<NodeId>(from), to); });
    }
    return unit_graph(nodes, pairs);
}

NodeId block_of(NodeId node, NodeId nodes, NodeId classes) {
    return static_cast<NodeId>(EntryIndex{node} * classes / nodes);
}

Graph stochastic_block_graph(NodeId nodes, Seed seed, const StochasticBlockOptions& options) {
    require_at_least("nodes", nodes, 1);
    require_at_least("classes", options.classes, 1);
    require_at_most("classes", options.classes, nodes);
    require_probability("probability inside", options.inside);
    require_probability("probability across", options.across);
    Successes inside(options.inside, seed.child("sbm inside"));
    Successes across(options.across, seed.child("sbm across"));
    std::vector<NodePair> pairs;
    NodeId start = 0;  // first node of the class of `to`
    for (NodeId to = 1; to < nodes; ++to) {
        if (block_of(to, nodes, options.classes) != block_of(start, nodes, options.classes)) {
            start = to;
        }
        across.among(start, [&](EntryIndex from) { pairs.emplace_back(static_cast<NodeId>(from), to); });
        inside.among(to - start, [&](EntryIndex from) { pairs.emplace_back(start + static_cast<NodeId>(from), to); });
    }
    return unit_graph(nodes, pairs);
}

Graph barabasi_albert_graph(NodeId nodes, NodeId links, Seed seed) {
    require_at_least("nodes", nodes, 2);
    require_at_least("links", links, 1);
    require_at_most("links", links, nodes - 1);
    Random random(seed.child("barabasi-albert"));
    std::vector<NodePair> pairs;
    pairs.reserve(static_cast<std::size_t>(links) * static_cast<std::size_t>(nodes - links));
    for (NodeId leaf = 1; leaf <= links; ++leaf) {
        pairs.emplace_back(0, leaf);
    }
    std::vector<NodeId> chosen_by(static_cast<std::size_t>(nodes), -1);
    std::vector<NodeId> chosen;
    for (NodeId node = links + 1; node < nodes; ++node) {
        // Either end of a random edge: a node of degree d is met with probability d / sum of degrees.
        const std::uint64_t ends = 2 * pairs.size();
        chosen.clear();
        while (static_cast<NodeId>(chosen.size()) < links) {
            const std::uint64_t end = random.below(ends);
            const NodeId other = end % 2 == 0 ? pairs[end / 2].first : pairs[end / 2].second;
            if (chosen_by[other] != node) {
                chosen_by[other] = node;
                chosen.push_back(other);
            }
        }
        std::sort(chosen.begin(), chosen.end());
        for (const NodeId other : chosen) {
            pairs.emplace_back(other, node);
        }
    }
    return unit_graph(nodes, pairs);
}

}  // namespace ndpool
