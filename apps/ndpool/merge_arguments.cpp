#include "merge_arguments.hpp"

#include "option_checks.hpp"

namespace ndpool::command {

CLI::App* add_merge_command(CLI::App& app, MergeArguments& arguments, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("merge", "Merge the folders that coarsen --part or train --part wrote into one");
    command->add_option("FOLDER", arguments.folders, "Folders of all parts, in any order")->required();
    command
        ->add_option("-o,--output", arguments.output,
                     "Folder to write: the same bytes as coarsen or train writes without --part, except for times")
        ->required()
        ->check(output_name());
    add_common_options(*command, common);
    command->footer(
        "Examples:\n"
        "  ndpool coarsen MUTAG.zip -o part1 --part 1/2\n"
        "  ndpool coarsen MUTAG.zip -o part2 --part 2/2\n"
        "  ndpool merge part1 part2 -o coarse\n"
        "  ndpool train MUTAG.zip -o folds1 --part 1/2\n"
        "  ndpool train MUTAG.zip -o folds2 --part 2/2\n"
        "  ndpool merge folds1 folds2 -o run");
    return command;
}

}  // namespace ndpool::command
