#include "ndpool/cut/kept_side.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/base/enum_words.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

constexpr EnumWord<KeptSide> side_words[] = {
    {KeptSide::first, "first"}, {KeptSide::smaller, "smaller"}, {KeptSide::larger, "larger"}, {KeptSide::cheaper, "cheaper"}};

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

/// The most entries that eliminating a node can fill in.
double squared_length(const Graph& graph, NodeId node) {
    const auto length = static_cast<double>(graph.neighbors(node).size());
    return length * length;
}

double squared_lengths(const Graph& graph, std::span<const NodeId> nodes) {
    double sum = 0;
    for (const NodeId node : nodes) {
        sum += squared_length(graph, node);
    }
    return sum;
}

Sides sides_of(const Cut& cut) {
    Sides sides(cut.kept.size() + cut.dropped.size(), 1);
    for (const NodeId node : cut.dropped) {
        sides[node] = -1;
    }
    return sides;
}

}  // namespace

std::string_view name_of(KeptSide side) {
    return word_of(side_words, side);
}

KeptSide kept_side_named(std::string_view name) {
    return value_of(side_words, "side to keep", name);
}

void keep_side(const Graph& graph, std::span<const NodeId> nodes, KeptSide kept, Sides& sides) {
    if (kept == KeptSide::first || kept == KeptSide::cheaper) {
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

Cut with_cheaper_side(const Graph& graph, Cut cut) {
    constexpr double worth_it = 2;  // the side hardly matters on meshes; on email-Enron it is a factor of 5 in time
    if (squared_lengths(graph, cut.dropped) <= worth_it * squared_lengths(graph, cut.kept)) {
        return cut;  // even if single components would gain, the graph as a whole hardly would
    }
    const Components components = connected_components(graph);
    std::vector<double> cost_now(static_cast<std::size_t>(components.count()), 0);
    std::vector<double> cost_exchanged(cost_now);
    const Sides sides = sides_of(cut);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        (sides[node] < 0 ? cost_now : cost_exchanged)[components.label[node]] += squared_length(graph, node);
    }
    cut.kept.clear();
    cut.dropped.clear();
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const NodeId component = components.label[node];
        const bool exchange = cost_now[component] > worth_it * cost_exchanged[component];
        ((sides[node] > 0) != exchange ? cut.kept : cut.dropped).push_back(node);
    }
    return cut;
}

Cut with_kept_count(const Graph& graph, const Cut& cut, NodeId count, Seed seed) {
    std::vector<NodeId> drawn = cut.dropped;
    Random random(seed);
    shuffle(std::span(drawn), random);
    Sides sides = sides_of(cut);
    const auto returning = static_cast<std::size_t>(count) - cut.kept.size();
    for (std::size_t i = 0; i < returning; ++i) {
        sides[drawn[i]] = 1;
    }
    Cut wider = cut;
    Cut exact = cut_from_sides(graph, sides);
    wider.kept = std::move(exact.kept);
    wider.dropped = std::move(exact.dropped);
    wider.weight = exact.weight;
    wider.fraction = exact.fraction;
    return wider;
}

}  // namespace ndpool
