#pragma once

#include "ndpool/learn/train/cyclic_part.hpp"
#include "ndpool/learn/train/run_folder.hpp"

namespace ndpool {

/// The progress of training; called from several threads, one at a time.
struct TrainingProgress {
    int fold = 0;  ///< from 1
    int folds = 0;
    int folds_done = 0;
    const FoldState* state = nullptr;
    double seconds_left = 0;  ///< estimated from the finished folds; negative before there is an estimate
};

struct TrainRunControl {
    Parallel parallel = {};  ///< folds are trained in parallel; the result does not depend on it
    Progress coarsening = {};
    std::function<void(const TrainingProgress&)> progress = {};
    double seconds_between_checkpoints = 2;
    bool overwrite = false;  ///< replace an existing run; it stays until everything that the new run needs has been checked
    CyclicPart part = {};    ///< train these folds only
};

/// Trains a network for every fold and stores the run in a folder. Resumes a run that is already there. Throws InvalidInput if
/// the folder has another run, or if there are more parts than folds.
///
/// With a part, only its folds are trained. Until all folds in the folder are finished there is no result.json, and what is
/// returned is about the folds of the part; merge_runs puts the folders of several parts together.
[[nodiscard]] RunResult train_run(const Dataset& dataset, const RunDescription& description, const RunFolder& folder,
                                  const TrainRunControl& control);

/// A hash of all data.
[[nodiscard]] std::uint64_t content_number(const Dataset& dataset);

}  // namespace ndpool
