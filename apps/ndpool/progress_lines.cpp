#include "progress_lines.hpp"

#include <fmt/format.h>

namespace ndpool::command {

std::string progress_text(const ProgressReport& report, double seconds) {
    std::string text = fmt::format("{} {}/{}", report.stage, report.done, report.total);
    if (!report.phase.empty()) {
        text += fmt::format(", {}", report.phase);
        if (report.share > 0) {  // a phase that has just begun shows no percentage
            text += fmt::format(" {:.0f} %", 100 * report.share);
        }
    }
    return text + fmt::format(", {:.0f} s", seconds);
}

void ProgressLines::show(const ProgressReport& report) {
    const std::lock_guard lock(guard_);
    const double now = seconds_();
    const bool is_the_end = report.done == report.total && report.phase.empty();
    if (now >= next_ && !is_the_end) {
        next_ = now + interval;
        write_("ndpool: " + progress_text(report, now - start_));
    }
}

}  // namespace ndpool::command
