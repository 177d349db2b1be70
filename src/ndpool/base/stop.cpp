#include "ndpool/base/stop.hpp"

#include <ctime>

namespace ndpool {

namespace {

/// What the thread listens to. It is a property of the thread and not an argument, because a request to stop may come at any
/// depth, and the functions in between have nothing to do with it.
struct Listening {
    StopSource* source = nullptr;
    bool polls = false;
    long next_poll = 0;  ///< in milliseconds of the coarse clock
};

thread_local Listening listening;

/// The coarse clock is read without a system call, in a few nanoseconds; it advances every 1 to 4 ms.
long milliseconds() {
#ifdef CLOCK_MONOTONIC_COARSE
    constexpr clockid_t clock = CLOCK_MONOTONIC_COARSE;
#else
    constexpr clockid_t clock = CLOCK_MONOTONIC;
#endif
    std::timespec now{};
    clock_gettime(clock, &now);
    return static_cast<long>(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
}

constexpr long poll_every = 50;

}  // namespace

void StopSource::poll() {
    if (poll_ && !is_requested() && poll_()) {
        request();
    }
}

StopScope::StopScope(StopSource& source) : before_(listening.source), polled_before_(listening.polls) {
    listening = {&source, source.polls(), source.polls() ? milliseconds() + poll_every : 0};
}

StopScope::~StopScope() {
    listening = {before_, polled_before_, 0};
}

void poll_stop_source() {
    if (!listening.polls) {
        return;
    }
    if (const long now = milliseconds(); now >= listening.next_poll) {
        listening.source->poll();
        listening.next_poll = now + poll_every;
    }
}

void stop_if_requested() {
    if (listening.source == nullptr) {
        return;
    }
    poll_stop_source();
    if (listening.source->is_requested()) {
        throw Stopped();
    }
}

StopSource* current_stop_source() noexcept {
    return listening.source;
}

PassedStopScope::PassedStopScope(StopSource* source) {
    listening = {source, false, 0};
}

PassedStopScope::~PassedStopScope() {
    listening = {};
}

}  // namespace ndpool
