#include "training_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace ndpool::command {

namespace {

/// "2:05" or "1:02:05".
std::string clock_text(double seconds) {
    const auto all = static_cast<long>(seconds);
    return all >= 3600 ? fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60)
                       : fmt::format("{}:{:02}", all / 60, all % 60);
}

}  // namespace

std::function<void(const TrainingProgress&)> training_line(const CommonOptions& common) {
    if (common.quiet || isatty(STDERR_FILENO) == 0) {
        return {};
    }
    return [](const TrainingProgress& progress) {
        if (progress.state->finished) {
            print_error(fmt::format("\r\033[Kfold {}/{}: test accuracy {:.1f} % after {} epochs (best {})\n", progress.fold,
                                    progress.folds, 100 * progress.state->test_accuracy, progress.state->history.size(),
                                    progress.state->best_epoch));
        } else {
            const EpochRecord& last = progress.state->history.back();
            print_error(fmt::format(
                "\r\033[Kfold {}/{}, epoch {}: loss {:.4f}, validation {:.4f} (best {:.4f} in {}), accuracy {:.1f} %{}",
                progress.fold, progress.folds, last.epoch, last.loss, last.validation_loss, progress.state->best_loss,
                progress.state->best_epoch, 100 * last.validation_accuracy,
                progress.seconds_left < 0 ? "" : fmt::format(", {} left", clock_text(progress.seconds_left))));
        }
    };
}

}  // namespace ndpool::command
