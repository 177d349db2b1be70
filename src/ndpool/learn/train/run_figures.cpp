#include "ndpool/learn/train/run_figures.hpp"

#include <fmt/format.h>

#include <numeric>

#include "ndpool/draw/text.hpp"
#include "ndpool/learn/train/run_charts.hpp"

namespace ndpool {

namespace {

double seconds_of(const FoldState& fold) {
    return std::accumulate(fold.history.begin(), fold.history.end(), 0.0,
                           [](double sum, const EpochRecord& record) { return sum + record.seconds; });
}

}  // namespace

std::string per_cent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

PageFigure curve_figure(const std::vector<FoldState>& folds) {
    PageFigure figure{.name = "curves", .title = "Training", .place = "", .says = "", .command = ""};
    figure.says =
        folds.size() > 1
            ? "Thin lines are folds, thick ones their mean over the folds that were still trained, bands the range between "
              "lowest and highest; dots mark the epochs of lowest validation loss, which were tested."
            : "The dot marks the epoch of lowest validation loss, which was tested.";
    figure.charts = run_charts(folds);
    return figure;
}

PageFigure fold_figure(const std::vector<FoldState>& folds, const RunResult& result) {
    PageFigure figure{.name = "folds", .title = "Folds", .place = "", .says = "", .command = ""};
    figure.says = fmt::format("The test accuracy is {} on average, with a standard deviation of {} over the folds.",
                              per_cent(result.mean), per_cent(result.deviation));
    ReportChart chart{.title = "Test accuracy", .x_label = "fold", .y_label = "%", .kind = ChartKind::bars};
    ChartSeries accuracy{.name = "test accuracy"};
    PageTable table{.title = "",
                    .note = "",
                    .columns = {"fold", "test accuracy", "test loss", "chosen epoch", "epochs", "seconds"},
                    .rows = {}};
    for (std::size_t i = 0; i < folds.size(); ++i) {
        const FoldState& fold = folds[i];
        accuracy.x.push_back(static_cast<double>(i));
        accuracy.y.push_back(100 * fold.test_accuracy);
        chart.x_names.push_back(fmt::to_string(i + 1));
        table.rows.push_back({{fmt::to_string(i + 1)},
                              {fold.finished ? per_cent(fold.test_accuracy) : "not yet"},
                              {fold.finished ? fmt::format("{:.4f}", fold.test_loss) : ""},
                              {fmt::to_string(fold.best_epoch)},
                              {fmt::to_string(fold.history.size())},
                              {fmt::format("{:.1f}", seconds_of(fold))}});
    }
    chart.series = {accuracy};
    if (folds.size() > 1) {
        figure.charts = {chart};
    }
    figure.tables = {table};
    return figure;
}

PageFigure options_figure(std::string json) {
    PageFigure figure{.name = "options", .title = "Options", .place = "", .says = "", .command = ""};
    figure.text = std::move(json);
    return figure;
}

PageFacts cost_facts(const std::vector<FoldState>& folds, const RunResult& result) {
    const double seconds = std::accumulate(folds.begin(), folds.end(), 0.0,
                                           [](double sum, const FoldState& fold) { return sum + seconds_of(fold); });
    return {{"parameters", with_thousands(result.parameters)},
            {"seconds per epoch", fmt::format("{:.4f}", result.seconds_per_epoch)},
            {"training", fmt::format("{:.1f} s", seconds)},
            {"coarsening", fmt::format("{:.2f} s", result.coarsening_seconds)}};
}

}  // namespace ndpool
