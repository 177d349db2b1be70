#include "ndpool/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "ndpool/base/stop.hpp"

namespace ndpool {

int thread_count(const Parallel& parallel) {
    if (parallel.threads > 0) {
        return parallel.threads;
    }
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

namespace {

/// How many threads still work, so that the calling thread can poll for a request to stop while it waits for them.
class WorkersAtWork {
public:
    void enter() { ++count_; }
    void leave() {
        const std::lock_guard lock(guard_);
        if (--count_ == 0) {
            none_left_.notify_all();
        }
    }
    void wait() {
        constexpr std::chrono::milliseconds between_polls{20};
        std::unique_lock lock(guard_);
        while (!none_left_.wait_for(lock, between_polls, [&] { return count_ == 0; })) {
            lock.unlock();
            poll_stop_source();
            lock.lock();
        }
    }

private:
    std::mutex guard_;
    std::condition_variable none_left_;
    std::atomic<std::size_t> count_{0};
};

}  // namespace

void parallel_for(std::size_t count, const Parallel& parallel, const std::function<void(std::size_t)>& body) {
    const std::size_t workers = std::min<std::size_t>(count, static_cast<std::size_t>(thread_count(parallel)));
    if (workers <= 1) {
        for (std::size_t i = 0; i < count; ++i) {
            stop_if_requested();
            body(i);
        }
        return;
    }

    std::atomic<std::size_t> next{0};
    std::mutex failure_guard;
    std::size_t failed_index = std::numeric_limits<std::size_t>::max();
    std::exception_ptr failure;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                stop_if_requested();
                body(i);
            } catch (...) {
                const std::lock_guard lock(failure_guard);
                if (i < failed_index) {
                    failed_index = i;
                    failure = std::current_exception();
                }
                next = count;
            }
        }
    };
    WorkersAtWork at_work;
    StopSource* const source = current_stop_source();
    const auto work_on_thread = [&] {
        const PassedStopScope scope(source);
        work();
        at_work.leave();
    };
    {
        std::vector<std::jthread> threads;
        threads.reserve(workers - 1);
        try {
            for (std::size_t t = 1; t < workers; ++t) {
                at_work.enter();
                threads.emplace_back(work_on_thread);
            }
        } catch (const std::system_error&) {
            // The system gives no more threads: those that were started do all the work.
            at_work.leave();
        }
        work();
        at_work.wait();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace ndpool
