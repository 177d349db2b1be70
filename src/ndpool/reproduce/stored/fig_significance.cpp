#include "ndpool/reproduce/stored/fig_significance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/reproduce/stored/paired_tests.hpp"
#include "ndpool/reproduce/stored/stored_results.hpp"

namespace ndpool {

namespace {

constexpr double level_of_significance = 0.05;  ///< the paper's
constexpr std::array<const char*, 3> own_methods{"ndp", "ndp-sum", "ndp-harmonic"};
constexpr std::array<const char*, 3> bold_in_paper{"hard_recreated", "PROTEINS", "REDDIT-BINARY"};

struct Comparison {
    std::string data;
    std::string method;
    double difference = 0;  ///< of NDP minus the other, percentage points
    double deviation = 0;   ///< of the differences
    double p = 1;
    double adjusted = 1;

    [[nodiscard]] bool is_significant() const { return adjusted <= level_of_significance; }
    [[nodiscard]] bool is_better() const { return is_significant() && difference > 0; }
    [[nodiscard]] bool is_worse() const { return is_significant() && difference < 0; }
};

/// The synthetic sets come with one split, on which networks of different seeds are trained: nothing overlaps between them.
bool has_one_split(const std::string& data) {
    return data.starts_with("easy") || data.starts_with("hard");
}

/// NDP with one reduction against every other method, corrected for the number of these tests.
std::vector<Comparison> comparisons_of(const std::vector<StoredRun>& runs, const std::string& own_method) {
    std::vector<Comparison> comparisons;
    for (const StoredRun& own : runs) {
        if (own.method != own_method) {
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
    p_values.reserve(comparisons.size());
    for (const Comparison& comparison : comparisons) {
        p_values.push_back(comparison.p);
    }
    const std::vector<double> adjusted = holm_adjusted(p_values);
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        comparisons[i].adjusted = adjusted[i];
    }
    return comparisons;
}

ReportChart chart_of_differences(const std::string& own_method, const std::vector<Comparison>& comparisons) {
    ReportChart chart{.title = fmt::format("{} minus the other method", method_title(own_method)),
                      .x_label = "",
                      .y_label = "percentage points",
                      .kind = ChartKind::dots};
    for (const Comparison& comparison : comparisons) {
        const std::string title = data_title(comparison.data);
        if (std::find(chart.x_names.begin(), chart.x_names.end(), title) == chart.x_names.end()) {
            chart.x_names.push_back(title);
        }
    }
    for (const char* method : {"graclus", "nmf", "diffpool", "topk", "flat", "wl"}) {
        ChartSeries series{.name = method_title(method)};
        for (const Comparison& comparison : comparisons) {
            if (comparison.method == method) {
                const auto place = std::find(chart.x_names.begin(), chart.x_names.end(), data_title(comparison.data));
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

void add_rows(TextTable& table, const std::string& own_method, const std::vector<Comparison>& comparisons) {
    const std::string own = method_title(own_method);
    for (const Comparison& c : comparisons) {
        table.rows.push_back({data_title(c.data), own, method_title(c.method), fmt::format("{:+.1f}", c.difference),
                              fmt::format("{:.1f}", c.deviation), fmt::format("{:.2g}", c.p), fmt::format("{:.2g}", c.adjusted),
                              c.is_better()  ? own + " is better"
                              : c.is_worse() ? own + " is worse"
                                             : "no"});
    }
}

/// On the data sets where the paper has NDP in bold it is better than all others there.
Criterion bold_criterion(const std::vector<Comparison>& comparisons) {
    Criterion criterion{
        "NDP is significantly better than every other method on Bench-hard, Proteins and Reddit-Binary, where the paper has it "
        "in "
        "bold (p at most 0.05 after Holm's correction)",
        "", true};
    for (const char* data : bold_in_paper) {
        const auto of_data = [&](const Comparison& c) { return c.data == data; };
        const auto all = std::count_if(comparisons.begin(), comparisons.end(), of_data);
        const auto better = std::count_if(comparisons.begin(), comparisons.end(),
                                          [&](const Comparison& c) { return of_data(c) && c.is_better(); });
        criterion.holds = criterion.holds && all > 0 && better == all;
        criterion.seen += fmt::format("{}{}: than {} of {}", criterion.seen.empty() ? "" : ", ", data_title(data), better, all);
    }
    return criterion;
}

}  // namespace

ReportFigure fig_significance(const ExperimentOptions& options, Seed /*seed*/) {
    ReportFigure figure{
        .name = "fig-significance",
        .title = "Which differences of Table I are significant",
        .paper_place = "Table I, bold face",
        .says = "Paired tests of NDP against every other method over the same folds, corrected for the number of tests."};
    const std::vector<StoredRun> runs = stored_runs(options);
    TextTable table{
        .title = "NDP against each method",
        .columns = {"data set", "NDP", "method", "NDP minus method", "deviation over folds", "p", "p after Holm", "significant"}};
    std::string facts;
    for (const char* own : own_methods) {
        const std::vector<Comparison> comparisons = comparisons_of(runs, own);
        if (comparisons.empty()) {
            continue;
        }
        const auto count = [&](bool (Comparison::*is)() const) {
            return std::count_if(comparisons.begin(), comparisons.end(), [&](const Comparison& c) { return (c.*is)(); });
        };
        figure.charts.push_back(chart_of_differences(own, comparisons));
        add_rows(table, own, comparisons);
        facts += fmt::format("{}{}: {} and {} of {}", facts.empty() ? "" : "; ", method_title(own), count(&Comparison::is_better),
                             count(&Comparison::is_worse), comparisons.size());
    }
    if (table.rows.empty()) {
        return missing_figure(std::move(figure), "no runs with results of their folds were found",
                              "ndpool reproduce table-graphs -o results/table-graphs --data DATA");
    }
    figure.texts = {std::move(table)};
    figure.verdict =
        verdict_by({bold_criterion(comparisons_of(runs, "ndp"))}, "significantly better and worse comparisons of " + facts);
    figure.note =
        "Two-sided paired t-test over the folds; for ten folds with Nadeau and Bengio's correction for training sets that "
        "overlap; Holm's correction for all tests of one column of NDP. NDP is the paper's, which takes the features of kept "
        "nodes; "
        "NDP sum and NDP harmonic add those of dropped ones. The paper does not say which test its bold face stands for.";
    return figure;
}

}  // namespace ndpool
