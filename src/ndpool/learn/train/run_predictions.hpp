#pragma once

#include <string>
#include <vector>

#include "ndpool/learn/train/fold_training.hpp"

namespace ndpool {

/// What a network said of a graph that it had not seen. Classes are numbers from 0 on.
struct TestPrediction {
    int fold = 0;   ///< from 1
    int graph = 0;  ///< from 0
    int truth = 0;
    int predicted = 0;

    bool operator==(const TestPrediction&) const = default;
};

/// Those of all finished folds in the order of folds and graphs; folds of earlier versions did not keep theirs.
[[nodiscard]] std::vector<TestPrediction> test_predictions(const PreparedData& data, const std::vector<FoldState>& folds);

/// predictions.csv: graphs are counted from 1, classes are those of the data.
[[nodiscard]] std::string predictions_csv(const std::vector<TestPrediction>& predictions, const std::vector<long>& labels);

}  // namespace ndpool
