#include <fmt/format.h>

#include "coarsen_report.hpp"
#include "commands.hpp"
#include "exec_learn.hpp"
#include "merge_arguments.hpp"
#include "ndpool/pyramid/level_summary.hpp"
#include "ndpool/pyramid/storage/dataset_part.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

/// Whether a folder is a run of ndpool train.
bool is_run(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / "config.json", ignored) && !fs::exists(folder / "manifest.json", ignored);
}

void run_merge(const MergeArguments& arguments, const CommonOptions& common) {
    require_place_for_folder(arguments.output);
    for (const std::string& folder : arguments.folders) {
        require_input_outside(folder, arguments.output);
    }
    const std::vector<fs::path> folders(arguments.folders.begin(), arguments.folders.end());
    const MergedParts merged = with_bar(common, "merging", [&] { return merge_parts(folders, arguments.output); });
    if (common.json) {
        fmt::print("{}\n", json_text(Json::parse(merged.manifest)));
        return;
    }
    fmt::print("{}", level_table(summaries_of(merged.pyramids)));
    say(common, fmt::format("written to {}", arguments.output));
}

}  // namespace

void add_merge(CLI::App& app, CommonOptions& common, char** words) {
    auto arguments = std::make_shared<MergeArguments>();
    CLI::App* command = add_merge_command(app, *arguments, common);
    command->callback([arguments, &common, words] {
        if (is_run(arguments->folders.front())) {
            run_learning_program(words);
        }
        run_merge(*arguments, common);
    });
}

}  // namespace ndpool::command
