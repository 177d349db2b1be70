#include "ndpool/reproduce/stored/shown_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/reproduce/stored/stored_results.hpp"

namespace ndpool {

namespace {

constexpr const char* graphs_command = "ndpool reproduce table-graphs -o results/table-graphs --data DATA";

/// Cells of ours that are within one standard deviation of ours or of the paper's from the paper's mean.
struct Closeness {
    int compared = 0;
    int close = 0;
    int empty = 0;
};

Closeness closeness_of(const ResultTable& table) {
    Closeness result;
    for (const ResultRow& row : table.rows) {
        for (const ResultCell& cell : row.cells) {
            result.empty += cell.ours ? 0 : 1;
            if (cell.ours && cell.paper) {
                const auto known = [](double deviation) { return std::isfinite(deviation) ? deviation : 0; };
                const double room = std::max(known(cell.ours->deviation), known(cell.paper->deviation));
                ++result.compared;
                result.close += std::abs(cell.ours->mean - cell.paper->mean) <= room ? 1 : 0;
            }
        }
    }
    return result;
}

}  // namespace

ReportFigure shown_table(const ExperimentOptions& options, const std::string& name, const std::string& title,
                         const std::string& paper_place) {
    ReportFigure figure{.name = name,
                        .title = title,
                        .paper_place = paper_place,
                        .says = "Mean and standard deviation of the test accuracy in percent, ours beside the paper's."};
    const std::string command = fmt::format("ndpool reproduce {0} -o results/{0} --data DATA", name);
    const auto table = stored_table(options, name);
    if (!table) {
        return missing_figure(std::move(figure), "no networks have been trained for it", command);
    }
    const Closeness close = closeness_of(*table);
    figure.tables = {*table};
    figure.tables.front().decimals = 1;
    figure.note = table->note;
    if (close.empty > 0) {
        figure.fill_command = command;
    }
    if (close.compared == 0 && !paper_place.empty()) {
        return missing_figure(std::move(figure), "none of the cells that the paper has was run", command);
    }
    if (paper_place.empty()) {
        figure.verdict = {Agreement::beyond_the_paper,
                          close.empty > 0 ? fmt::format("{} cells were not run", close.empty) : "all cells were run"};
        return figure;
    }
    figure.verdict = {2 * close.close >= close.compared ? Agreement::agrees : Agreement::differs,
                      fmt::format("{} of {} cells are within one standard deviation of the paper's{}", close.close,
                                  close.compared, close.empty > 0 ? fmt::format("; {} cells were not run", close.empty) : "")};
    return figure;
}

std::vector<std::size_t> complete_rows(const std::vector<const ResultTable*>& tables, const std::vector<std::string>& columns) {
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < tables.front()->rows.size(); ++r) {
        const bool complete = std::all_of(columns.begin(), columns.end(), [&](const std::string& column) {
            return std::all_of(tables.begin(), tables.end(),
                               [&](const ResultTable* table) { return r < table->rows.size() && value_in(*table, r, column); });
        });
        if (complete) {
            rows.push_back(r);
        }
    }
    return rows;
}

