#include "ndpool/draw/figure_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

void require_part(bool good, const std::string& title, const char* wrong) {
    if (!good) {
        throw InvalidInput(fmt::format("figure '{}': {}", title, wrong));
    }
}

template <typename Index>
bool all_below(const std::vector<Index>& numbers, std::size_t size, Index lowest = 0) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](Index number) { return number >= lowest && number < static_cast<std::int64_t>(size); });
}

void check_level(const std::string& title, const DrawnLevel& level, std::size_t positions) {
    const std::size_t nodes = level.nodes.size();
    require_part(all_below(level.nodes, positions), title, "a node of a level has no position");
    require_part(level.kept.empty() || level.kept.size() == nodes, title, "not every node is either kept or dropped");
    require_part(level.clusters.empty() || level.clusters.size() == nodes, title, "not every node has a cluster");
    for (const DrawnEdge& edge : level.edges) {
        const bool inside = edge.a >= 0 && edge.b >= 0 && static_cast<std::size_t>(std::max(edge.a, edge.b)) < nodes;
        require_part(inside, title, "an edge ends outside of its level");
        require_part(edge.a != edge.b, title, "an edge is a self-loop");
        require_part(std::isfinite(edge.weight), title, "a weight is not finite");
    }
}

}  // namespace

Verdict verdict_by(std::vector<Criterion> criteria, std::string words) {
    const bool all = std::all_of(criteria.begin(), criteria.end(), [](const Criterion& criterion) { return criterion.holds; });
    return {all ? Agreement::agrees : Agreement::differs, std::move(words), std::move(criteria)};
}

void check_part(const ReportChart& chart) {
    for (const ChartSeries& series : chart.series) {
        require_part(series.x.size() == series.y.size(), chart.title, "a series has not as many x as y");
        require_part(series.low.empty() || series.low.size() == series.x.size(), chart.title, "a band has another length");
        require_part(series.low.size() == series.high.size(), chart.title, "a band has no upper or no lower end");
        if (!chart.x_names.empty()) {
            const auto named = [&](double x) { return x >= 0 && x < static_cast<double>(chart.x_names.size()); };
            require_part(std::all_of(series.x.begin(), series.x.end(), named), chart.title, "an x has no name");
        }
    }
}

void check_part(const ReportGraph& graph) {
    const auto finite = [](const Point& point) { return std::isfinite(point.x) && std::isfinite(point.y); };
    require_part(std::all_of(graph.positions.begin(), graph.positions.end(), finite), graph.title, "a position is not finite");
    require_part(std::is_sorted(graph.epsilons.begin(), graph.epsilons.end()), graph.title, "thresholds do not ascend");
    const bool named = graph.names.empty() || graph.names.size() == graph.positions.size();
    require_part(named, graph.title, "not every node has a number");
    const bool begins =
        graph.first_level >= 0 && static_cast<std::size_t>(graph.first_level) < std::max<std::size_t>(graph.levels.size(), 1);
    require_part(begins, graph.title, "it begins with a level that is not there");
    for (std::size_t l = 0; l < graph.levels.size(); ++l) {
        check_level(graph.title, graph.levels[l], graph.positions.size());
        if (!graph.levels[l].clusters.empty()) {
            const std::size_t next = l + 1 < graph.levels.size() ? graph.levels[l + 1].nodes.size() : 0;
            require_part(all_below(graph.levels[l].clusters, next, -1), graph.title, "a cluster is no node of the next level");
        }
    }
}

void check_part(const ReportMatrix& matrix) {
    const bool fits = matrix.rows >= 0 && matrix.columns >= 0 &&
                      matrix.values.size() == static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.columns);
    require_part(fits, matrix.title, "a matrix has not as many values as places");
    const auto named = [](const std::vector<std::string>& names, int count) {
        return names.empty() || names.size() == static_cast<std::size_t>(count);
    };
    require_part(named(matrix.row_names, matrix.rows) && named(matrix.column_names, matrix.columns), matrix.title,
                 "a matrix has not as many names as rows or columns");
}

void check_part(const TextTable& table) {
    for (const std::vector<std::string>& row : table.rows) {
        require_part(row.size() == table.columns.size(), table.title, "a row has not as many cells as there are columns");
    }
}

}  // namespace ndpool
