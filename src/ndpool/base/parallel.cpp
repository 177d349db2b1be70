#include "ndpool/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ndpool {

int thread_count(const Parallel& parallel) {
    if (parallel.threads > 0) {
        return parallel.threads;
    }
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallel_for(std::size_t count, const Parallel& parallel, const std::function<void(std::size_t)>& body) {
    const std::size_t workers = std::min<std::size_t>(count, static_cast<std::size_t>(thread_count(parallel)));
    if (workers <= 1) {
        for (std::size_t i = 0; i < count; ++i) {
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
    {
        std::vector<std::jthread> threads;
        threads.reserve(workers - 1);
        try {
            for (std::size_t t = 1; t < workers; ++t) {
                threads.emplace_back(work);
            }
        } catch (const std::system_error&) {
            // The system gives no more threads: those that were started do all the work.
        }
        work();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace ndpool
