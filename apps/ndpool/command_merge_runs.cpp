#include <fmt/format.h>

#include "learn_commands.hpp"
#include "merge_arguments.hpp"
#include "ndpool/learn/data/unique_graphs.hpp"
#include "ndpool/learn/train/merge_runs.hpp"
#include "part_input.hpp"
#include "run_report.hpp"

namespace ndpool::command {

namespace {

void run_merge_runs(const MergeArguments& arguments, const CommonOptions& common) {
    const std::vector<std::filesystem::path> folders(arguments.folders.begin(), arguments.folders.end());
    const InputOptions input = read_part_input(folders.front());
    const auto read = [&](const RunDescription& description) {
        CommonOptions as_trained = common;
        as_trained.seed = description.options.seed;
        return without_copies(read_dataset_input(input, as_trained), description.options.unique, common.parallel());
    };
    const RunResult result = merge_runs(folders, read, arguments.output, {common.parallel()});
    print_run(result, RunFolder(arguments.output).description(), {}, common);
    say(common, fmt::format("written to {}", arguments.output));
}

}  // namespace

void add_merge_runs(CLI::App& app, CommonOptions& common) {
    auto arguments = std::make_shared<MergeArguments>();
    CLI::App* command = add_merge_command(app, *arguments, common);
    command->callback([arguments, &common] { run_merge_runs(*arguments, common); });
}

}  // namespace ndpool::command
