#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "ndpool/base/progress.hpp"

namespace ndpool::command {

/// "coarsening 1/3, eliminate 45 %, 31 s"
[[nodiscard]] std::string progress_text(const ProgressReport& report, double seconds);

/// Progress as plain lines, if standard error is not a terminal: the first line after ten seconds, then at most one every ten
/// seconds.
class ProgressLines {
public:
    /// `seconds` is a clock; `write` gets one line without its line break.
    ProgressLines(std::function<double()> seconds, std::function<void(const std::string& line)> write)
        : seconds_(std::move(seconds)), write_(std::move(write)), start_(seconds_()), next_(start_ + interval) {}

    void show(const ProgressReport& report);

private:
    static constexpr double interval = 10;
    std::function<double()> seconds_;
    std::function<void(const std::string&)> write_;
    std::mutex guard_;
    double start_;
    double next_;
};

}  // namespace ndpool::command
