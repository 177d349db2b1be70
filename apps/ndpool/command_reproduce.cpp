#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "exec_learn.hpp"
#include "graph_table_arguments.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/reproduce/experiment_list.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct ReproduceOptions {
    CommonOptions common;
    std::vector<std::string> targets;
    std::string output;
    std::string data;
    bool quick = false;
    bool list = false;
    GraphTableArguments graphs;  ///< used by ndpool-learn only
};

void print_list(const ReproduceOptions& options) {
    Json names = Json::array();
    const auto add = [&](const std::string& name, const std::string& meaning) {
        names.push_back(name);
        if (!options.common.json) {
            fmt::print("{:<12}  {}\n", name, meaning);
        }
    };
    for (const Experiment& experiment : experiment_list()) {
        add(experiment.name, experiment.meaning);
    }
    for (const LearnedExperiment& experiment : learned_experiment_list()) {
        add(experiment.name, experiment.meaning);
    }
    if (options.common.json) {
        fmt::print("{}\n", json_text({{"targets", names}}));
    }
}

Experiment experiment_named(const std::string& name) {
    for (Experiment& experiment : experiment_list()) {
        if (experiment.name == name) {
            return std::move(experiment);
        }
    }
    throw InvalidInput(fmt::format("{}: no such table or figure (see ndpool reproduce --list)", name));
}

bool is_learned(const std::string& target) {
    const std::vector<LearnedExperiment> learned = learned_experiment_list();
    return std::any_of(learned.begin(), learned.end(), [&](const LearnedExperiment& known) { return known.name == target; });
}

void run_reproduce(const ReproduceOptions& options, const CLI::App& command, char** words) {
    if (options.list) {
        print_list(options);
        return;
    }
    if (std::any_of(options.targets.begin(), options.targets.end(), is_learned)) {
        run_learning_program(words);
    }
    refuse_graph_table_options(command);
    if (options.targets.empty() || options.output.empty()) {
        throw InvalidInput("reproduce needs a TARGET and -o DIR (see ndpool reproduce --help)");
    }
    std::vector<Experiment> chosen;
    for (auto target = options.targets.begin(); target != options.targets.end(); ++target) {
        if (std::find(options.targets.begin(), target, *target) == target) {  // a target that is named twice is made once
            chosen.push_back(experiment_named(*target));
        }
    }
    require_place_for_folder(options.output);
    const ExperimentOptions run{options.quick, options.common.parallel(), progress_bar(options.common)};
    std::vector<ResultTable> tables;
    AtomicFolder out(options.output);
    for (const Experiment& experiment : chosen) {
        tables.push_back(experiment.run(run, options.common.root_seed().child(experiment.name)));
        write_file(out.path() / fmt::format("{}.csv", experiment.name), to_csv(tables.back()));
        write_file(out.path() / fmt::format("{}.json", experiment.name), to_json(tables.back()));
    }
    write_file(out.path() / "index.html", to_html(tables));
    write_file(out.path() / "manifest.json", json_text({{"program", "ndpool"},
                                                        {"version", version()},
                                                        {"targets", options.targets},
                                                        {"seed", options.common.seed},
                                                        {"quick", options.quick}},
                                                       2) +
                                                 "\n");
    out.commit();
    if (options.common.json) {
        Json all = Json::object();
        for (const ResultTable& table : tables) {
            all[table.name] = Json::parse(to_json(table));
        }
        fmt::print("{}\n", json_text(all));
        return;
    }
    for (const ResultTable& table : tables) {
        fmt::print("{}", result_table_text(table));
    }
    say(options.common, fmt::format("written to {}", options.output));
}

}  // namespace

void add_reproduce(CLI::App& app, CommonOptions& common, char** words) {
    CLI::App* command =
        app.add_subcommand("reproduce", "Reproduce tables and figures of the paper, with the paper's numbers beside ours");
    auto options = std::make_shared<ReproduceOptions>();
    command->add_option("TARGET", options->targets, "Tables or figures to reproduce, see --list");
    command->add_option("-o,--output", options->output, "Folder to write: CSV and JSON of each table, and index.html");
    command->add_option("--data", options->data, "Folder to search for datasets, before $NDPOOL_DATA");
    command->add_flag("--quick", options->quick, "Run fewer repetitions, folds and epochs, to see that it works");
    add_graph_table_options(*command, options->graphs);
    command->add_flag("--list", options->list, "List the targets");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n  ndpool reproduce --list\n  ndpool reproduce cut-size -o results\n  ndpool reproduce table-graphs -o "
        "results --datasets MUTAG --methods ndp,flat");
    command->callback([options, command, &common, words] {
        options->common = common;
        run_reproduce(*options, *command, words);
    });
}

}  // namespace ndpool::command
