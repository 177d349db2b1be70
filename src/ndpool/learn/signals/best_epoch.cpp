#include "ndpool/learn/signals/best_epoch.hpp"

namespace ndpool {

BestEpoch train_to_best_epoch(const EpochLimits& limits, const EpochSteps& steps) {
    BestEpoch best;
    double best_loss = 0;
    for (int epoch = 1; epoch <= limits.epochs && epoch - best.epoch <= limits.patience; ++epoch) {
        steps.learn(epoch);
        const Evaluation seen = steps.validate();
        if (epoch == 1 || seen.loss < best_loss) {
            best_loss = seen.loss;
            best = {epoch, seen.accuracy};
            steps.keep();
        }
        if (steps.after) {
            steps.after(epoch, seen.accuracy);
        }
    }
    return best;
}

}  // namespace ndpool
