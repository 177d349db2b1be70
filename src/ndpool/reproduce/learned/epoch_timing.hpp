#pragma once

#include <filesystem>
#include <optional>

#include "ndpool/learn/train/train_run.hpp"

namespace ndpool {

/// Seconds per epoch, measured separately from the training, which may have run beside other programs.
struct EpochTiming {
    int epochs = 0;  ///< number of epochs that were trained for it, twice
    double seconds_per_epoch = 0;
};

/// Trains a run's network for some epochs in a folder that is removed again, on one thread, and stores the time in `file`.
EpochTiming time_epochs(const Dataset& dataset, RunDescription description, int epochs, const std::filesystem::path& file);

/// What `file` holds; nothing if it is not there. Throws InvalidInput if it cannot be read.
[[nodiscard]] std::optional<EpochTiming> epoch_timing_in(const std::filesystem::path& file);

}  // namespace ndpool
