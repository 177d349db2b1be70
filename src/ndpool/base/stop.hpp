#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <utility>

namespace ndpool {

/// Thrown where a computation ends because somebody asked for that. It is no Error: nothing failed, and no code that handles
/// failures must take it for one.
class Stopped : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

/// Where a request to stop is made. One source serves one computation on all of its threads.
class StopSource {
public:
    StopSource() = default;
    /// `poll` is called about 20 times per second, only on the thread that entered the StopScope; if it returns true, that is
    /// a request to stop.
    explicit StopSource(std::function<bool()> poll) : poll_(std::move(poll)) {}

    /// May be called by any thread, and by a signal handler.
    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_requested() const noexcept { return requested_.load(std::memory_order_relaxed); }
    /// Asks `poll`, if there is one.
    void poll();
    [[nodiscard]] bool polls() const { return static_cast<bool>(poll_); }

private:
    std::atomic<bool> requested_{false};
    std::function<bool()> poll_;
};

/// Work on this thread, and on the threads of parallel_for below it, listens to the source as long as the scope lives.
/// Results never depend on it. Without a scope nothing listens, and nothing stops.
///
/// @code
/// StopSource source;
/// const StopScope scope(source);
/// source.request();  // by another thread, or by a signal handler
/// bool stopped = false;
/// try {
///     (void)ndp_pyramid(generate_graph("sensor:200", Seed(1)).graph, {}, Seed(1));
/// } catch (const Stopped&) {
///     stopped = true;
/// }
/// assert(stopped);
/// @endcode
class StopScope {
public:
    explicit StopScope(StopSource& source);
    ~StopScope();
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

private:
    StopSource* before_;
    bool polled_before_;
};

/// Throws Stopped if the source of this thread was asked to stop. Takes some nanoseconds; long loops call it in each round.
void stop_if_requested();

/// Polls the source of this thread if it is time to; for a thread that waits for others. Never throws Stopped.
void poll_stop_source();

/// The source of this thread, or none; parallel_for passes it on.
[[nodiscard]] StopSource* current_stop_source() noexcept;

/// Listens to the source of another thread without polling it; none is allowed.
class PassedStopScope {
public:
    explicit PassedStopScope(StopSource* source);
    ~PassedStopScope();
    PassedStopScope(const PassedStopScope&) = delete;
    PassedStopScope& operator=(const PassedStopScope&) = delete;
};

}  // namespace ndpool
