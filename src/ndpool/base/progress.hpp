#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>

namespace ndpool {

/// The progress of a long computation: `done` of `total` steps, and how far the current step is.
struct ProgressReport {
    std::string_view stage;  ///< what the steps are: "coarsening"
    std::size_t done = 0;
    std::size_t total = 0;
    std::string_view phase = {};  ///< of the current step: "eliminate"; empty if it is not reported
    double share = 0;             ///< the fraction of that phase that is done, 0 to 1
};

class Progress;

template <typename Function>
concept ReportWatcher = !std::same_as<Function, Progress> && std::invocable<Function&, const ProgressReport&>;
template <typename Function>
concept StepWatcher = !std::same_as<Function, Progress> && std::invocable<Function&, std::string_view, std::size_t, std::size_t>;

/// Who watches a long computation, possibly from several threads: nobody, or a function that takes a ProgressReport, or one
/// that takes (stage, done, total) and is not told about phases. Results never depend on it. It is a class and not a plain
/// function, so that a request to stop can travel the same way.
///
/// @code
/// std::size_t finished = 0;
/// const Progress progress = [&](std::string_view, std::size_t done, std::size_t) { finished = done; };
/// const Pyramid pyramid = ndp_pyramid(path_graph(100), {.levels = {1, 2, 3}}, Seed(1), progress);
/// assert(finished == 3);
/// @endcode
class Progress {
public:
    Progress() = default;

    template <ReportWatcher Function>
    Progress(Function watch) : watch_(std::move(watch)) {}

    template <StepWatcher Function>
    Progress(Function watch)
        : watch_([watch = std::move(watch)](const ProgressReport& report) mutable {
              if (report.phase.empty()) {
                  watch(report.stage, report.done, report.total);
              }
          }) {}

    explicit operator bool() const { return static_cast<bool>(watch_); }

    void operator()(std::string_view stage, std::size_t done, std::size_t total) const {
        if (watch_) {
            watch_({stage, done, total});
        }
    }

    /// For the work inside one step: its stages are the phases of that step. `stage` must be a string literal.
    [[nodiscard]] Progress within(std::string_view stage, std::size_t done, std::size_t total) const {
        if (!watch_) {
            return {};
        }
        return Progress([watch = watch_, stage, done, total](const ProgressReport& inner) {
            const double share = inner.total > 0 ? static_cast<double>(inner.done) / static_cast<double>(inner.total) : 1.0;
            watch({stage, done, total, inner.stage, share});
        });
    }

private:
    std::function<void(const ProgressReport&)> watch_;
};

}  // namespace ndpool
