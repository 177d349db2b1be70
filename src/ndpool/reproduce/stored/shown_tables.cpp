#include "ndpool/reproduce/stored/shown_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/reproduce/stored/stored_results.hpp"

namespace ndpool {

namespace {

/// Those of Fig. 7 and 8.
constexpr std::array<const char*, 5> five_pools{"DiffPool", "Top-K", "GRACLUS", "NMF", "NDP"};

constexpr const char* graphs_command = "ndpool reproduce table-graphs -o results/table-graphs --data DATA";

/// Cells of ours beside the paper's: close if within one standard deviation, the larger of the two.
struct Closeness {
    int compared = 0;
    int close = 0;
    int above = 0;
    int below = 0;
    int empty = 0;
};

Closeness closeness_of(const ResultTable& table) {
    Closeness result;
    for (const ResultRow& row : table.rows) {
        for (const ResultCell& cell : row.cells) {
            result.empty += cell.ours ? 0 : 1;
            if (!cell.ours || !cell.paper) {
                continue;
            }
            const auto known = [](double deviation) { return std::isfinite(deviation) ? deviation : 0; };
            const double room = std::max(known(cell.ours->deviation), known(cell.paper->deviation));
            const double difference = cell.ours->mean - cell.paper->mean;
            ++result.compared;
            ++(std::abs(difference) <= room ? result.close : difference > 0 ? result.above : result.below);
        }
    }
    return result;
}

/// The best and the worst of the columns that were run on every row, by their means.
std::string extremes_of(const ResultTable& table) {
    std::vector<std::pair<double, std::string>> means;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        double sum = 0;
        for (const ResultRow& row : table.rows) {
            sum += row.cells[c].ours ? row.cells[c].ours->mean : std::nan("");
        }
        if (std::isfinite(sum) && !table.rows.empty()) {
            means.emplace_back(sum / static_cast<double>(table.rows.size()), table.columns[c]);
        }
    }
    if (means.empty()) {
        return "no column was run on every data set";
    }
    const auto [worst, best] = std::minmax_element(means.begin(), means.end());
    return fmt::format("of {} columns with every data set {} is best ({:.1f} on average) and {} worst ({:.1f})", means.size(),
                       best->second, best->first, worst->second, worst->first);
}

/// Seconds of an epoch, if they were kept, as words: the JSON of a target has one table of results.
void add_seconds(ReportFigure& figure, const ExperimentOptions& options) {
    const auto seconds = stored_table(options, "seconds-per-epoch", figure.name);
    if (!seconds) {
        return;
    }
    TextTable shown{.title = "Seconds of a training epoch", .columns = {""}};
    shown.columns.insert(shown.columns.end(), seconds->columns.begin(), seconds->columns.end());
    for (const ResultRow& row : seconds->rows) {
        shown.rows.push_back({row.name});
        for (const ResultCell& cell : row.cells) {
            shown.rows.back().push_back(to_text(cell.ours, 4));
        }
    }
    figure.texts.push_back(std::move(shown));
}

/// What coarsening costs beside the training of all folds, by data set.
TextTable coarsening_times(const std::vector<StoredRun>& runs) {
    TextTable table{.title = "Coarsening by NDP beside the training of all folds",
                    .columns = {"data set", "coarsening in seconds", "training in seconds", "share"}};
    for (const StoredRun& run : runs) {
        const double training = run.seconds_per_epoch * run.epochs;
        if (run.method == "ndp" && training > 0) {
            table.rows.push_back({data_title(run.data), fmt::format("{:.2g}", run.coarsening_seconds),
                                  fmt::format("{:.0f}", training),
                                  fmt::format("{:.2g} %", 100 * run.coarsening_seconds / training)});
        }
    }
    return table;
}

/// Seconds of an epoch on every data set that was timed with any of the pools.
ReportChart epoch_chart(const ResultTable& seconds) {
    ReportChart chart{.title = "seconds of an epoch",
                      .x_label = "",
                      .y_label = "seconds",
                      .y_scale = Scale::logarithmic,
                      .kind = ChartKind::bars};
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < seconds.rows.size(); ++r) {
        if (std::any_of(five_pools.begin(), five_pools.end(),
                        [&](const std::string& pool) { return value_in(seconds, r, pool).has_value(); })) {
            rows.push_back(r);
            chart.x_names.push_back(seconds.rows[r].name);
        }
    }
    for (const std::string pool : five_pools) {
        ChartSeries series{.name = pool};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            series.x.push_back(static_cast<double>(i));
            series.y.push_back(value_in(seconds, rows[i], pool).value_or(std::nan("")));
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

/// On how many of some data sets NDP has the shortest epochs.
struct TimedPools {
    int fastest = 0;              ///< of all five pools
    int faster_than_trained = 0;  ///< than both trainable ones
};

TimedPools timed_pools(const ResultTable& seconds, const std::vector<std::size_t>& rows) {
    TimedPools times;
    for (const std::size_t r : rows) {
        const double ndp = *value_in(seconds, r, "NDP");
        const auto is_slower = [&](const std::string& pool) { return *value_in(seconds, r, pool) >= ndp; };
        times.fastest += std::all_of(five_pools.begin(), five_pools.end(), is_slower) ? 1 : 0;
        times.faster_than_trained += is_slower("DiffPool") && is_slower("Top-K") ? 1 : 0;
    }
    return times;
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
    const std::string gaps = close.empty > 0 ? fmt::format("; {} cells were not run", close.empty) : "";
    if (paper_place.empty()) {
        figure.verdict = {Agreement::beyond_the_paper, extremes_of(*table) + gaps};
        add_seconds(figure, options);
        return figure;
    }
    const std::string seen =
        fmt::format("{} of {}, {} are above and {} below", close.close, close.compared, close.above, close.below);
    figure.verdict = verdict_by({{"at least two thirds of the means, as many as of a normal distribution, are within one "
                                  "standard deviation of the paper's "
                                  "(the larger of ours and the paper's)",
                                  seen, 3 * close.close >= 2 * close.compared}},
                                fmt::format("within one standard deviation of the paper's: {}{}", seen, gaps));
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
    const std::vector<std::size_t> complete = complete_rows({&*seconds}, {five_pools.begin(), five_pools.end()});
    if (complete.empty()) {
        return missing_figure(std::move(figure), "no data set has been timed with all five pools",
                              fmt::format("{} --time-epochs 15", graphs_command));
    }
    const TimedPools times = timed_pools(*seconds, complete);
    const auto all = static_cast<int>(complete.size());
    figure.charts = {epoch_chart(*seconds)};
    figure.tables = {*seconds};
    figure.tables.front().decimals = 4;
    figure.texts = {coarsening_times(stored_runs(options))};
    if (figure.texts.front().rows.empty()) {
        figure.texts.clear();
    }
    figure.verdict = verdict_by(
        {{"NDP is faster than both trainable pools, DiffPool and Top-K, on every data set that was timed with all five",
          fmt::format("on {} of {}", times.faster_than_trained, all), times.faster_than_trained == all},
         {"NDP is the fastest of all five there", fmt::format("on {} of {}", times.fastest, all), times.fastest == all}},
        fmt::format("NDP is faster than both trainable pools on {0} of {1} data sets, the fastest of all five on {2}",
                    times.faster_than_trained, all, times.fastest));
    figure.note = "One thread of a processor; the paper's times are of a graphics card and are not printed in numbers.";
    return figure;
}

ReportFigure fig_accuracy_time(const ExperimentOptions& options, Seed /*seed*/) {
    ReportFigure figure{.name = "fig-accuracy-time",
                        .title = "Accuracy against seconds of an epoch",
                        .paper_place = "Fig. 8",
                        .says = "Further left is faster, further up is better."};
    const auto seconds = stored_table(options, "seconds-per-epoch", "table-graphs");
    const auto accuracy = stored_table(options, "table-graphs");
    if (!seconds || !accuracy) {
        return missing_figure(std::move(figure), "no networks have been trained and timed", graphs_command);
    }
    const std::vector<std::size_t> rows = complete_rows({&*seconds, &*accuracy}, {five_pools.begin(), five_pools.end()});
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
    for (const std::string pool : five_pools) {
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
    figure.verdict = verdict_by(
        {{"NDP has the highest mean accuracy of the five pools",
          fmt::format("{} has {:.1f} %, NDP {:.1f} %", best, highest, ndp.y[0]), best == "NDP"},
         {"NDP has the shortest mean epoch of the five", fmt::format("{} has, {:.3g} s", fastest, shortest), fastest == "NDP"}},
        fmt::format("{} is the most accurate on average ({:.1f} %), NDP has {:.1f} %; {} is the fastest (paper: NDP is both)",
                    best, highest, ndp.y[0], fastest));
    std::string names;
    for (const std::size_t r : rows) {
        names += (names.empty() ? "" : ", ") + accuracy->rows[r].name;
    }
    figure.note = fmt::format("Over the data sets that all five pools were run on: {}.", names);
    figure.charts = {std::move(chart)};
    return figure;
}

}  // namespace ndpool
