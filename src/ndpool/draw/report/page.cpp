#include "ndpool/draw/report/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/draw/page/page.hpp"
#include "ndpool/draw/report/level_table.hpp"
#include "ndpool/draw/report/pyramid_graph.hpp"

namespace ndpool {

namespace {

void add_count(ChartSeries& series, double level, EntryIndex count) {
    series.x.push_back(level);
    series.y.push_back(static_cast<double>(count));
}

ChartSeries node_counts(const PyramidPicture& picture, std::string name) {
    ChartSeries nodes{.name = std::move(name)};
    add_count(nodes, 0, picture.input.node_count());
    for (const LevelPicture& level : picture.levels) {
        add_count(nodes, level.level, level.sparsified.node_count());
    }
    return nodes;
}

ChartSeries edge_counts(const PyramidPicture& picture, std::string name) {
    ChartSeries edges{.name = std::move(name)};
    add_count(edges, 0, picture.input.edge_count());
    for (const LevelPicture& level : picture.levels) {
        add_count(edges, level.level, level.sparsified.edge_count());
    }
    return edges;
}

/// Edges before sparsification; nothing if that changed no level.
std::vector<ChartSeries> edge_counts_before(const PyramidPicture& picture) {
    ChartSeries before{.name = "edges before sparsification", .dashed = true};
    add_count(before, 0, picture.input.edge_count());
    bool sparsified = false;
    for (const LevelPicture& level : picture.levels) {
        if (const auto count = edges_before(level)) {
            add_count(before, level.level, *count);
            sparsified = sparsified || *count != level.sparsified.edge_count();
        }
    }
    return sparsified ? std::vector{before} : std::vector<ChartSeries>();
}

/// Nodes and edges by level: in one chart, or for several methods in one chart each.
std::vector<ReportChart> size_charts(std::span<const PyramidPicture> pictures) {
    const auto chart = [](std::string title) {
        return ReportChart{.title = std::move(title), .x_label = "level", .y_label = "", .y_scale = Scale::logarithmic};
    };
    if (pictures.size() == 1) {
        ReportChart both = chart("Nodes and edges by level");
        both.series = edge_counts_before(pictures.front());
        both.series.insert(both.series.begin(), {node_counts(pictures.front(), "nodes"), edge_counts(pictures.front(), "edges")});
        return {both};
    }
    ReportChart nodes = chart("Nodes by level");
    ReportChart edges = chart("Edges by level");
    for (const PyramidPicture& picture : pictures) {
        nodes.series.push_back(node_counts(picture, picture.method));
        edges.series.push_back(edge_counts(picture, picture.method));
    }
    return {nodes, edges};
}

/// How many edges are heavier than each threshold, for each level whose reduction is known.
ReportChart threshold_chart(const PyramidPicture& picture) {
    ReportChart chart{.title = "Edges left by the threshold",
                      .x_label = "ε",
                      .y_label = "edges",
                      .x_scale = Scale::logarithmic,
                      .y_scale = Scale::logarithmic};
    const std::vector<double> stops = threshold_stops(picture);
    for (const LevelPicture& level : picture.levels) {
        if (!level.reduced) {
            continue;
        }
        std::vector<double> weights;
        for (const Edge& edge : edges_of(*level.reduced)) {
            weights.push_back(edge.weight);
        }
        std::sort(weights.begin(), weights.end());
        ChartSeries series{.name = fmt::format("level {}", level.level)};
        for (const double stop : stops) {
            const auto left = weights.end() - std::upper_bound(weights.begin(), weights.end(), stop);
            if (stop > 0) {
                series.x.push_back(stop);
                series.y.push_back(static_cast<double>(left));
            }
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

PageFigure graph_figure(std::span<const PyramidPicture> pictures) {
    PageFigure figure;
    figure.name = "levels";
    figure.title = pictures.size() > 1 ? "The graph and its levels by each method" : "The graph and its levels";
    figure.says = pictures.front().levels.empty()
                      ? "Drag to move the graph, click it and turn the wheel to zoom, rest on a node to see its edges."
                      : "Move the sliders to step through the levels and to drop weak edges; rest on a node to see its edges.";
    for (const PyramidPicture& picture : pictures) {
        figure.graphs.push_back(pyramid_graph(picture));
        figure.graphs.back().title = picture.method;
    }
    // Methods of one graph keep one layout, so that they can be compared.
    const auto same_nodes = [&](const ReportGraph& graph) {
        return graph.names == figure.graphs.front().names && graph.positions.size() == figure.graphs.front().positions.size();
    };
    if (std::all_of(figure.graphs.begin(), figure.graphs.end(), same_nodes)) {
        for (ReportGraph& graph : figure.graphs) {
            graph.positions = figure.graphs.front().positions;
        }
    }
    return figure;
}

PageFigure number_figure(std::span<const PyramidPicture> pictures) {
    PageFigure figure;
    figure.name = "numbers";
    figure.title = "Numbers";
    const bool has_levels = std::any_of(pictures.begin(), pictures.end(), [](const auto& one) { return !one.levels.empty(); });
    if (has_levels) {
        figure.charts = size_charts(pictures);
        for (const PyramidPicture& picture : pictures) {
            ReportChart chart = threshold_chart(picture);
            if (!chart.series.empty() && !chart.series.front().x.empty()) {
                figure.charts.push_back(std::move(chart));
            }
        }
    }
    for (const PyramidPicture& picture : pictures) {
        figure.tables.push_back(level_table(picture));
        figure.tables.back().title = picture.method;
        figure.tables.back().note =
            picture.epsilon > 0 ? fmt::format("Edges of weight at most ε = {:g} are dropped.", picture.epsilon) : "";
    }
    return figure;
}

}  // namespace

std::string pyramids_page(std::span<const PyramidPicture> pictures) {
    if (pictures.empty()) {
        throw InvalidInput("a page without pictures");
    }
    Page page;
    page.title = pictures.front().title;
    page.kicker = "Node decimation pooling";
    page.lead = pictures.size() > 1 ? fmt::format("The same graph, coarsened by {} methods.", pictures.size())
                                    : lead_of(pictures.front());
    page.facts = pictures.front().facts;
    page.figures = {graph_figure(pictures), number_figure(pictures)};
    return page_html(page);
}

std::string pyramid_page(const PyramidPicture& picture) {
    return pyramids_page({&picture, 1});
}

}  // namespace ndpool
