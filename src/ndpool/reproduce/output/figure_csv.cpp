#include "ndpool/reproduce/output/figure_csv.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ndpool {

namespace {

std::string csv_number(double value) {
    return std::isfinite(value) ? fmt::format("{:.7g}", value) : std::string();
}

std::string charts_csv(const std::vector<ReportChart>& charts) {
    std::string csv = "chart,series,x,y,low,high\n";
    for (const ReportChart& chart : charts) {
        for (const ChartSeries& series : chart.series) {
            const std::string name = series.from_paper ? series.name + " (paper)" : series.name;
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                const std::string x = chart.x_names.empty() ? csv_number(series.x[i])
                                                            : csv_field(chart.x_names[static_cast<std::size_t>(series.x[i])]);
                csv += fmt::format("{},{},{},{},{},{}\n", csv_field(chart.title), csv_field(name), x, csv_number(series.y[i]),
                                   series.low.empty() ? "" : csv_number(series.low[i]),
                                   series.high.empty() ? "" : csv_number(series.high[i]));
            }
        }
    }
    return csv;
}

/// One table as it always was; several with a column that says which.
std::string tables_csv(const std::vector<ResultTable>& tables) {
    if (tables.size() == 1) {
        return to_csv(tables.front());
    }
    std::string csv;
    for (const ResultTable& table : tables) {
        const std::string lines = to_csv(table);
        std::size_t begin = 0;
        for (std::size_t end = lines.find('\n'); end != std::string::npos; begin = end + 1, end = lines.find('\n', begin)) {
            if (begin == 0) {
                csv += csv.empty() ? "table," + lines.substr(0, end + 1) : "";
            } else {
                csv += csv_field(table.name) + "," + lines.substr(begin, end + 1 - begin);
            }
        }
    }
    return csv;
}

void add_csv_line(std::string& csv, const std::vector<std::string>& cells) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
        csv += c == 0 ? "" : ",";
        csv += csv_field(cells[c]);
    }
    csv += "\n";
}

std::string texts_csv(const std::vector<TextTable>& texts) {
    std::string csv;
    for (const TextTable& text : texts) {
        csv += csv.empty() ? "" : "\n";
        add_csv_line(csv, text.columns);
        for (const std::vector<std::string>& row : text.rows) {
            add_csv_line(csv, row);
        }
    }
    return csv;
}

std::string graphs_csv(const std::vector<ReportGraph>& graphs) {
    std::string csv = "graph,level,from,to,weight\n";
    for (const ReportGraph& graph : graphs) {
        for (const DrawnLevel& level : graph.levels) {
            const auto node = [&](std::int32_t place) { return level.nodes[static_cast<std::size_t>(place)]; };
            for (const DrawnEdge& edge : level.edges) {
                csv += fmt::format("{},{},{},{},{:.7g}\n", csv_field(graph.title), csv_field(level.title), node(edge.a),
                                   node(edge.b), edge.weight);
            }
        }
    }
    return csv;
}

std::string matrices_csv(const std::vector<ReportMatrix>& matrices) {
    std::string csv = "matrix,row,column,value\n";
    for (const ReportMatrix& matrix : matrices) {
        for (std::size_t i = 0; i < matrix.values.size(); ++i) {
            if (matrix.values[i] != 0) {
                const auto columns = static_cast<std::size_t>(matrix.columns);
                csv += fmt::format("{},{},{},{:.7g}\n", csv_field(matrix.title), i / columns, i % columns, matrix.values[i]);
            }
        }
    }
    return csv;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> csv_files(const ReportFigure& figure) {
    std::vector<std::pair<std::string, std::string>> files;
    const auto add = [&](const char* ending, bool any, std::string csv) {
        if (any) {
            files.emplace_back(files.empty() ? ".csv" : ending, std::move(csv));
        }
    };
    add("", !figure.charts.empty(), charts_csv(figure.charts));
    add("-table.csv", !figure.tables.empty(), tables_csv(figure.tables));
    add("-text.csv", !figure.texts.empty(), texts_csv(figure.texts));
    add("-graph.csv", !figure.graphs.empty(), graphs_csv(figure.graphs));
    add("-matrix.csv", !figure.matrices.empty(), matrices_csv(figure.matrices));
    if (files.empty()) {
        files.emplace_back(".csv", charts_csv({}));
    }
    return files;
}

}  // namespace ndpool
