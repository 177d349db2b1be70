#include "ndpool/draw/report/figures.hpp"

#include <fmt/format.h>

#include <cmath>

#include "ndpool/draw/layout/layout.hpp"
#include "ndpool/draw/picture/svg.hpp"
#include "ndpool/draw/plot/chart.hpp"
#include "ndpool/draw/report/level_table.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

std::string size_of(const Graph& graph) {
    return counted(graph.node_count(), "node") + ", " + counted(graph.edge_count(), "edge");
}

std::vector<Point> positions_of(const std::vector<Point>& positions, const std::vector<NodeId>& nodes) {
    std::vector<Point> result;
    result.reserve(nodes.size());
    for (const NodeId node : nodes) {
        result.push_back(positions[node]);
    }
    return result;
}

/// The input node of each node of the level.
std::vector<NodeId> input_nodes(const LevelPicture& level) {
    std::vector<NodeId> nodes;
    for (const NodeId node : level.kept) {
        nodes.push_back(level.before_nodes[node]);
    }
    return nodes;
}

Figure figure(const Graph& graph, Panel panel, const Frame& frame, std::string heading, std::string caption) {
    panel.title = heading;
    panel.description = caption;
    PanelDrawing drawing = graph_svg(graph, panel, frame);
    return {std::move(drawing.svg), std::move(heading), std::move(caption), std::move(drawing.note)};
}

/// Empty if the cut is not known.
std::string cut_words(const LevelPicture& level) {
    return std::isnan(level.cut_fraction) ? ""
                                          : fmt::format(" · cut fraction {} (at most {})", short_number(level.cut_fraction),
                                                        short_number(level.upper_bound));
}

LevelFigures joined_figures(const LevelPicture& level, const std::vector<Point>& before, const std::vector<Point>& after,
                            const Frame& frame) {
    const std::vector<NodeId> names = input_nodes(level);
    const std::vector<NodeRole> all_kept(names.size(), NodeRole::kept);
    return {fmt::format("Level {}", level.level),
            fmt::format("{} joined to {} · {}", counted(level.before.node_count(), "node"),
                        with_thousands(level.sparsified.node_count()), level.origin),
            {figure(level.before, {"", "", before, level.before_nodes, {}, level.joined}, frame, "Nodes that are joined",
                    size_of(level.before)),
             figure(level.sparsified, {"", "", after, names, all_kept}, frame, "Joined", size_of(level.sparsified))}};
}

/// Positions of the nodes of a level: kept nodes stay where they are, joined nodes lie in the middle of their members.
std::vector<Point> positions_after(const LevelPicture& level, const std::vector<Point>& before) {
    std::vector<Point> after = positions_of(before, level.kept);
    std::vector<double> members(after.size(), 0);
    std::vector<Point> sums(after.size());
    for (std::size_t node = 0; node < level.joined.size(); ++node) {
        if (const NodeId to = level.joined[node]; to >= 0) {
            sums[to] = {sums[to].x + before[node].x, sums[to].y + before[node].y};
            members[to] += 1;
        }
    }
    for (std::size_t node = 0; node < after.size(); ++node) {
        if (members[node] > 0) {
            after[node] = {sums[node].x / members[node], sums[node].y / members[node]};
        }
    }
    return after;
}

