#include "ndpool/learn/train/run_watch.hpp"

namespace ndpool {

RunWatch::RunWatch(const RunFolder& folder, const TrainRunControl& control, const std::vector<FoldState>& states)
    : folder_(folder), control_(control), folds_(static_cast<int>(states.size())), unsaved_seconds_(states.size(), 0) {
    for (std::size_t fold = 0; fold < states.size(); ++fold) {
        done_ += states[fold].finished ? 1 : 0;
        to_do_ += !states[fold].finished && control.part.has(fold) ? 1 : 0;
    }
}

void RunWatch::epoch_ended(int fold, const FoldState& state) {
    const std::lock_guard lock(guard_);
    folder_.append_metrics(fold, state.history.back());
    double& unsaved = unsaved_seconds_[static_cast<std::size_t>(fold) - 1];
    unsaved += state.history.back().seconds;
    if (unsaved > control_.seconds_between_checkpoints) {
        unsaved = 0;
        folder_.save(fold, state);
    }
    tell(fold, state);
}

void RunWatch::fold_ended(int fold, const FoldState& state, const ParameterPlan& plan) {
    const std::lock_guard lock(guard_);
    folder_.save_model(fold, plan, state.best_values);
    folder_.save(fold, state);
    ++done_;
    ++done_here_;
    --to_do_;
    tell(fold, state);
}

void RunWatch::tell(int fold, const FoldState& state) {
    seconds_ += clock_.lap();
    if (control_.progress) {
        const double left = done_here_ == 0 ? -1 : seconds_ / done_here_ * to_do_;
        control_.progress({fold, folds_, done_, &state, left});
    }
}

}  // namespace ndpool
