#include "ndpool/learn/train/run_charts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ndpool {

namespace {

constexpr std::size_t most_points = 250;  ///< of a line

using Member = double EpochRecord::*;

/// Epochs that are drawn, from 1.
std::vector<std::size_t> drawn_epochs(std::size_t last) {
    const std::size_t step = std::max<std::size_t>(1, (last + most_points - 1) / most_points);
    std::vector<std::size_t> epochs;
    for (std::size_t epoch = 1; epoch <= last; epoch += step) {
        epochs.push_back(epoch);
    }
    return epochs;
}

/// The number of epochs that at least half of the folds reached.
std::size_t common_epochs(const std::vector<FoldState>& folds) {
    std::vector<std::size_t> counts;
    counts.reserve(folds.size());
    for (const FoldState& fold : folds) {
        counts.push_back(fold.history.size());
    }
    std::sort(counts.begin(), counts.end());
    return counts.empty() ? 0 : counts[counts.size() / 2];
}

ChartSeries fold_line(const FoldState& fold, std::size_t number, const std::string& group, Member member) {
    ChartSeries line{.name = fmt::format("{}, fold {}", group, number), .faint = true, .group = group};
    for (const std::size_t epoch : drawn_epochs(fold.history.size())) {
        line.x.push_back(static_cast<double>(epoch));
        line.y.push_back(fold.history[epoch - 1].*member);
    }
    return line;
}

ChartSeries mean_line(const std::vector<FoldState>& folds, const std::string& group, Member member) {
    ChartSeries line{.name = folds.size() > 1 ? group + ", mean" : group, .group = group};
    for (const std::size_t epoch : drawn_epochs(common_epochs(folds))) {
        double sum = 0;
        double low = 0;
        double high = 0;
        int count = 0;
        for (const FoldState& fold : folds) {
            if (fold.history.size() >= epoch) {
                const double value = fold.history[epoch - 1].*member;
                sum += value;
                low = count == 0 ? value : std::min(low, value);
                high = count == 0 ? value : std::max(high, value);
                ++count;
            }
        }
        line.x.push_back(static_cast<double>(epoch));
        line.y.push_back(sum / count);
        line.low.push_back(low);
        line.high.push_back(high);
    }
    if (folds.size() < 2) {
        line.low.clear();
        line.high.clear();
    }
    return line;
}

ReportChart chart_of(const std::vector<FoldState>& folds, const std::string& title, Member training, Member validation) {
    ReportChart chart{.title = title, .x_label = "epoch", .y_label = ""};
    for (const auto& [group, member] : {std::pair("training", training), std::pair("validation", validation)}) {
        for (std::size_t fold = 0; folds.size() > 1 && fold < folds.size(); ++fold) {
            chart.series.push_back(fold_line(folds[fold], fold + 1, group, member));
        }
        chart.series.push_back(mean_line(folds, group, member));
    }
    for (std::size_t fold = 0; fold < folds.size(); ++fold) {
        const int best = folds[fold].best_epoch;
        if (best > 0 && static_cast<std::size_t>(best) <= folds[fold].history.size()) {
            chart.series.push_back({.name = fmt::format("chosen epoch of fold {}", fold + 1),
                                    .x = {static_cast<double>(best)},
                                    .y = {folds[fold].history[best - 1].*validation},
                                    .group = "chosen epoch"});
        }
    }
    return chart;
}

}  // namespace

std::vector<ReportChart> run_charts(const std::vector<FoldState>& folds) {
    return {chart_of(folds, "Accuracy", &EpochRecord::accuracy, &EpochRecord::validation_accuracy),
            chart_of(folds, "Loss", &EpochRecord::loss, &EpochRecord::validation_loss)};
}

}  // namespace ndpool
