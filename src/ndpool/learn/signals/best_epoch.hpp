#pragma once

#include <functional>

#include "ndpool/learn/train/fold_training.hpp"

namespace ndpool {

/// When training ends. For the classifiers that the networks of Sec. VI-B are compared with, which store no checkpoints.
struct EpochLimits {
    int epochs = 0;    ///< maximum number of epochs
    int patience = 0;  ///< number of epochs without a lower validation loss after which training stops
};

/// The parts of an epoch.
struct EpochSteps {
    std::function<void(int epoch)> learn;  ///< epochs count from 1
    std::function<Evaluation()> validate;  ///< its loss is only compared: a sum will do
    std::function<void()> keep;            ///< stores the weights: they have the least validation loss so far
    std::function<void(int epoch, double validation_accuracy)> after = {};
};

struct BestEpoch {
    int epoch = 0;
    double validation_accuracy = 0;
};

/// Trains until the limits are reached. The first of several epochs with the same loss is the best.
[[nodiscard]] BestEpoch train_to_best_epoch(const EpochLimits& limits, const EpochSteps& steps);

}  // namespace ndpool
