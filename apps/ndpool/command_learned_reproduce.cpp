#include <fmt/format.h>

#include "graph_table_arguments.hpp"
#include "input.hpp"
#include "learn_commands.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/reproduce/learned/ablation.hpp"
#include "ndpool/reproduce/learned/cleaned_table.hpp"
#include "ndpool/reproduce/learned/curves.hpp"
#include "ndpool/reproduce/learned/expressiveness.hpp"
#include "ndpool/reproduce/learned/graph_table.hpp"
#include "ndpool/reproduce/learned/graph_table_paper.hpp"
#include "output.hpp"
#include "part_argument.hpp"
#include "signal_table_command.hpp"
#include "table_report.hpp"
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
    for (const GraphTableLayout* layout :
         {&paper_table(), &cleaned_table(), &ablation_table(), &expressiveness_table(), &curves_table()}) {
        if (layout->name == target) {
            return layout;
        }
    }
    return nullptr;
}

/// What the page of a table shows: Table I has figures of its own.
std::vector<std::string> targets_of(const GraphTableLayout& layout) {
    if (&layout == &paper_table()) {
        return {layout.name, "fig-time", "fig-accuracy-time", "fig-significance"};
    }
    return {layout.name};
}

void write_tables(const fs::path& folder, const GraphTableLayout& layout, const GraphTables& tables, const FigureOrigin& origin) {
    if (&layout == &curves_table()) {
        condense_metrics(folder);
        write_table_report(folder, {targets_of(layout), {}, origin});
        return;
    }
    const std::vector<ResultTable> both{tables.accuracy, tables.seconds};
    write_table_report(folder, {targets_of(layout), both, origin});
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
    require_place_for_table(folder, layout->name);
    const GraphTableArguments& graphs = arguments.graphs;
    GraphTableOptions options{
        graphs.datasets,    graphs.methods,      graphs.preset,     graphs.folds.value_or(arguments.quick ? 2 : layout->folds),
        graphs.epochs,      graphs.timed_epochs, graphs.most_hours, common.seed,
        layout->stops_early};
    const DatasetPart part = parse_part(graphs.part);
    options.part = {part.number, part.count};
    if (arguments.quick && !options.epochs) {
        options.epochs = 5;
    }
    options.epochs = options.epochs ? options.epochs : layout->epochs;
    const FigureOrigin origin = origin_of(layout->name, arguments.quick, arguments.data, common);
    const GraphTables tables =
        graph_tables(*layout, folder, options,
                     {[&](const GraphTableRow& row) {
                          std::optional<Dataset> found = dataset_of(row, arguments.data, common);
                          return found ? without_copies(*found, layout->unique, common.parallel()) : found;
                      },
                      [&](const GraphTableRow& row, const GraphTableColumn& column) {
                          say(common, fmt::format("{}: {}", row.title, column.title));
                      },
                      [&](const GraphTables& all) { write_tables(folder, *layout, all, origin); },
                      {common.parallel(), progress_bar(common), training_line(common), graphs.checkpoint_seconds}});
    write_tables(folder, *layout, tables, origin);
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
