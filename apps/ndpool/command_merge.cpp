#include <fmt/format.h>

#include "coarsen_report.hpp"
#include "commands.hpp"
#include "ndpool/pyramid/level_summary.hpp"
#include "ndpool/pyramid/storage/dataset_part.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct MergeOptions {
    CommonOptions common;
    std::vector<std::string> folders;
    std::string output;
};

void run_merge(const MergeOptions& options) {
    require_place_for_folder(options.output);
    for (const std::string& folder : options.folders) {
        require_input_outside(folder, options.output);
    }
    const std::vector<std::filesystem::path> folders(options.folders.begin(), options.folders.end());
    const MergedParts merged = with_bar(options.common, "merging", [&] { return merge_parts(folders, options.output); });
    if (options.common.json) {
        fmt::print("{}\n", json_text(Json::parse(merged.manifest)));
        return;
    }
    fmt::print("{}", level_table(summaries_of(merged.pyramids)));
    say(options.common, fmt::format("written to {}", options.output));
}

}  // namespace

void add_merge(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("merge", "Make one folder of the parts of a dataset that coarsen --part wrote");
    auto options = std::make_shared<MergeOptions>();
    command->add_option("FOLDER", options->folders, "Folders of all parts, in any order")->required();
    command
        ->add_option("-o,--output", options->output,
                     "Folder to write: the one that coarsen writes without --part, to the byte except for times")
        ->required()
        ->check(output_name());
    add_common_options(*command, common);
    command->footer(
        "Examples:\n"
        "  ndpool coarsen MUTAG.zip -o part1 --part 1/2\n"
        "  ndpool coarsen MUTAG.zip -o part2 --part 2/2\n"
        "  ndpool merge part1 part2 -o coarse");
    command->callback([options, &common] {
        options->common = common;
        run_merge(*options);
    });
}

}  // namespace ndpool::command