ReportFigure fig_time(const ExperimentOptions& options, Seed /*seed*/) {
    ReportFigure figure{.name = "fig-time",
                        .title = "Seconds of a training epoch",
                        .paper_place = "Fig. 7",
                        .says = "Pools that are computed before training make epochs shorter than trainable ones do."};
    const auto seconds = stored_table(options, "seconds-per-epoch", "table-graphs");
    if (!seconds) {
        return missing_figure(std::move(figure), "no epochs have been timed", fmt::format("{} --time-epochs 15", graphs_command));
    }
    const std::vector<std::string> pools{"DiffPool", "Top-K", "GRACLUS", "NMF", "NDP"};
    ReportChart chart{.title = "seconds of an epoch",
                      .x_label = "",
                      .y_label = "seconds",
                      .y_scale = Scale::logarithmic,
                      .kind = ChartKind::bars};
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < seconds->rows.size(); ++r) {
        if (std::any_of(pools.begin(), pools.end(),
                        [&](const std::string& pool) { return value_in(*seconds, r, pool).has_value(); })) {
            rows.push_back(r);
            chart.x_names.push_back(seconds->rows[r].name);
        }
    }
    for (const std::string& pool : pools) {
        ChartSeries series{.name = pool};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            series.x.push_back(static_cast<double>(i));
            series.y.push_back(value_in(*seconds, rows[i], pool).value_or(std::nan("")));
        }
        chart.series.push_back(std::move(series));
    }
    const std::vector<std::size_t> complete = complete_rows({&*seconds}, pools);
    if (complete.empty()) {
        return missing_figure(std::move(figure), "no data set has been timed with all five pools",
                              fmt::format("{} --time-epochs 15", graphs_command));
    }
    int fastest = 0;
    int faster_than_trained = 0;
    for (const std::size_t r : complete) {
        const double ndp = *value_in(*seconds, r, "NDP");
        const auto is_slower = [&](const std::string& pool) { return *value_in(*seconds, r, pool) >= ndp; };
        fastest += std::all_of(pools.begin(), pools.end(), is_slower) ? 1 : 0;
        faster_than_trained += is_slower("DiffPool") && is_slower("Top-K") ? 1 : 0;
    }
    const auto all = static_cast<int>(complete.size());
    figure.charts = {std::move(chart)};
    figure.tables = {*seconds};
    figure.tables.front().decimals = 4;
    figure.verdict = {
        fastest == all ? Agreement::agrees : Agreement::differs,
        fmt::format("NDP is faster than both trainable pools on {} of {} data sets, and the fastest of all five on {}",
                    faster_than_trained, all, fastest)};
    figure.note = "One thread of a processor; the paper's times are of a graphics card and are not printed in numbers.";
    return figure;
}

ReportFigure fig_accuracy_time(const ExperimentOptions& options, Seed /*seed*/) {
    ReportFigure figure{.name = "fig-accuracy-time",
                        .title = "Mean accuracy against mean seconds of an epoch",
                        .paper_place = "Fig. 8",
                        .says = "Further left is faster, further up is better."};
    const auto seconds = stored_table(options, "seconds-per-epoch", "table-graphs");
    const auto accuracy = stored_table(options, "table-graphs");
    if (!seconds || !accuracy) {
        return missing_figure(std::move(figure), "no networks have been trained and timed", graphs_command);
    }
    const std::vector<std::string> pools{"DiffPool", "Top-K", "GRACLUS", "NMF", "NDP"};
    const std::vector<std::size_t> rows = complete_rows({&*seconds, &*accuracy}, pools);
    if (rows.empty()) {
        return missing_figure(std::move(figure), "no data set has been run with all five pools", graphs_command);
    }
    ReportChart chart{.title = fmt::format("means over {} data sets", rows.size()),
                      .x_label = "seconds of a training epoch",
                      .y_label = "accuracy in percent",
                      .x_scale = Scale::logarithmic,
                      .kind = ChartKind::dots};
    std::string best;
    std::string fastest;
    double highest = 0;
    double shortest = HUGE_VAL;
    for (const std::string& pool : pools) {
        double x = 0;
        double y = 0;
        for (const std::size_t r : rows) {
            x += *value_in(*seconds, r, pool) / static_cast<double>(rows.size());
            y += *value_in(*accuracy, r, pool) / static_cast<double>(rows.size());
        }
        chart.series.push_back({.name = pool, .x = {x}, .y = {y}});
        best = y > highest ? pool : best;
        highest = std::max(highest, y);
        fastest = x < shortest ? pool : fastest;
        shortest = std::min(shortest, x);
    }
    const ChartSeries& ndp = chart.series.back();
    figure.verdict = {
        best == "NDP" && fastest == "NDP" ? Agreement::agrees : Agreement::differs,
        fmt::format("{} is the most accurate on average ({:.1f} %) and {} the fastest; NDP has {:.1f} % (paper: NDP is both)",
                    best, highest, fastest, ndp.y[0])};
    std::string names;
    for (const std::size_t r : rows) {
        names += (names.empty() ? "" : ", ") + accuracy->rows[r].name;
    }
    figure.note = fmt::format("Over the data sets that all five pools were run on: {}.", names);
    figure.charts = {std::move(chart)};
    return figure;
}

}  // namespace ndpool
