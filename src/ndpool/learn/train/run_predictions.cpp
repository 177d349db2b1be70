#include "ndpool/learn/train/run_predictions.hpp"

#include <fmt/format.h>

namespace ndpool {

std::vector<TestPrediction> test_predictions(const PreparedData& data, const std::vector<FoldState>& folds) {
    std::vector<TestPrediction> all;
    for (std::size_t fold = 0; fold < folds.size(); ++fold) {
        const std::vector<int>& tested = data.folds[fold].test;
        const std::vector<int>& predicted = folds[fold].test_predictions;
        if (!folds[fold].finished || predicted.size() != tested.size()) {
            continue;
        }
        for (std::size_t i = 0; i < tested.size(); ++i) {
            all.push_back({static_cast<int>(fold) + 1, tested[i], static_cast<int>(data.samples[tested[i]].label), predicted[i]});
        }
    }
    return all;
}

std::string predictions_csv(const std::vector<TestPrediction>& predictions, const std::vector<long>& labels) {
    std::string csv = "fold,graph,class,predicted\n";
    for (const TestPrediction& one : predictions) {
        csv += fmt::format("{},{},{},{}\n", one.fold, one.graph + 1, labels[one.truth], labels[one.predicted]);
    }
    return csv;
}

}  // namespace ndpool