LevelFigures level_figures(const LevelPicture& level, const std::vector<Point>& before, const std::vector<Point>& after,
                           const Frame& frame, double epsilon) {
    if (!level.joined.empty()) {
        return joined_figures(level, before, after, frame);
    }
    std::vector<NodeRole> roles(level.before_nodes.size(), NodeRole::dropped);
    for (const NodeId node : level.kept) {
        roles[node] = NodeRole::kept;
    }
    const std::vector<NodeId> kept_nodes = input_nodes(level);
    const std::vector<NodeRole> all_kept(kept_nodes.size(), NodeRole::kept);
    const auto dropped = static_cast<EntryIndex>(roles.size() - kept_nodes.size());
    LevelFigures figures;
    figures.heading = fmt::format("Level {}", level.level);
    figures.summary = fmt::format("{} kept, {} dropped{} · {}", with_thousands(level.sparsified.node_count()),
                                  with_thousands(dropped), cut_words(level), level.origin);
    figures.columns.push_back(figure(level.before, {"", "", before, level.before_nodes, roles}, frame,
                                     "Cut into kept and dropped nodes", size_of(level.before)));
    if (level.reduced) {
        figures.columns.push_back(
            figure(*level.reduced, {"", "", after, kept_nodes, all_kept}, frame, "Kron reduction", size_of(*level.reduced)));
    }
    if (level.reduced && epsilon == 0 && level.reduced->edge_count() == level.sparsified.edge_count()) {
        return figures;  // the same graph once more would say nothing
    }
    const std::string share_left =
        edges_before(level) ? fmt::format(" ({} of the reduction's)", share_of_edges(level)) : std::string();
    figures.columns.push_back(figure(level.sparsified, {"", "", after, kept_nodes, all_kept}, frame,
                                     level.reduced ? fmt::format("Sparsified, ε = {:g}", epsilon) : "As it is stored",
                                     size_of(level.sparsified) + share_left));
    return figures;
}

void add_chart(const PyramidPicture& picture, PyramidFigures& figures) {
    figures.chart_width = 440;
    figures.chart_height = 230;
    if (picture.levels.empty()) {
        return;
    }
    const EntryIndex edges = picture.input.edge_count();
    std::vector<LevelCounts> counts{{0, picture.input.node_count(), edges, edges}};
    for (const LevelPicture& level : picture.levels) {
        counts.push_back(
            {level.level, level.sparsified.node_count(), edges_before(level).value_or(0), level.sparsified.edge_count()});
    }
    figures.chart = level_chart(counts, figures.chart_width, figures.chart_height);
}

}  // namespace

PyramidFigures pyramid_figures(const PyramidPicture& picture) {
    check_picture(picture);
    const std::vector<Point> positions = picture.positions.empty() ? graph_layout(picture.input, Seed()) : picture.positions;
    const Frame large = frame_around(positions, 640);
    const Frame small = frame_around(positions, 380);
    PyramidFigures figures;
    figures.input_width = large.width;
    figures.input_height = large.height;
    figures.panel_width = small.width;
    figures.panel_height = small.height;
    figures.input = figure(picture.input, {"", "", positions, {}, {}}, large, "Input", size_of(picture.input));
    std::vector<Point> before = positions;
    bool moved = false;  // joined nodes lie where no node of the input does
    for (const LevelPicture& level : picture.levels) {
        if (!moved) {
            before = positions_of(positions, level.before_nodes);
        }
        moved = moved || !level.joined.empty();
        std::vector<Point> after = positions_after(level, before);
        figures.levels.push_back(level_figures(level, before, after, small, picture.epsilon));
        before = std::move(after);
    }
    add_chart(picture, figures);
    return figures;
}

std::vector<LegendEntry> legend(const PyramidPicture& picture) {
    const auto symbol = [](std::string_view content) {
        return fmt::format(R"(<svg width="34" height="18" viewBox="0 0 340 180" aria-hidden="true">{}</svg>)", content);
    };
    const auto line = [&](std::string_view name) {
        return symbol(
            fmt::format(R"(<g class="{} ink{}" stroke-width="22"><path d="M20 90h300"/></g>)", name, ink_strengths.size() - 1));
    };
    const bool joins = !picture.levels.empty() && !picture.levels.front().joined.empty();
    if (joins) {
        return {{line("edges kept"), "edge between nodes that are joined"}, {line("edges"), "other edge"}};
    }
    return {{symbol(R"(<g class="nodes kept" stroke-width="14"><circle cx="170" cy="90" r="62"/></g>)"), "kept node"},
            {symbol(R"(<g class="nodes dropped" stroke-width="20"><circle cx="170" cy="90" r="54"/></g>)"), "dropped node"},
            {line("edges"), "cut edge"},
            {line("edges kept"), "edge between kept nodes"},
            {line("edges dropped"), "edge between dropped nodes"}};
}

}  // namespace ndpool
