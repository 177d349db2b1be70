#include "ndpool/reproduce/stored/fig_curves.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/reproduce/stored/stored_results.hpp"
#include "ndpool/reproduce/stored/training_curve.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

constexpr const char* curves_command = "ndpool reproduce fig-curves -o results/fig-curves --data DATA";

std::optional<TrainingCurve> stored_curve(const ExperimentOptions& options, std::string_view data, std::string_view method) {
    const std::string place = fmt::format("runs/{}/{}/curve.csv", data, method);
    const auto file = found_in(options.results, {"fig-curves/" + place, place});
    if (!file) {
        return std::nullopt;
    }
    try {
        return curve_from_csv(read_bytes(*file));
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", file->string(), error.what()));
    }
}

/// The two curves of a run have one colour and one entry of the legend.
void add_curve(ReportChart& chart, std::string_view method, const TrainingCurve& curve) {
    const std::string title = method_title(method);
    ChartSeries training{.name = title + " in training", .group = title};
    ChartSeries validation{.name = title + " in validation", .dashed = true, .group = title};
    for (std::size_t i = 0; i < curve.epochs.size(); ++i) {
        for (ChartSeries* series : {&training, &validation}) {
            series->x.push_back(curve.epochs[i]);
        }
        training.y.push_back(curve.training[i].mean);
        validation.y.push_back(curve.validation[i].mean);
    }
    chart.series.push_back(std::move(training));
    chart.series.push_back(std::move(validation));
}

std::string percent(const MeanStd& spread) {
    return fmt::format("{:.1f} ± {:.1f}", spread.mean, spread.deviation);
}

}  // namespace

ReportFigure fig_curves(const ExperimentOptions& options, Seed /*seed*/) {
    ReportFigure figure{
        .name = "fig-curves",
        .title = "Accuracy over 1000 epochs",
        .paper_place = "supplement, training curves",
        .says = "How the networks of Table I learn if nothing stops them: training (full lines) and validation (dashed)."};
    TextTable ends{
        .title = "After the last epoch",
        .columns = {"data set", "pool", "epochs", "in training", "in validation", "best mean in validation", "at epoch"}};
    std::string missing;
    std::string facts;
    for (const std::string_view data : curve_data) {
        ReportChart chart{.title = data_title(data), .x_label = "epoch", .y_label = "accuracy in percent"};
        for (const std::string_view method : curve_methods) {
            const std::optional<TrainingCurve> curve = stored_curve(options, data, method);
            if (!curve || curve->epochs.empty()) {
                missing += fmt::format("{}{} on {}", missing.empty() ? "" : ", ", method_title(method), data_title(data));
                continue;
            }
            add_curve(chart, method, *curve);
            const auto best = std::max_element(curve->validation.begin(), curve->validation.end(),
                                               [](const MeanStd& a, const MeanStd& b) { return a.mean < b.mean; });
            ends.rows.push_back({data_title(data), method_title(method), fmt::to_string(curve->epochs.back()),
                                 percent(curve->training.back()), percent(curve->validation.back()), percent(*best),
                                 fmt::to_string(curve->epochs[static_cast<std::size_t>(best - curve->validation.begin())])});
            if (method == "ndp") {
                facts += fmt::format("{}{} {:.0f} and {:.0f} %", facts.empty() ? "" : ", ", data_title(data),
                                     curve->training.back().mean, curve->validation.back().mean);
            }
        }
        if (!chart.series.empty()) {
            figure.charts.push_back(std::move(chart));
        }
    }
    if (figure.charts.empty()) {
        return missing_figure(std::move(figure), "no networks have been trained for it", curves_command);
    }
    figure.texts = {std::move(ends)};
    figure.verdict = {
        Agreement::beyond_the_paper,
        fmt::format("NDP in training and validation at the end: {}; the paper's curves are pictures without numbers, "
                    "so nothing can be compared",
                    facts.empty() ? "not run" : facts)};
    figure.note = fmt::format("Mean over the folds, or over the runs where the data comes with a split; early stopping is off.{}",
                              missing.empty() ? "" : fmt::format(" Not run: {}.", missing));
    figure.fill_command = missing.empty() ? "" : curves_command;
    return figure;
}

}  // namespace ndpool
