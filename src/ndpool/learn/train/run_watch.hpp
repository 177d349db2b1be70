#pragma once

#include <mutex>

#include "ndpool/base/stopwatch.hpp"
#include "ndpool/learn/train/train_run.hpp"

namespace ndpool {

/// Keeps a run's folder and its listener up to date while folds are trained in parallel.
class RunWatch {
public:
    RunWatch(const RunFolder& folder, const TrainRunControl& control, const std::vector<FoldState>& states);

    void epoch_ended(int fold, const FoldState& state);
    void fold_ended(int fold, const FoldState& state, const ParameterPlan& plan);

private:
    void tell(int fold, const FoldState& state);

    const RunFolder& folder_;
    const TrainRunControl& control_;
    int folds_;
    std::vector<double> unsaved_seconds_;  ///< of each fold, since its last checkpoint
    Stopwatch clock_;
    double seconds_ = 0;
    int done_ = 0;
    int done_here_ = 0;
    int to_do_ = 0;
    std::mutex guard_;
};

}  // namespace ndpool
