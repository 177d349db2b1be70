#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ndpool/base/mean_std.hpp"

namespace ndpool {

/// Accuracies in percent at some epochs of a training: mean and deviation over its folds.
struct TrainingCurve {
    std::vector<int> epochs;  ///< ascending; the first and the last one are always there
    std::vector<MeanStd> training;
    std::vector<MeanStd> validation;
};

/// The curve of a run's metrics.jsonl, at about `most` epochs that are evenly spaced. Throws InvalidInput for other text.
[[nodiscard]] TrainingCurve curve_of_metrics(std::string_view metrics, std::size_t most = 125);

/// Lines of epoch, mean and deviation in training, mean and deviation in validation, with two decimals; and back.
[[nodiscard]] std::string curve_csv(const TrainingCurve& curve);
[[nodiscard]] TrainingCurve curve_from_csv(std::string_view csv);

}  // namespace ndpool
