#include "ndpool/reproduce/stored/fig_significance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/reproduce/stored/paired_tests.hpp"
#include "ndpool/reproduce/stored/stored_results.hpp"

namespace ndpool {

namespace {

struct Comparison {
    std::string data;
    std::string method;
    double difference = 0;  ///< of NDP minus the other, percentage points
    double deviation = 0;   ///< of the differences
    double p = 1;
    double adjusted = 1;
};

/// The synthetic sets come with one split, on which networks of different seeds are trained: nothing overlaps between them.
bool has_one_split(const std::string& data) {
    return data.starts_with("easy") || data.starts_with("hard");
}

std::vector<Comparison> comparisons_of(const std::vector<StoredRun>& runs) {
    std::vector<Comparison> comparisons;
    for (const StoredRun& own : runs) {
        if (own.method != "ndp") {
            continue;
        }
        for (const StoredRun& other : runs) {
            if (other.data != own.data || other.method.starts_with("ndp") || other.folds.size() != own.folds.size() ||
                own.folds.size() < 2) {
                continue;
            }
            std::vector<double> differences;
            for (std::size_t f = 0; f < own.folds.size(); ++f) {
                differences.push_back(100 * (own.folds[f] - other.folds[f]));
            }
            const MeanStd spread = mean_std_of(differences);
            const double overlap = has_one_split(own.data) ? 0 : 1.0 / (static_cast<double>(own.folds.size()) - 1);
            comparisons.push_back(
                {own.data, other.method, spread.mean, spread.deviation, paired_t_test(own.folds, other.folds, overlap)});
        }
    }
    std::vector<double> p_values;
    for (const Comparison& comparison : comparisons) {
        p_values.push_back(comparison.p);
    }
    const std::vector<double> adjusted = holm_adjusted(p_values);
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        comparisons[i].adjusted = adjusted[i];
    }
    return comparisons;
}

ReportChart chart_of_differences(const std::vector<Comparison>& comparisons) {
    ReportChart chart{.title = "NDP minus the other method",
                      .x_label = "",
                      .y_label = "difference in percentage points",
                      .kind = ChartKind::dots};
    for (const Comparison& comparison : comparisons) {
        if (std::find(chart.x_names.begin(), chart.x_names.end(), comparison.data) == chart.x_names.end()) {
            chart.x_names.push_back(comparison.data);
        }
    }
    for (const char* method : {"graclus", "nmf", "diffpool", "topk", "flat", "wl"}) {
        ChartSeries series{.name = method};
        for (const Comparison& comparison : comparisons) {
            if (comparison.method == method) {
                const auto place = std::find(chart.x_names.begin(), chart.x_names.end(), comparison.data);
                series.x.push_back(static_cast<double>(place - chart.x_names.begin()));
                series.y.push_back(comparison.difference);
                series.low.push_back(comparison.difference - comparison.deviation);
                series.high.push_back(comparison.difference + comparison.deviation);
            }
        }
        if (!series.x.empty()) {
            chart.series.push_back(std::move(series));
        }
    }
    return chart;
}

}  // namespace

ReportFigure fig_significance(const ExperimentOptions& options, Seed /*seed*/) {
    ReportFigure figure{
        .name = "fig-significance",
        .title = "Which differences of Table I are significant",
        .paper_place = "Table I, bold face",
        .says = "Paired tests of NDP against every other method over the same folds, corrected for the number of tests."};
    const std::vector<Comparison> comparisons = comparisons_of(stored_runs(options));
    if (comparisons.empty()) {
        return missing_figure(std::move(figure), "no runs with results of their folds were found",
                              "ndpool reproduce table-graphs -o results/table-graphs --data DATA");
    }
    TextTable table{
        .title = "NDP against each method",
        .columns = {"data set", "method", "NDP minus method", "deviation over folds", "p", "p after Holm", "significant"}};
    int better = 0;
    int worse = 0;
    int raw = 0;
    for (const Comparison& c : comparisons) {
        const bool significant = c.adjusted <= 0.05;
        raw += c.p <= 0.05 ? 1 : 0;
        better += significant && c.difference > 0 ? 1 : 0;
        worse += significant && c.difference < 0 ? 1 : 0;
        table.rows.push_back({c.data, c.method, fmt::format("{:+.1f}", c.difference), fmt::format("{:.1f}", c.deviation),
                              fmt::format("{:.2g}", c.p), fmt::format("{:.2g}", c.adjusted),
                              significant ? (c.difference > 0 ? "NDP is better" : "NDP is worse") : "no"});
    }
    figure.charts = {chart_of_differences(comparisons)};
    figure.texts = {std::move(table)};
    figure.verdict = {
        Agreement::differs,
        fmt::format("of {} comparisons NDP is significantly better in {} and worse in {} (p <= 0.05 after Holm's correction; "
                    "{} without it); the paper has NDP in bold on three data sets",
                    comparisons.size(), better, worse, raw)};
    figure.note =
        "Two-sided paired t-test over the folds; for ten folds with Nadeau and Bengio's correction for training sets that "
        "overlap. The "
        "paper does not say which test its bold face stands for.";
    return figure;
}

}  // namespace ndpool
