#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "commands.hpp"
#include "exec_learn.hpp"
#include "graph_table_arguments.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/reproduce/output/figure_json.hpp"
#include "ndpool/reproduce/report_folder.hpp"
#include "ndpool/reproduce/report_page.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

struct ReproduceOptions {
    CommonOptions common;
    std::vector<std::string> targets;
    std::string output;
    std::string data;
    std::string results;
    bool quick = false;
    bool list = false;
    GraphTableArguments graphs;  ///< used by ndpool-learn only
};

void print_list(const ReproduceOptions& options) {
    Json names = Json::array();
    for (const Experiment& experiment : experiment_list()) {
        names.push_back(experiment.name);
        if (!options.common.json) {
            fmt::print("{:<20}  {}\n", experiment.name, experiment.meaning);
        }
    }
    if (options.common.json) {
        fmt::print("{}\n", json_text({{"targets", names}}));
    } else {
        fmt::print("{:<20}  {}\n", "all", "All of these; tables of trained networks as far as they are in --results");
    }
}

bool is_learned(const std::string& target) {
    const std::vector<LearnedExperiment> learned = learned_experiment_list();
    return std::any_of(learned.begin(), learned.end(), [&](const LearnedExperiment& known) { return known.name == target; });
}

std::vector<std::string> expanded_targets(const std::vector<std::string>& targets) {
    std::vector<std::string> names;
    for (const std::string& target : targets) {
        if (target != "all") {
            (void)experiment_named(target);
            names.push_back(target);
            continue;
        }
        for (const Experiment& experiment : experiment_list()) {
            names.push_back(experiment.name);
        }
    }
    return names;
}

/// A folder of a trained table may get figures beside it; any other folder must be new or ours.
void require_place_for_report(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::exists(folder / "table-graphs.json", ignored) && !fs::is_directory(folder / "runs", ignored)) {
        require_place_for_folder(folder);
    }
}

std::vector<fs::path> data_folders(const std::string& data) {
    std::vector<fs::path> folders;
    if (!data.empty()) {
        folders.emplace_back(data);
    }
    if (const char* variable = std::getenv("NDPOOL_DATA"); variable != nullptr && *variable != '\0') {
        folders.emplace_back(variable);
    }
    return folders;
}

std::vector<fs::path> results_folders(const std::string& results) {
    std::error_code ignored;
    if (results.empty()) {
        return {};
    }
    if (!fs::is_directory(results, ignored)) {
        throw InvalidInput(fmt::format("--results: there is no folder {}", results));
    }
    return {results};
}

std::string text_table_of(const TextTable& table) {
    return fmt::format("{}\n{}", table.title, text_table(table.columns, table.rows));
}

void print_figures(const ReproduceOptions& options, const std::vector<std::string>& names,
                   const std::vector<ReportFigure>& figures) {
    if (options.common.json) {
        Json all = Json::object();
        for (std::size_t i = 0; i < figures.size(); ++i) {
            all[names[i]] = Json::parse(to_json(figures[i]));
        }
        fmt::print("{}\n", json_text(all));
        return;
    }
    if (figures.size() == 1) {
        for (const ResultTable& table : figures.front().tables) {
            fmt::print("{}", result_table_text(table));
        }
        for (const TextTable& table : figures.front().texts) {
            fmt::print("{}", text_table_of(table));
        }
    }
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const ReportFigure& figure = figures[i];
        fmt::print("{:<20}  {:<16}  {}\n", names[i], name_of(figure.verdict.agreement), figure.verdict.words);
        if (figure.verdict.agreement == Agreement::missing) {
            fmt::print("{:<20}  {}\n", "", figure.fill_command);
        }
    }
}

/// The page says of itself what made it; its date is that of its newest figure.
ReportFacts page_facts(const ReproduceOptions& options, const std::vector<ReportFigure>& figures) {
    ReportFacts facts{.command = fmt::format("ndpool reproduce {} -o report{}", fmt::join(options.targets, " "),
                                             options.quick ? " --quick" : ""),
                      .version = std::string(version()),
                      .date = "",
                      .seed = options.common.seed,
                      .quick = options.quick};
    for (const ReportFigure& figure : figures) {
        facts.date = std::max(facts.date, figure.origin.date);
    }
    return facts;
}

void run_reproduce(const ReproduceOptions& options, const CLI::App& command, char** words) {
    if (options.list) {
        print_list(options);
        return;
    }
    if (options.results.empty() && std::any_of(options.targets.begin(), options.targets.end(), is_learned)) {
        run_learning_program(words);
    }
    refuse_graph_table_options(command);
    if (options.targets.empty() || options.output.empty()) {
        throw InvalidInput("reproduce needs a TARGET and -o DIR (see ndpool reproduce --help)");
    }
    std::vector<std::string> targets = expanded_targets(options.targets);
    require_place_for_report(options.output);
    const Progress bar = progress_bar(options.common);
    ReportOptions report{targets, options.common.seed, {}};
    report.experiments = {options.quick, options.common.parallel(), bar, results_folders(options.results),
                          data_folders(options.data)};
    std::vector<std::string> names;
    const std::vector<ReportFigure> figures =
        make_report(options.output, report, [&](const std::string& name, std::size_t done, std::size_t total, bool stored) {
            names.push_back(name);
            if (total > 1 && !stored) {
                say(options.common, fmt::format("{} ({} of {})", name, done + 1, total));
            }
        });
    write_file(fs::path(options.output) / "index.html", report_page(figures, page_facts(options, figures)));
    print_figures(options, names, figures);
    say(options.common, fmt::format("written to {}", options.output));
}

}  // namespace

void add_reproduce(CLI::App& app, CommonOptions& common, char** words) {
    CLI::App* command = app.add_subcommand("reproduce", reproduce_meaning);
    auto options = std::make_shared<ReproduceOptions>();
    command->add_option("TARGET", options->targets, "Tables or figures to reproduce, or all; see --list");
    command->add_option(
        "-o,--output", options->output,
        "Folder to write: CSV, JSON and SVG of each target, and index.html; targets that are finished there are not made again");
    command->add_option("--data", options->data, "Folder to search for datasets, before $NDPOOL_DATA");
    command->add_option("--results", options->results,
                        "Folder with finished results, such as table-graphs; tables of trained networks are shown from it");
    command->add_flag("--quick", options->quick,
                      "Run fewer repetitions, folds and epochs on smaller graphs, to see that it works");
    add_graph_table_options(*command, options->graphs);
    command->add_flag("--list", options->list, "List the targets");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n  ndpool reproduce --list\n  ndpool reproduce all --quick -o report\n  ndpool reproduce table-cuts -o "
        "results\n  ndpool reproduce table-graphs -o "
        "results --datasets MUTAG --methods ndp,flat");
    command->callback([options, command, &common, words] {
        options->common = common;
        run_reproduce(*options, *command, words);
    });
}

}  // namespace ndpool::command
