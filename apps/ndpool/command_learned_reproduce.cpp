#include <fmt/format.h>

#include "graph_table_arguments.hpp"
#include "input.hpp"
#include "learn_commands.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/reproduce/learned/ablation.hpp"
#include "ndpool/reproduce/learned/expressiveness.hpp"
#include "ndpool/reproduce/learned/graph_table.hpp"
#include "ndpool/reproduce/learned/graph_table_paper.hpp"
#include "ndpool/reproduce/time_figures.hpp"
#include "output.hpp"
#include "part_argument.hpp"
#include "signal_table_command.hpp"
#include "training_line.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

struct ReproduceArguments {
    std::vector<std::string> targets;
    std::string output;
    std::string data;
    bool quick = false;
    GraphTableArguments graphs;
};

std::optional<Dataset> dataset_of(const GraphTableRow& row, const std::string& data, const CommonOptions& common) {
    if (row.make != nullptr) {
        return row.make();
    }
    const auto read = [&](const std::string& name) { return read_dataset_input({name, "", "", data}, common); };
    try {
        return read(row.data);
    } catch (const InvalidInput& error) {
        if (!row.instead.empty()) {
            return read(row.instead);
        }
        say(common, fmt::format("{} is left out: {}", row.title, error.what()));
        return std::nullopt;
    }
}

/// The table of graph classification with a name; none if it is another one.
const GraphTableLayout* layout_named(const std::string& target) {
    for (const GraphTableLayout* layout : {&paper_table(), &ablation_table(), &expressiveness_table()}) {
        if (layout->name == target) {
            return layout;
        }
    }
    return nullptr;
}

/// Throws InvalidInput if the folder holds anything but an earlier table.
void require_place(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    const bool is_table = fs::is_directory(folder / "runs", ignored) || fs::exists(folder / (name + ".json"), ignored);
    if (!is_table && fs::exists(folder, ignored) && !(fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored))) {
        throw InvalidInput(
            fmt::format("{}: something else is there, expected a new folder or an earlier {}", folder.string(), name));
    }
}

void write_tables(const fs::path& folder, const GraphTables& tables) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw IoError(fmt::format("{}: cannot make this folder: {}", folder.string(), error.message()));
    }
    for (const ResultTable* table : {&tables.accuracy, &tables.seconds}) {
        write_file(folder / fmt::format("{}.csv", table->name), to_csv(*table));
        write_file(folder / fmt::format("{}.json", table->name), to_json(*table));
    }
    write_file(folder / "index.html",
               to_html(std::vector<ResultTable>{tables.accuracy, tables.seconds}, time_figures(tables.accuracy, tables.seconds)));
}

void run_reproduce(const ReproduceArguments& arguments, const CommonOptions& common) {
    if (arguments.targets.size() != 1) {
        throw InvalidInput(fmt::format("{} cannot be combined with other targets", arguments.targets.front()));
    }
    if (arguments.output.empty()) {
        throw InvalidInput("reproduce needs -o DIR (see ndpool reproduce --help)");
    }
    const GraphTableLayout* const layout = layout_named(arguments.targets.front());
    if (layout == nullptr) {
        signal_table_command({arguments.targets.front(), arguments.output, arguments.data, arguments.quick, arguments.graphs},
                             common);
        return;
    }
    const fs::path folder = arguments.output;
    require_place(folder, layout->name);
    const GraphTableArguments& graphs = arguments.graphs;
    GraphTableOptions options{
        graphs.datasets, graphs.methods,      graphs.preset, graphs.folds.value_or(arguments.quick ? 2 : layout->folds),
        graphs.epochs,   graphs.timed_epochs, common.seed};
    const DatasetPart part = parse_part(graphs.part);
    options.part = {part.number, part.count};
    if (arguments.quick && !options.epochs) {
        options.epochs = 5;
    }
    const GraphTables tables =
        graph_tables(*layout, folder, options,
                     {[&](const GraphTableRow& row) { return dataset_of(row, arguments.data, common); },
                      [&](const GraphTableRow& row, const GraphTableColumn& column) {
                          say(common, fmt::format("{}: {}", row.title, column.title));
                      },
                      [&](const GraphTables& all) { write_tables(folder, all); },
                      {common.parallel(), progress_bar(common), training_line(common), graphs.checkpoint_seconds}});
    write_tables(folder, tables);
    if (common.json) {
        fmt::print("{}\n", json_text({{layout->name, Json::parse(to_json(tables.accuracy))},
                                      {"seconds-per-epoch", Json::parse(to_json(tables.seconds))}}));
        return;
    }
    fmt::print("{}\n{}", result_table_text(tables.accuracy), result_table_text(tables.seconds));
    say(common, fmt::format("written to {}", arguments.output));
}

}  // namespace

void add_learned_reproduce(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("reproduce", "Reproduce the tables of the paper that train networks");
    auto arguments = std::make_shared<ReproduceArguments>();
    command->add_option("TARGET", arguments->targets, "Table to reproduce");
    command->add_option("-o,--output", arguments->output, "Folder to write; an earlier table in it is resumed");
    command->add_option("--data", arguments->data, "Folder to search for datasets, before $NDPOOL_DATA");
    command->add_flag("--quick", arguments->quick, "Run fewer folds and epochs, to see that it works");
    add_graph_table_options(*command, arguments->graphs);
    add_common_options(*command, common);
    command->callback([arguments, &common] { run_reproduce(*arguments, common); });
}

}  // namespace ndpool::command
