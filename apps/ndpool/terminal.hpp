#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"

namespace ndpool::command {

using Json = nlohmann::ordered_json;

/// The options that every command has.
struct CommonOptions {
    std::uint64_t seed = 0;
    int threads = 0;
    bool quiet = false;
    bool json = false;

    [[nodiscard]] Seed root_seed() const { return Seed(seed); }
    [[nodiscard]] Parallel parallel() const { return {threads}; }
};

void add_common_options(CLI::App& command, CommonOptions& options);

/// A progress bar on standard error if that is a terminal, else ProgressLines; nothing if quiet.
[[nodiscard]] Progress progress_bar(const CommonOptions& options);

/// Runs work that reports no progress of its own, with a bar that names it.
template <typename Work>
auto with_bar(const CommonOptions& options, std::string_view stage, Work work) {
    const Progress bar = progress_bar(options);
    if (bar) {
        bar(stage, 0, 1);
    }
    auto result = work();
    if (bar) {
        bar(stage, 1, 1);
    }
    return result;
}

/// Prints numbers to standard output: as one JSON object, or as one line per number with its name.
void print_facts(const Json& facts, const CommonOptions& options);

/// JSON as text, on one line unless indented. Bytes that are not UTF-8 (file names may have them) become U+FFFD.
[[nodiscard]] std::string json_text(const Json& value, int indent = -1);

/// Writes to standard error and ignores failures: a remark that cannot be written is no failure of the command.
void print_error(std::string_view text);

/// Prints a remark to standard error, unless quiet.
void say(const CommonOptions& options, const std::string& text);

/// A table with right-aligned columns for standard output.
[[nodiscard]] std::string text_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);

}  // namespace ndpool::command
