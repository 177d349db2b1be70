#include "ndpool/draw/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/draw/chart.hpp"
#include "ndpool/draw/layout.hpp"
#include "ndpool/draw/svg.hpp"
#include "ndpool/draw/text.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double share(EntryIndex part, EntryIndex whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : unknown;
}

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

Figure figure(const Graph& graph, Panel panel, const Frame& frame, std::string heading, std::string caption) {
    panel.title = heading;
    panel.description = caption;
    PanelDrawing drawing = graph_svg(graph, panel, frame);
    return {std::move(drawing.svg), std::move(heading), std::move(caption), std::move(drawing.note)};
}

LevelFigures level_figures(const LevelPicture& level, const std::vector<Point>& positions, const Frame& frame, double epsilon) {
    std::vector<NodeRole> roles(level.before_nodes.size(), NodeRole::dropped);
    std::vector<NodeId> kept_nodes;
    for (const NodeId node : level.kept) {
        roles[node] = NodeRole::kept;
        kept_nodes.push_back(level.before_nodes[node]);
    }
    const std::vector<NodeRole> all_kept(kept_nodes.size(), NodeRole::kept);
    const std::vector<Point> before = positions_of(positions, level.before_nodes);
    const std::vector<Point> after = positions_of(positions, kept_nodes);
    const auto dropped = static_cast<EntryIndex>(roles.size() - kept_nodes.size());
    const std::string name = fmt::format("Level {}", level.level);
    return {name,
            fmt::format("{} kept, {} dropped · cut fraction {} (at most {}) · {}", with_thousands(level.reduced.node_count()),
                        with_thousands(dropped), short_number(level.cut_fraction), short_number(level.upper_bound), level.origin),
            {figure(level.before, {"", "", before, level.before_nodes, roles}, frame, "Cut into kept and dropped nodes",
                    size_of(level.before)),
             figure(level.reduced, {"", "", after, kept_nodes, all_kept}, frame, "Kron reduction", size_of(level.reduced)),
             figure(level.sparsified, {"", "", after, kept_nodes, all_kept}, frame, fmt::format("Sparsified, ε = {:g}", epsilon),
                    fmt::format("{} ({} of the reduction's)", size_of(level.sparsified),
                                percent(share(level.sparsified.edge_count(), level.reduced.edge_count()))))}};
}

std::vector<std::string> table_row(const LevelPicture& level, NodeId input_nodes) {
    const NodeId components = connected_components(level.sparsified).count();
    const NodeId components_before = connected_components(level.reduced).count();
    const std::string split = components == components_before ? "" : fmt::format(" (was {})", with_thousands(components_before));
    return {fmt::format("Level {}", level.level),
            with_thousands(level.sparsified.node_count()),
            percent(share(level.sparsified.node_count(), input_nodes)),
            with_thousands(level.reduced.edge_count()),
            with_thousands(level.sparsified.edge_count()),
            percent(share(level.sparsified.edge_count(), level.reduced.edge_count())),
            short_number(level.cut_fraction),
            short_number(level.upper_bound),
            level.origin.empty() ? "–" : level.origin,
            with_thousands(components) + split};
}

void add_table(const PyramidPicture& picture, PyramidFigures& figures) {
    figures.table_head = {"",
                          "nodes",
                          "share of nodes",
                          "edges before sparsification",
                          "edges after",
                          "share of edges",
                          "cut fraction",
                          "upper bound",
                          "origin of the cut",
                          "components"};
    const Graph& input = picture.input;
    figures.table.push_back({"Input", with_thousands(input.node_count()), percent(share(input.node_count(), input.node_count())),
                             "–", with_thousands(input.edge_count()), "–", "–", "–", "–",
                             with_thousands(connected_components(input).count())});
    for (const LevelPicture& level : picture.levels) {
        figures.table.push_back(table_row(level, input.node_count()));
    }
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
        counts.push_back({level.level, level.sparsified.node_count(), level.reduced.edge_count(), level.sparsified.edge_count()});
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
    for (const LevelPicture& level : picture.levels) {
        figures.levels.push_back(level_figures(level, positions, small, picture.epsilon));
    }
    add_chart(picture, figures);
    add_table(picture, figures);
    return figures;
}

std::vector<LegendEntry> legend() {
    const auto symbol = [](std::string_view content) {
        return fmt::format(R"(<svg width="34" height="18" viewBox="0 0 340 180" aria-hidden="true">{}</svg>)", content);
    };
    const auto line = [&](std::string_view name) {
        return symbol(
            fmt::format(R"(<g class="{} ink{}" stroke-width="22"><path d="M20 90h300"/></g>)", name, ink_strengths.size() - 1));
    };
    return {{symbol(R"(<g class="nodes kept" stroke-width="14"><circle cx="170" cy="90" r="62"/></g>)"), "kept node"},
            {symbol(R"(<g class="nodes dropped" stroke-width="20"><circle cx="170" cy="90" r="54"/></g>)"), "dropped node"},
            {line("edges"), "cut edge"},
            {line("edges kept"), "edge between kept nodes"},
            {line("edges dropped"), "edge between dropped nodes"}};
}

std::string lead_of(const PyramidPicture& picture) {
    if (picture.levels.empty()) {
        return "The input graph, without coarsened levels.";
    }
    return fmt::format("The input graph and {}. Heavier edges stand out; every node stays in its place.",
                       counted(static_cast<std::int64_t>(picture.levels.size()), "coarsened level"));
}

}  // namespace ndpool
