#include "ndpool/reproduce/learned/expressiveness.hpp"

#include <algorithm>
#include <numeric>

namespace ndpool {

namespace {

constexpr std::size_t pair_count = 500;

/// Which nodes of a ring carry a leaf: `groups` groups of `size` neighbours, with at least one node between two groups and the
/// other nodes of the ring spread over the gaps at random.
std::vector<NodeId> carriers(NodeId ring, NodeId groups, NodeId size, Random& random) {
    std::vector<NodeId> gaps(static_cast<std::size_t>(groups), 1);
    for (NodeId left = ring - groups * (size + 1); left > 0; --left) {
        ++gaps[random.below(gaps.size())];
    }
    std::vector<NodeId> nodes;
    NodeId at = 0;
    for (const NodeId gap : gaps) {
        for (NodeId i = 0; i < size; ++i) {
            nodes.push_back(at++);
        }
        at += gap;
    }
    return nodes;
}

Graph ring_with_leaves(NodeId ring, const std::vector<NodeId>& carrying, Random& random) {
    const NodeId nodes = ring + static_cast<NodeId>(carrying.size());
    std::vector<NodeId> name(static_cast<std::size_t>(nodes));
    std::iota(name.begin(), name.end(), 0);
    shuffle(std::span(name), random);
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(nodes));
    for (NodeId node = 0; node < ring; ++node) {
        edges.push_back({name[node], name[(node + 1) % ring], 1});
    }
    for (std::size_t leaf = 0; leaf < carrying.size(); ++leaf) {
        edges.push_back({name[carrying[leaf]], name[static_cast<std::size_t>(ring) + leaf], 1});
    }
    return Graph::from_edges(nodes, edges);
}

template <Reduce reduce>
void by(RunOptions& run) {
    run.network.pool.reduce = reduce;
}

}  // namespace

Dataset ring_pairs(std::size_t pairs, Seed seed) {
    Dataset data;
    data.name = "ring_pairs";
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        Random random(seed.child("pair", pair));
        const NodeId ring = 16 + static_cast<NodeId>(random.below(15));
        const NodeId leaves = 2 * (1 + static_cast<NodeId>(random.below(static_cast<std::uint64_t>(ring / 4 - 1))));
        data.graphs.push_back(ring_with_leaves(ring, carriers(ring, leaves / 2, 2, random), random));
        data.graph_labels.push_back(1);
        data.graphs.push_back(ring_with_leaves(ring, carriers(ring, leaves, 1, random), random));
        data.graph_labels.push_back(2);
    }
    return data;
}

const GraphTableLayout& expressiveness_table() {
    static const GraphTableLayout layout{
        "table-expressiveness",
        "Pairs of graphs told apart, in percent",
        5,
        {{"Ring pairs", "ring_pairs", "", {}, [] { return ring_pairs(pair_count, Seed(0).child("ring_pairs")); }}},
        {{"WL", "wl", "wl"},
         {"Dense", "dense", "dense"},
         {"Flat", "flat", "flat"},
         {"NDP take", "ndp", "ndp"},
         {"NDP mean", "ndp-mean", "ndp", by<Reduce::mean>},
         {"NDP sum", "ndp-sum", "ndp", by<Reduce::sum>},
         {"NDP max", "ndp-max", "ndp", by<Reduce::max>},
         {"NDP harmonic", "ndp-harmonic", "ndp", by<Reduce::harmonic>},
         {"NDP take+harmonic", "ndp-take+harmonic", "ndp", by<Reduce::take_and_harmonic>},
         {"GRACLUS max", "graclus", "graclus"},
         {"GRACLUS mean", "graclus-mean", "graclus", by<Reduce::mean>},
         {"NMF", "nmf", "nmf"},
         {"k-MIS", "kmis", "kmis"},
         {"k-MIS Kron", "kmis-kron", "kmis-kron"},
         {"Top-K", "topk", "topk"},
         {"SAGPool", "sagpool", "sagpool"},
         {"DiffPool", "diffpool", "diffpool"},
         {"MinCut", "mincut", "mincut"},
         {"EdgePool", "edgepool", "edgepool"},
         {"MaxCutPool", "maxcut", "maxcut"}}};
    return layout;
}

}  // namespace ndpool
