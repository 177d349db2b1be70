#include "ndpool/learn/train/run_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "ndpool/base/error.hpp"
#include "ndpool/base/mean_std.hpp"
#include "ndpool/pyramid/storage/json_numbers.hpp"

namespace ndpool {

namespace {

using Json = nlohmann::ordered_json;

/// The median, the upper one of two. Unlike the mean, it is not affected by what other programs did meanwhile.
double median(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

RunResult result_of(std::span<const FoldState> states, double coarsening_seconds, std::int64_t parameters) {
    RunResult result;
    std::vector<double> seconds;
    for (const FoldState& state : states) {
        result.fold_accuracies.push_back(state.test_accuracy);
        result.epochs.push_back(static_cast<int>(state.history.size()));
        result.best_epochs.push_back(state.best_epoch);
        result.validation_accuracies.push_back(
            state.best_epoch > 0 ? state.history[static_cast<std::size_t>(state.best_epoch) - 1].validation_accuracy : 0);
        for (const EpochRecord& record : state.history) {
            seconds.push_back(record.seconds);
        }
    }
    const MeanStd spread = mean_std_of(result.fold_accuracies);
    result.mean = spread.mean;
    result.deviation = spread.deviation;
    result.seconds_per_epoch = median(std::move(seconds));
    result.coarsening_seconds = coarsening_seconds;
    result.parameters = parameters;
    return result;
}

Json to_json(const RunResult& result) {
    Json json{{"folds", result.fold_accuracies},
              {"mean", result.mean},
              {"std", result.deviation},
              {"seconds_per_epoch", result.seconds_per_epoch},
              {"coarsening_seconds", result.coarsening_seconds},
              {"parameters", result.parameters},
              {"epochs", result.epochs},
              {"best_epochs", result.best_epochs}};
    if (!result.validation_accuracies.empty()) {
        json["validation"] = result.validation_accuracies;
    }
    return json;
}

RunResult run_result_from_json(const Json& json) {
    constexpr int most_epochs = std::numeric_limits<int>::max();
    constexpr double longest = std::numeric_limits<double>::max();
    RunResult result;
    for (const Json& accuracy : json.at("folds")) {
        result.fold_accuracies.push_back(number_between("folds", accuracy, 0, 1));
    }
    for (const Json& epochs : json.at("epochs")) {
        result.epochs.push_back(whole_number("epochs", epochs, 0, most_epochs));
    }
    for (const Json& epoch : json.at("best_epochs")) {
        result.best_epochs.push_back(whole_number("best_epochs", epoch, 0, most_epochs));
    }
    const std::size_t folds = result.fold_accuracies.size();
    const auto fits = [&](const std::vector<int>& numbers) { return numbers.empty() || numbers.size() == folds; };
    for (const Json& accuracy : json.value("validation", Json::array())) {
        result.validation_accuracies.push_back(number_between("validation", accuracy, 0, 1));
    }
    if (!fits(result.epochs) || !fits(result.best_epochs) ||
        (!result.validation_accuracies.empty() && result.validation_accuracies.size() != folds)) {  // kernels have no epochs
        throw InvalidInput(fmt::format("epochs, best_epochs and validation: expected {} numbers, one for each fold", folds));
    }
    const MeanStd spread = mean_std_of(result.fold_accuracies);
    result.mean = number_at(json, "mean", 0, 1);
    result.deviation = number_at(json, "std", 0, 1);
    constexpr double rounding = 1e-9;
    if (std::abs(result.mean - spread.mean) > rounding || std::abs(result.deviation - spread.deviation) > rounding) {
        throw InvalidInput(fmt::format("mean and std: found {} and {}, expected those of the folds, {} and {}", result.mean,
                                       result.deviation, spread.mean, spread.deviation));
    }
    result.seconds_per_epoch = number_at(json, "seconds_per_epoch", 0, longest);
    result.coarsening_seconds = number_at(json, "coarsening_seconds", 0, longest);
    result.parameters = whole_number_at(json, "parameters", std::int64_t{0}, std::numeric_limits<std::int64_t>::max());
    return result;
}

}  // namespace ndpool
