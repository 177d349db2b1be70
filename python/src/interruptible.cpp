#include "interruptible.hpp"

namespace ndpool::python {

namespace nb = nanobind;

Progress Watcher::progress() {
    if (callback_.is_none()) {
        return {};
    }
    return [this](std::string_view stage, std::size_t done, std::size_t total) {
        const std::lock_guard lock(guard_);
        if (!newest_ || newest_->stage != stage || newest_->done <= done) {  // threads may report out of order
            newest_ = {std::string(stage), done, total};
        }
    };
}

void Watcher::deliver() {
    std::optional<Report> report;
    {
        const std::lock_guard lock(guard_);
        report = std::exchange(newest_, std::nullopt);
    }
    if (report) {
        callback_(report->stage.c_str(), report->done, report->total);
    }
}

bool Watcher::poll() {
    const nb::gil_scoped_acquire locked;
    try {
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
        deliver();
    } catch (const nb::python_error&) {
        raised_ = std::current_exception();
        return true;
    }
    return false;
}

void Watcher::finish() {
    if (raised_) {
        std::rethrow_exception(std::exchange(raised_, nullptr));
    }
    deliver();
}

}  // namespace ndpool::python
