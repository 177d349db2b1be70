#pragma once

#include "ndpool/learn/train/run_folder.hpp"

namespace ndpool {

/// What a running training tells; called from several threads, one at a time.
struct TrainingProgress {
    int fold = 0;  ///< from 1
    int folds = 0;
    int folds_done = 0;
    const FoldState* state = nullptr;
    double seconds_left = 0;  ///< a guess by the folds that are done; negative before there is one
};

struct TrainRunControl {
    Parallel parallel = {};  ///< folds are trained side by side; the result does not depend on it
    Progress coarsening = {};
    std::function<void(const TrainingProgress&)> news = {};
    double seconds_between_checkpoints = 2;
    bool overwrite = false;  ///< begin anew where a run is; it stays until all that the new one needs is known to be right
};

/// Trains a network for every fold and leaves the run in a folder, going on with what is there. Throws InvalidInput if the
/// folder has another run.
[[nodiscard]] RunResult train_run(const Dataset& dataset, const RunDescription& description, const RunFolder& folder,
                                  const TrainRunControl& control);

/// A number that is another one for other data.
[[nodiscard]] std::uint64_t content_number(const Dataset& dataset);

}  // namespace ndpool
