#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "ndpool/base/progress.hpp"
#include "ndpool/base/stop.hpp"

namespace ndpool::python {

/// Watches a computation for Python: progress reports of any thread are kept, and the calling thread passes the newest one on,
/// about 20 times per second; it also asks whether Ctrl-C was pressed. An exception of the callback ends the computation too.
class Watcher {
public:
    /// `callback` is None or takes (stage, done, total).
    explicit Watcher(nanobind::handle callback) : callback_(callback) {}

    [[nodiscard]] Progress progress();
    /// Called on the calling thread without the lock of the interpreter. True if the computation is to end.
    bool poll();
    /// Called at the end with the lock: raises what poll() found, passes on the last report otherwise.
    void finish();

private:
    struct Report {
        std::string stage;
        std::size_t done = 0;
        std::size_t total = 0;
    };

    void deliver();

    nanobind::handle callback_;
    std::mutex guard_;
    std::optional<Report> newest_;
    std::exception_ptr raised_;
};

/// Runs work(progress) without the lock of the interpreter. Ctrl-C ends it soon and raises KeyboardInterrupt.
template <typename Work>
auto interruptible(nanobind::handle callback, Work work) {
    Watcher watcher(callback);
    StopSource source([&] { return watcher.poll(); });
    std::optional<decltype(work(Progress{}))> result;
    {
        const nanobind::gil_scoped_release unlocked;
        const StopScope scope(source);
        try {
            result.emplace(work(watcher.progress()));
        } catch (const Stopped&) {
            // The reason is in the watcher.
        }
    }
    watcher.finish();
    return *std::move(result);
}

template <typename Work>
auto interruptible(Work work) {
    return interruptible(nanobind::none(), [&](const Progress&) { return work(); });
}

}  // namespace ndpool::python
