#include "ndpool/learn/train/learning_rate.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "ndpool/base/elementary.hpp"

namespace ndpool {

double cosine_rate(double rate, double angle) {
    return rate * 0.5 * (1 + portable_cos(angle));
}

double learning_rate_after(const std::vector<EpochRecord>& history, const TrainingOptions& options) {
    const double rate = options.adam.learning_rate;
    if (options.schedule == RateSchedule::cosine) {
        const double done = static_cast<double>(history.size()) / std::max(options.epochs, 1);
        return cosine_rate(rate, std::numbers::pi * done);
    }
    double factor = 1;
    if (options.schedule == RateSchedule::plateau) {
        double least = std::numeric_limits<double>::infinity();
        int epochs_above = 0;
        for (const EpochRecord& record : history) {
            epochs_above = record.validation_loss < least ? 0 : epochs_above + 1;
            least = std::min(least, record.validation_loss);
            if (epochs_above == options.plateau_patience) {
                factor /= 2;
                epochs_above = 0;
            }
        }
    }
    return rate * factor;
}

}  // namespace ndpool
