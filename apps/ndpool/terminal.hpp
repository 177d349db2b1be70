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

/// A bar on standard error where that is a terminal, a line now and then after ten seconds where it is not; nothing if quiet.
[[nodiscard]] Progress progress_bar(const CommonOptions& options);

/// Runs work that cannot tell how far it is, with a bar that says what it is.
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

/// Numbers go to standard output: as one JSON object, or as lines of a name and a value.
void print_facts(const Json& facts, const CommonOptions& options);

/// JSON as text, on one line unless indented. Bytes that are no UTF-8 (file names may have them) become U+FFFD.
[[nodiscard]] std::string json_text(const Json& value, int indent = -1);

/// To standard error, whatever becomes of it: that nobody can read a remark is no failure of the work.
void print_error(std::string_view text);

/// A remark on standard error, unless quiet.
void say(const CommonOptions& options, const std::string& text);

/// A table with right-aligned columns for standard output.
[[nodiscard]] std::string text_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);

}  // namespace ndpool::command
