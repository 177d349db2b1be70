#pragma once

#include <algorithm>
#include <cstdint>

namespace ndpool {

/// CPU seconds that the calling thread has used; another program on the same core does not count.
[[nodiscard]] double thread_cpu_seconds();

/// The remaining budget of a search: steps, or CPU seconds of the thread that makes the budget. A step is one flip tried or one
/// entry of a table, some nanoseconds. The search asks for steps before it takes them, so its result is a function of the
/// number of steps granted.
class SearchBudget {
public:
    /// The limit is `steps` if that is above 0, else `seconds`.
    SearchBudget(double seconds, std::uint64_t steps)
        : by_steps_(steps > 0), steps_(steps), end_(by_steps_ ? 0 : thread_cpu_seconds() + seconds) {}

    [[nodiscard]] bool is_spent() const { return by_steps_ ? steps_ == 0 : is_over_ || thread_cpu_seconds() >= end_; }
    /// The number of wanted steps that may be taken. With a time limit it is all of them or none.
    std::uint64_t grant(std::uint64_t wanted) {
        if (!by_steps_) {
            is_over_ = is_spent();
            return is_over_ ? 0 : wanted;
        }
        const std::uint64_t granted = std::min(wanted, steps_);
        steps_ -= granted;
        return granted;
    }

private:
    bool by_steps_;
    bool is_over_ = false;
    std::uint64_t steps_;
    double end_;
};

}  // namespace ndpool
