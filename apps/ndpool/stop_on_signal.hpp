#pragma once

#include "ndpool/base/stop.hpp"

namespace ndpool::command {

/// As long as it lives, SIGINT (Ctrl-C) and SIGTERM end the computation by Stopped, so that destructors remove what is half
/// written. What has not ended after some seconds, and a second signal, ends the program at once.
class StopOnSignal {
public:
    StopOnSignal();
    ~StopOnSignal();
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;

private:
    StopScope scope_;
};

/// Ends the program as the signal would have done without StopOnSignal. To be called after Stopped.
[[noreturn]] void end_by_signal();

}  // namespace ndpool::command
