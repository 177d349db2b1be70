#include "ndpool/reproduce/stored/training_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

constexpr std::string_view head = "epoch,training,training_std,validation,validation_std";

struct EpochAccuracies {
    std::vector<double> training;  ///< one for each fold
    std::vector<double> validation;
};

std::vector<EpochAccuracies> accuracies_in(std::string_view metrics) {
    std::vector<EpochAccuracies> epochs;
    std::istringstream lines{std::string(metrics)};
    for (std::string line; std::getline(lines, line);) {
        const nlohmann::json record = nlohmann::json::parse(line);
        const auto epoch = record.at("epoch").get<std::size_t>();
        if (epoch == 0 || epoch > 1000000) {
            throw InvalidInput(fmt::format("epoch {} is not from 1 to 1000000", epoch));
        }
        epochs.resize(std::max(epochs.size(), epoch));
        epochs[epoch - 1].training.push_back(100 * record.at("accuracy").get<double>());
        epochs[epoch - 1].validation.push_back(100 * record.at("validation_accuracy").get<double>());
    }
    return epochs;
}

}  // namespace

TrainingCurve curve_of_metrics(std::string_view metrics, std::size_t most) {
    try {
        const std::vector<EpochAccuracies> epochs = accuracies_in(metrics);
        const std::size_t stride = std::max<std::size_t>(1, (epochs.size() + most - 1) / most);
        TrainingCurve curve;
        for (std::size_t e = 0; e < epochs.size(); ++e) {
            if ((e % stride == 0 || e + 1 == epochs.size()) && !epochs[e].training.empty()) {
                curve.epochs.push_back(static_cast<int>(e + 1));
                curve.training.push_back(mean_std_of(epochs[e].training));
                curve.validation.push_back(mean_std_of(epochs[e].validation));
            }
        }
        return curve;
    } catch (const nlohmann::json::exception& error) {
        throw InvalidInput(fmt::format("not the metrics of a run: {}", error.what()));
    }
}

std::string curve_csv(const TrainingCurve& curve) {
    std::string csv = fmt::format("{}\n", head);
    for (std::size_t i = 0; i < curve.epochs.size(); ++i) {
        csv += fmt::format("{},{:.2f},{:.2f},{:.2f},{:.2f}\n", curve.epochs[i], curve.training[i].mean,
                           curve.training[i].deviation, curve.validation[i].mean, curve.validation[i].deviation);
    }
    return csv;
}

TrainingCurve curve_from_csv(std::string_view csv) {
    std::istringstream lines{std::string(csv)};
    std::string line;
    if (!std::getline(lines, line) || line != head) {
        throw InvalidInput(fmt::format("a curve begins with the line {}", head));
    }
    TrainingCurve curve;
    while (std::getline(lines, line)) {
        std::istringstream numbers(line);
        int epoch = 0;
        MeanStd training{};
        MeanStd validation{};
        char comma = 0;
        if (!(numbers >> epoch >> comma >> training.mean >> comma >> training.deviation >> comma >> validation.mean >> comma >>
              validation.deviation) ||
            (!curve.epochs.empty() && epoch <= curve.epochs.back())) {
            throw InvalidInput(fmt::format("not a line of a curve: {}", line));
        }
        curve.epochs.push_back(epoch);
        curve.training.push_back(training);
        curve.validation.push_back(validation);
    }
    return curve;
}

}  // namespace ndpool
