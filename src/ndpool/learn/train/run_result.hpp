#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "ndpool/learn/train/fold_training.hpp"

namespace ndpool {

/// How a run ended.
struct RunResult {
    std::vector<double> fold_accuracies;
    double mean = 0;
    double deviation = 0;          ///< population standard deviation over the folds
    double seconds_per_epoch = 0;  ///< the median over all epochs of all folds
    double coarsening_seconds = 0;
    std::int64_t parameters = 0;
    std::vector<int> epochs;  ///< of each fold
    std::vector<int> best_epochs;
    std::vector<double> validation_accuracies;  ///< of each fold in its best epoch; empty in results of earlier versions
};

/// What finished folds give together.
[[nodiscard]] RunResult result_of(std::span<const FoldState> states, double coarsening_seconds, std::int64_t parameters);

[[nodiscard]] nlohmann::ordered_json to_json(const RunResult& result);
/// Throws for numbers that no run can produce.
[[nodiscard]] RunResult run_result_from_json(const nlohmann::ordered_json& json);

}  // namespace ndpool
