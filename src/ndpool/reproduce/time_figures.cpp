#include "ndpool/reproduce/time_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ndpool/draw/plot/scatter_plot.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

constexpr std::string_view own_method = "NDP";
constexpr std::array<std::string_view, 13> colors{"#475569", "#94a3b8", "#111827", "#2563eb", "#ca8a04", "#65a30d", "#db2777",
                                                  "#c2410c", "#7c3aed", "#0891b2", "#a3e635", "#fb923c", "#fdba74"};

bool is_filled(const ResultTable& table, std::size_t row, std::size_t column) {
    return table.rows[row].cells[column].ours.has_value();
}

/// The columns that have any times.
std::vector<std::size_t> timed_columns(const ResultTable& seconds) {
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < seconds.columns.size(); ++c) {
        for (std::size_t r = 0; r < seconds.rows.size(); ++r) {
            if (is_filled(seconds, r, c)) {
                columns.push_back(c);
                break;
            }
        }
    }
    return columns;
}

DotSeries series_of(const ResultTable& seconds, std::size_t column) {
    const std::string& name = seconds.columns[column];
    return {name, std::string(colors[column % colors.size()]), {}, name == own_method};
}

std::string figure(const DotChart& chart, const std::string& caption) {
    return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>", dot_chart(chart), escaped(caption));
}

std::string figure_of_times(const ResultTable& seconds, const std::vector<std::size_t>& columns) {
    DotChart chart{.title = "Seconds of a training epoch by dataset and method",
                   .across = "seconds of a training epoch",
                   .up = "",
                   .rows = {},
                   .series = {}};
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < seconds.rows.size(); ++r) {
        const auto filled = [&](std::size_t c) { return is_filled(seconds, r, c); };
        if (std::any_of(columns.begin(), columns.end(), filled)) {
            rows.push_back(r);
            chart.rows.push_back(seconds.rows[r].name);
        }
    }
    for (const std::size_t c : columns) {
        chart.series.push_back(series_of(seconds, c));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (is_filled(seconds, rows[i], c)) {
                chart.series.back().dots.push_back({seconds.rows[rows[i]].cells[c].ours->mean, static_cast<double>(i)});
            }
        }
    }
    return figure(chart, "Seconds of a training epoch, further left is faster (the paper's figure of training times).");
}

std::string figure_of_means(const ResultTable& accuracy, const ResultTable& seconds, const std::vector<std::size_t>& columns) {
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < seconds.rows.size(); ++r) {
        const auto filled = [&](std::size_t c) { return is_filled(seconds, r, c) && is_filled(accuracy, r, c); };
        if (std::all_of(columns.begin(), columns.end(), filled)) {
            rows.push_back(r);
        }
    }
    if (rows.empty()) {
        return "";
    }
    DotChart chart{.title = "Mean accuracy against mean seconds of an epoch",
                   .across = "seconds of a training epoch",
                   .up = "accuracy in percent",
                   .rows = {},
                   .series = {}};
    std::string names;
    for (const std::size_t r : rows) {
        names += (names.empty() ? "" : ", ") + seconds.rows[r].name;
    }
    for (const std::size_t c : columns) {
        Dot mean;
        for (const std::size_t r : rows) {
            mean.x += seconds.rows[r].cells[c].ours->mean / static_cast<double>(rows.size());
            mean.y += accuracy.rows[r].cells[c].ours->mean / static_cast<double>(rows.size());
        }
        chart.series.push_back(series_of(seconds, c));
        chart.series.back().dots.push_back(mean);
    }
    return figure(chart,
                  fmt::format("Means over {}, which all of these methods were run on; further left is faster, further up is "
                              "better (the paper's figure of accuracy against training time).",
                              names));
}

}  // namespace

std::vector<std::string> time_figures(const ResultTable& accuracy, const ResultTable& seconds) {
    std::vector<std::string> figures;
    const std::vector<std::size_t> columns = timed_columns(seconds);
    if (!columns.empty()) {
        figures.push_back(figure_of_times(seconds, columns));
        figures.push_back(figure_of_means(accuracy, seconds, columns));
    }
    std::erase(figures, "");
    return figures;
}

}  // namespace ndpool
