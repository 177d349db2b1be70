#include "ndpool/reproduce/stored/fig_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ndpool/base/error.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/reproduce/stored/stored_results.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

constexpr const char* curves_command = "ndpool train NCI1 -o results/fig-curves/NCI1 --epochs 1000 --patience 1000";

/// Accuracies of training and validation by epoch, each a list over folds.
struct EpochAccuracies {
    std::vector<std::vector<double>> training;
    std::vector<std::vector<double>> validation;
};

/// "NCI1 with ndp" of a run's config.json.
std::string run_title(const fs::path& folder) {
    const nlohmann::json config = nlohmann::json::parse(read_bytes(folder / "config.json"));
    return fmt::format("{} with {}", config.at("dataset").get<std::string>(), config.at("options").at("pool").get<std::string>());
}

EpochAccuracies accuracies_in(const fs::path& metrics) {
    EpochAccuracies result;
    std::istringstream lines(read_bytes(metrics));
    for (std::string line; std::getline(lines, line);) {
        const nlohmann::json record = nlohmann::json::parse(line);
        const auto epoch = record.at("epoch").get<std::size_t>();
        if (epoch == 0 || epoch > 1000000) {
            throw InvalidInput(fmt::format("epoch {} is not from 1 to 1000000", epoch));
        }
        if (epoch > result.training.size()) {
            result.training.resize(epoch);
            result.validation.resize(epoch);
        }
        result.training[epoch - 1].push_back(100 * record.at("accuracy").get<double>());
        result.validation[epoch - 1].push_back(100 * record.at("validation_accuracy").get<double>());
    }
    return result;
}

/// At most about 200 points: a page shows no more.
ChartSeries curve_of(const char* name, const std::vector<std::vector<double>>& epochs) {
    ChartSeries series{.name = name};
    const std::size_t stride = std::max<std::size_t>(1, epochs.size() / 200);
    for (std::size_t e = 0; e < epochs.size(); e += stride) {
        const MeanStd spread = mean_std_of(epochs[e]);
        series.x.push_back(static_cast<double>(e + 1));
        series.y.push_back(spread.mean);
        series.low.push_back(spread.mean - spread.deviation);
        series.high.push_back(spread.mean + spread.deviation);
    }
    return series;
}

/// Folders of runs that have metrics: fig-curves/NAME of the results, or NAME of a folder that holds such runs.
std::vector<fs::path> runs_with_metrics(const ExperimentOptions& options) {
    std::vector<fs::path> runs;
    std::error_code ignored;
    for (const fs::path& folder : options.results) {
        for (const fs::path& place : {folder / "fig-curves", folder}) {
            for (const fs::directory_entry& entry : fs::directory_iterator(place, ignored)) {
                if (fs::exists(entry.path() / "metrics.jsonl", ignored) && fs::exists(entry.path() / "config.json", ignored)) {
                    runs.push_back(entry.path());
                }
            }
        }
    }
    std::sort(runs.begin(), runs.end());
    return runs;
}

}  // namespace

ReportFigure fig_curves(const ExperimentOptions& options, Seed /*seed*/) {
    ReportFigure figure{.name = "fig-curves",
                        .title = "Accuracy in training and validation over the epochs",
                        .paper_place = "supplement, training curves",
                        .says = "Mean over the folds of a run, with one standard deviation around it."};
    const std::vector<fs::path> runs = runs_with_metrics(options);
    // Curves that were made once need not be made from metrics again: those are large.
    if (runs.empty()) {
        if (auto stored = stored_figure(options, "fig-curves"); stored && !stored->charts.empty()) {
            return *std::move(stored);
        }
        return missing_figure(std::move(figure), "no run with its metrics was found", curves_command);
    }
    std::string facts;
    double lowest_gain = HUGE_VAL;
    for (const fs::path& run : runs) {
        try {
            const EpochAccuracies accuracies = accuracies_in(run / "metrics.jsonl");
            if (accuracies.training.empty()) {
                continue;
            }
            const ChartSeries training = curve_of("training", accuracies.training);
            const ChartSeries validation = curve_of("validation", accuracies.validation);
            const std::string title = run_title(run);
            const double gain = training.y.back() - training.y.front();
            lowest_gain = std::min(lowest_gain, gain);
            facts +=
                fmt::format("{}{}: {:.0f} % in training and {:.0f} % in validation after {} epochs", facts.empty() ? "" : "; ",
                            title, training.y.back(), validation.y.back(), accuracies.training.size());
            figure.charts.push_back(
                {.title = title, .x_label = "epoch", .y_label = "accuracy in percent", .series = {training, validation}});
        } catch (const nlohmann::json::exception& error) {
            throw InvalidInput(fmt::format("{}: not the metrics of a run: {}", run.string(), error.what()));
        }
    }
    figure.verdict = {lowest_gain > 0 ? Agreement::agrees : Agreement::differs, facts + "; the paper's figure prints no numbers"};
    figure.fill_command = curves_command;
    return figure;
}

}  // namespace ndpool
