#include "terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>

#include "option_checks.hpp"
#include "progress_lines.hpp"

namespace ndpool::command {

namespace {

std::string text_of(const Json& value) {
    return value.is_string() ? value.get<std::string>() : json_text(value);
}

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Draws at most ten times per second, and removes itself from the terminal at the end.
class Bar {
public:
    Bar() = default;
    Bar(const Bar&) = delete;
    Bar& operator=(const Bar&) = delete;
    /// An error message must not be printed behind the bar.
    ~Bar() {
        if (visible_) {
            wipe();
        }
    }

    void show(const ProgressReport& report) {
        const std::lock_guard lock(guard_);
        const double now = steady_seconds();
        const bool is_the_end = report.done == report.total && report.phase.empty();
        if (!is_the_end && now - drawn_ < 0.1) {
            return;
        }
        drawn_ = now;
        constexpr std::size_t width = 40;
        const std::size_t filled = report.total > 0 ? width * report.done / report.total : width;
        print_error(
            fmt::format("\r\033[K[{:=<{}}{:{}}] {}", "", filled, "", width - filled, progress_text(report, now - start_)));
        visible_ = true;
        if (is_the_end) {
            wipe();
        }
    }

private:
    void wipe() {
        print_error("\r\033[K");
        visible_ = false;
    }

    bool visible_ = false;
    std::mutex guard_;
    double start_ = steady_seconds();
    double drawn_ = 0;
};

}  // namespace

void add_common_options(CLI::App& command, CommonOptions& options) {
    command.add_option("--seed", options.seed, "Seed of all random numbers; the same seed gives the same bytes")
        ->transform(whole_number(0))
        ->capture_default_str();
    command.add_option("--threads", options.threads, "Number of threads; 0 means all cores. Results do not depend on it")
        ->transform(whole_number(0, 4096))
        ->capture_default_str();
    command.add_flag("--quiet", options.quiet, "Print no progress and no remarks to standard error");
    command.add_flag("--json", options.json, "Print one JSON object to standard output");
}

Progress progress_bar(const CommonOptions& options) {
    if (options.quiet) {
        return {};
    }
    if (isatty(STDERR_FILENO) == 0) {
        const auto write = [](const std::string& line) { print_error(line + "\n"); };
        return [lines = std::make_shared<ProgressLines>(steady_seconds, write)](const ProgressReport& report) {
            lines->show(report);
        };
    }
    return [bar = std::make_shared<Bar>()](const ProgressReport& report) { bar->show(report); };
}

void print_facts(const Json& facts, const CommonOptions& options) {
    if (options.json) {
        fmt::print("{}\n", json_text(facts));
        return;
    }
    std::size_t longest = 0;
    for (const auto& [key, value] : facts.items()) {
        longest = std::max(longest, key.size());
    }
    for (const auto& [key, value] : facts.items()) {
        std::string name = key;
        std::replace(name.begin(), name.end(), '_', ' ');
        fmt::print("{:<{}}  {}\n", name, longest, text_of(value));
    }
}

void print_error(std::string_view text) {
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
    static_cast<void>(std::fflush(stderr));
}

void say(const CommonOptions& options, const std::string& text) {
    if (!options.quiet) {
        std::fflush(stdout);  // if both go to the same place, a remark comes after the numbers that it is about
        print_error(text + "\n");
    }
}

std::string json_text(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string text_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths(head.size(), 0);
    const auto measure = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    };
    measure(head);
    std::for_each(rows.begin(), rows.end(), measure);
    std::string text;
    const auto append = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", row[i], widths[i]);
        }
        text += '\n';
    };
    append(head);
    std::for_each(rows.begin(), rows.end(), append);
    return text;
}

}  // namespace ndpool::command
