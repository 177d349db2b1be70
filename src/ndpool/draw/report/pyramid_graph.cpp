#include "ndpool/draw/report/pyramid_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "ndpool/draw/layout/layout.hpp"
#include "ndpool/draw/picture/edge_style.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

/// The reduction, from which the reader's threshold removes edges; where no single threshold was used, what it left.
const Graph& shown_graph(const PyramidPicture& picture, const LevelPicture& level) {
    return level.reduced && !picture.relative_epsilon ? *level.reduced : level.sparsified;
}

/// The graph of a level and the input node of each of its nodes; level 0 is the input.
struct ShownLevel {
    const Graph* graph = nullptr;
    std::vector<NodeId> nodes;
    int number = 0;
    const LevelPicture* next = nullptr;  ///< the step that was made from here
};

std::vector<ShownLevel> shown_levels(const PyramidPicture& picture) {
    std::vector<ShownLevel> levels(1);
    levels[0].graph = &picture.input;
    levels[0].nodes.resize(static_cast<std::size_t>(picture.input.node_count()));
    std::iota(levels[0].nodes.begin(), levels[0].nodes.end(), 0);
    for (const LevelPicture& level : picture.levels) {
        levels.back().next = &level;
        ShownLevel shown{&shown_graph(picture, level), {}, level.level, nullptr};
        for (const NodeId node : level.kept) {
            shown.nodes.push_back(level.before_nodes[node]);
        }
        levels.push_back(std::move(shown));
    }
    return levels;
}

DrawnLevel drawn_level(const ShownLevel& shown, const std::vector<std::int32_t>& place_of, std::size_t most_edges) {
    DrawnLevel level;
    level.title = shown.number == 0 ? "Input" : fmt::format("Level {}", shown.number);
    for (const NodeId node : shown.nodes) {
        level.nodes.push_back(place_of[node]);
    }
    EntryIndex loops = 0;
    for (const Edge& edge : strongest_edges(*shown.graph, most_edges).edges) {
        loops += edge.from == edge.to ? 1 : 0;
        if (edge.from != edge.to) {
            level.edges.push_back({edge.from, edge.to, static_cast<float>(edge.weight)});
        }
    }
    const EntryIndex all = shown.graph->edge_count();
    if (all > static_cast<EntryIndex>(most_edges)) {
        level.note = fmt::format("The strongest {} of {} are here.", with_thousands(static_cast<std::int64_t>(most_edges)),
                                 counted(all, "edge"));
    } else if (loops > 0) {
        level.note = fmt::format("{} not drawn.", loops == 1 ? "1 self-loop is" : with_thousands(loops) + " self-loops are");
    }
    // A picture may hold single steps that do not follow each other.
    if (shown.next == nullptr || shown.next->before_nodes != shown.nodes) {
        return level;
    }
    if (shown.next->joined.empty()) {
        level.kept.assign(level.nodes.size(), 0);
        for (const NodeId node : shown.next->kept) {
            level.kept[node] = 1;
        }
    } else {
        level.clusters.assign(shown.next->joined.begin(), shown.next->joined.end());
    }
    return level;
}

}  // namespace

std::vector<double> threshold_stops(const PyramidPicture& picture) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const LevelPicture& level : picture.levels) {
        for (const Edge& edge : edges_of(shown_graph(picture, level))) {
            least = edge.weight > 0 ? std::min(least, edge.weight) : least;
            most = std::max(most, edge.weight);
        }
    }
    if (!(least < most)) {
        return {};
    }
    std::vector<double> stops{0};
    const int first = std::max(static_cast<int>(std::floor(std::log10(least))), -6);
    for (int power = first; std::pow(10.0, power) < most; ++power) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double stop = std::stod(fmt::format("{}e{}", factor, power));
            if (stop >= least && stop < most) {
                stops.push_back(stop);
            }
        }
    }
    if (!picture.relative_epsilon && std::find(stops.begin(), stops.end(), picture.epsilon) == stops.end()) {
        stops.push_back(picture.epsilon);
    }
    std::sort(stops.begin(), stops.end());
    return stops;
}

ReportGraph pyramid_graph(const PyramidPicture& picture, const PageLimits& limits) {
    check_picture(picture);
    std::vector<ShownLevel> levels = shown_levels(picture);
    std::size_t first = 0;
    while (first + 1 < levels.size() && levels[first].nodes.size() > limits.nodes) {
        ++first;
    }
    ReportGraph graph;
    graph.names.assign(levels[first].nodes.begin(), levels[first].nodes.end());
    if (picture.positions.empty()) {
        graph.positions = graph_layout(*levels[first].graph, Seed());
    } else {
        for (const NodeId node : levels[first].nodes) {
            graph.positions.push_back(picture.positions[node]);
        }
    }
    std::vector<std::int32_t> place_of(static_cast<std::size_t>(picture.input.node_count()), -1);
    for (std::size_t place = 0; place < graph.names.size(); ++place) {
        place_of[graph.names[place]] = static_cast<std::int32_t>(place);
    }
    for (std::size_t level = first; level < levels.size(); ++level) {
        graph.levels.push_back(drawn_level(levels[level], place_of, limits.edges));
    }
    if (first == 0) {
        graph.names.clear();
    } else {
        graph.levels.front().note +=
            fmt::format("{}Levels before have more than {} and are not drawn.", graph.levels.front().note.empty() ? "" : " ",
                        counted(static_cast<std::int64_t>(limits.nodes), "node"));
    }
    const bool joins = std::any_of(picture.levels.begin(), picture.levels.end(),
                                   [](const LevelPicture& level) { return !level.joined.empty(); });
    if (!joins) {
        graph.epsilons = threshold_stops(picture);
        graph.epsilon = picture.relative_epsilon ? 0 : picture.epsilon;
    }
    return graph;
}

}  // namespace ndpool
