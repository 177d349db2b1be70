#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "commands.hpp"
#include "input.hpp"
#include "method_arguments.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"
#include "ndpool/reproduce/output/figure_svg.hpp"
#include "ndpool/reproduce/report_page.hpp"
#include "ndpool/reproduce/spectra/pyramid_analysis.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct AnalyseOptions {
    CommonOptions common;
    InputOptions input;
    MethodArguments method;
    AnalysisOptions analysis;
    std::string output;
};

/// The pyramid of INPUT: one that coarsen wrote, or made here.
Pyramid pyramid_to_analyse(const AnalyseOptions& options, const CLI::App& command) {
    const std::optional<std::filesystem::path> path = input_path(options.input);
    std::error_code ignored;
    if (path && std::filesystem::is_directory(*path, ignored)) {
        const StoredKind kind = stored_kind(*path);
        if (kind == StoredKind::pyramids) {
            throw InvalidInput(
                fmt::format("{}: these are pyramids of many graphs, expected one graph or its pyramid", path->string()));
        }
        if (kind == StoredKind::pyramid) {
            return load_pyramid(*path).pyramid;
        }
    }
    require_options_of_method(command, options.method.method);
    Input input = read_input(options.input, options.common);
    auto* const placed = std::get_if<PlacedGraph>(&input);
    if (placed == nullptr) {
        throw InvalidInput(
            fmt::format("{}: this is a dataset, expected one graph or a pyramid that ndpool coarsen wrote", options.input.input));
    }
    MethodArguments arguments = options.method;
    arguments.ndp = with_accuracy(arguments.ndp, {&placed->graph, 1});
    return make_pyramid(std::move(placed->graph), resolved(arguments), options.common.root_seed().child("pyramid"),
                        progress_bar(options.common));
}

template <typename Value>
Json json_or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json();
}

Json json_of(const LevelAnalysis& level) {
    Json json{{"level", level.level},
              {"nodes", level.nodes},
              {"edges", level.edges},
              {"components", level.components},
              {"smallest_eigenvalues", level.smallest},
              {"largest_eigenvalue", level.largest},
              {"spectrum", json_or_null(level.spectrum)},
              {"exact_spectrum", json_or_null(level.exact_spectrum)},
              {"distance_from_graph", json_or_null(level.base_distance)},
              {"distance_from_exact", json_or_null(level.exact_distance)},
              {"resistance_error", json_or_null(level.resistance_error)},
              {"interlacing", nullptr},
              {"theorem_1", nullptr},
              {"degrees", nullptr}};
    if (level.interlacing) {
        json["interlacing"] = {{"holds", level.interlacing->holds}, {"worst_violation", level.interlacing->worst_violation}};
    }
    if (level.perturbation) {
        const PerturbationReport& change = *level.perturbation;
        json["theorem_1"] = {{"eigenvalues", change.shifts.size()},
                             {"beyond", change.beyond_first_order},
                             {"largest_shift", change.largest_shift},
                             {"norm_of_q", change.change_norm},
                             {"largest_dropped_row_sum", change.largest_dropped_row_sum},
                             {"within_weyl", change.within_weyl}};
    }
    if (level.degrees) {
        const DegreeRelations& degrees = *level.degrees;
        json["degrees"] = {
            {"smallest", degrees.smallest_degree}, {"largest", degrees.largest_degree},
            {"regular", degrees.regular},          {"regular_error", degrees.regular ? Json(degrees.regular_error) : Json()},
            {"lower_bound", degrees.lower},        {"lambda_max", degrees.largest_lambda},
            {"upper_bound", degrees.upper},        {"holds", degrees.holds}};
    }
    return json;
}

std::string degree_words(const DegreeRelations& degrees) {
    const std::string bounds =
        fmt::format("d_max - alpha_max = {:.4g} <= lambda_max = {:.4g} <= d_max - alpha_min = {:.4g}: {}", degrees.lower,
                    degrees.largest_lambda, degrees.upper, degrees.holds ? "holds" : "fails");
    return degrees.regular ? fmt::format("{}; regular of degree {:.4g}, |lambda_i - (d - alpha_i)| <= {:.1e}", bounds,
                                         degrees.largest_degree, degrees.regular_error)
                           : bounds;
}

void run_analyse(const AnalyseOptions& options, const CLI::App& command) {
    const std::filesystem::path output = options.output;
    if (!options.output.empty()) {
        require_place_for_file(output);
        require_other_file(options.input.input, output);
        if (output.extension() != ".svg" && output.extension() != ".html") {
            throw InvalidInput(fmt::format("{}: expected a file that ends in .html or .svg", options.output));
        }
    }
    const Pyramid pyramid = pyramid_to_analyse(options, command);
    const Seed seed = options.common.root_seed().child("analyse");
    const std::vector<LevelAnalysis> levels =
        with_bar(options.common, "analysing", [&] { return analyse_pyramid(pyramid, options.analysis, seed); });
    ReportFigure figure = analysis_figure(options.input.input, levels);
    if (!options.output.empty()) {
        figure.origin =
            FigureOrigin{.command = fmt::format("ndpool analyse {} -o {}", options.input.input, output.filename().string()),
                         .seed = options.common.seed,
                         .version = std::string(version()),
                         .date = ""};
        write_file(output, output.extension() == ".svg" ? figure_svg(figure)
                                                        : report_page({&figure, 1}, {figure.origin.command, figure.origin.version,
                                                                                     "", options.common.seed}));
    }
    if (options.common.json) {
        Json list = Json::array();
        for (const LevelAnalysis& level : levels) {
            list.push_back(json_of(level));
        }
        fmt::print("{}\n",
                   json_text({{"input", options.input.input}, {"eigenvalues", options.analysis.eigenvalues}, {"levels", list}}));
        return;
    }
    fmt::print("{}", text_table(figure.texts.front().columns, figure.texts.front().rows));
    for (const LevelAnalysis& level : levels) {
        if (level.degrees) {
            fmt::print("level {}: {}\n", level.level, degree_words(*level.degrees));
        }
    }
    if (!options.output.empty()) {
        say(options.common, fmt::format("written to {}", options.output));
    }
}

}  // namespace

void add_analyse(CLI::App& app, CommonOptions& common) {
    CLI::App* command =
        app.add_subcommand("analyse", "Compare the spectra and resistances of a pyramid's levels with those of the graph");
    auto options = std::make_shared<AnalyseOptions>();
    add_input_options(*command, options->input);
    command->add_option("-o,--output", options->output, "File for charts: .html or .svg");
    command
        ->add_option("--eigenvalues", options->analysis.eigenvalues,
                     "Number of smallest non-zero eigenvalues in the spectral distance (default 10)")
        ->check(CLI::Range(1, 1000));
    command
        ->add_option("--pairs", options->analysis.pairs,
                     "Number of pairs of nodes whose resistance distances are compared (default 100)")
        ->check(CLI::Range(1, 100000));
    add_method_options(*command, options->method);
    add_common_options(*command, common);
    command->footer(
        "Examples:\n  ndpool analyse sensor:300\n  ndpool analyse sensor:300 --method graclus -o spectra.html\n  ndpool analyse "
        "pyramid --json");
    command->callback([options, command, &common] {
        options->common = common;
        run_analyse(*options, *command);
    });
}

}  // namespace ndpool::command
