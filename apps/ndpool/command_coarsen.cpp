#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "coarsen_report.hpp"
#include "commands.hpp"
#include "input.hpp"
#include "method_arguments.hpp"
#include "ndpool/analysis/measured_levels.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/pyramid_file.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct CoarsenOptions {
    CommonOptions common;
    InputOptions input;
    MethodArguments method;
    std::vector<std::string> formats;
    std::string output;
    bool measure = false;
    bool skip_measure = false;
    bool certify = false;

    /// Lean levels are measured unless that was declined or takes more memory than all else, others if it was asked for.
    [[nodiscard]] bool measures(const NdpOptions& options, NodeId nodes) const {
        constexpr NodeId measured_up_to = 3'000'000;
        return measure || certify || (options.accuracy == Accuracy::lean && !skip_measure && nodes <= measured_up_to);
    }
};

/// --format mtx and --format npz say how to write, all others how to read: matrices and SciPy files are known by
/// their first bytes and need no word to be read.
std::optional<Format> sort_out_formats(const CoarsenOptions& options, InputOptions& input) {
    std::optional<Format> matrices;
    for (const std::string& name : options.formats) {
        const Format format = format_named(name);
        if (format == Format::mtx || format == Format::npz) {
            matrices = format;
        } else {
            input.format = name;
        }
    }
    return matrices;
}

void report(const CoarsenOptions& options, std::span<const Pyramid> pyramids, const std::string& manifest) {
    const std::vector<LevelSummary> levels = summaries_of(pyramids);
    if (options.common.json) {
        fmt::print("{}\n", json_text(Json::parse(manifest)));
    } else {
        fmt::print("{}", level_table(levels));
    }
    // Connected levels did not fall apart, whatever the inputs are; only of others these need to be counted.
    auto components = static_cast<std::int64_t>(pyramids.size());
    if (!levels.empty() && levels.front().components > components) {
        components =
            std::accumulate(pyramids.begin(), pyramids.end(), std::int64_t{0},
                            [](std::int64_t sum, const Pyramid& pyramid) { return sum + component_count(pyramid.base); });
    }
    for (const std::string& remark : level_remarks(levels, components)) {
        say(options.common, fmt::format("ndpool: note: {}", remark));
    }
    if (!options.common.json) {
        say(options.common, fmt::format("written to {}", options.output));
    }
}

/// Lean levels are also fitted to what was measured.
void measure_all(Pyramid& pyramid, Accuracy accuracy, const Parallel& parallel) {
    measure_levels(pyramid, {.parallel = parallel});
    if (accuracy == Accuracy::lean) {
        fit_measured_levels(pyramid, parallel);
    }
}

/// Measures every level that there is, also those that are not stored: the more levels, the better they measure each other.
/// What cannot be measured is still worth storing.
void measure(Pyramid& pyramid, Accuracy accuracy, const CoarsenOptions& options) {
    const Parallel parallel = options.common.parallel();
    try {
        with_bar(options.common, "measuring", [&] {
            measure_all(pyramid, accuracy, parallel);
            if (options.certify) {
                certify_levels(pyramid, LevelErrorOptions{}.eigenvalues, parallel);
            }
            return 0;
        });
    } catch (const NumericalFailure& failure) {
        say(options.common, fmt::format("ndpool: note: the levels were not measured: {}", failure.what()));
    } catch (const TooLarge& failure) {
        say(options.common, fmt::format("ndpool: note: the levels were not measured: {}", failure.what()));
    }
}

Pyramid coarsened(Graph graph, const NdpOptions& ndp, const CoarsenOptions& options) {
    const Seed seed = options.common.root_seed().child("pyramid");
    const Progress progress = progress_bar(options.common);
    const bool measures = options.measures(ndp, graph.node_count());
    if (ndp.accuracy != Accuracy::lean) {
        Pyramid pyramid = ndp_pyramid(graph, ndp, seed, progress);
        if (measures) {
            measure(pyramid, ndp.accuracy, options);
        }
        return pyramid;
    }
    Pyramid all = lean_pyramid(std::move(graph), lean_options(ndp), seed, progress);
    if (measures) {
        measure(all, ndp.accuracy, options);
    }
    const std::vector<int> numbers = levels_to_store(all, ndp);
    return with_levels(std::move(all), numbers);
}

Pyramid coarsened(Graph graph, PyramidOptions method, const CoarsenOptions& options) {
    const Parallel parallel = options.common.parallel();
    if (auto* ndp = std::get_if<NdpOptions>(&method)) {
        ndp->kron.parallel = parallel;
        ndp->cut.parallel = parallel;
        return coarsened(std::move(graph), *ndp, options);
    }
    if (auto* nmf = std::get_if<NmfOptions>(&method)) {
        nmf->parallel = parallel;
    }
    return make_pyramid(graph, method, options.common.root_seed().child("pyramid"), progress_bar(options.common));
}

std::vector<Pyramid> coarsened(const Dataset& dataset, const PyramidOptions& method, const CoarsenOptions& options) {
    const auto* const ndp = std::get_if<NdpOptions>(&method);
    if (ndp != nullptr && (ndp->until_nodes > 0 || ndp->exactly_nodes > 0)) {
        throw InvalidInput(fmt::format("{}: the graphs of a dataset would have different levels, give --levels",
                                       ndp->until_nodes > 0 ? "--until" : "--nodes"));
    }
    const Seed seed = options.common.root_seed().child("pyramid");
    auto pyramids = make_pyramids(dataset.graphs, method, seed, options.common.parallel(), progress_bar(options.common));
    if (ndp == nullptr) {
        return pyramids;
    }
    parallel_for(pyramids.size(), options.common.parallel(), [&](std::size_t i) {
        if (options.measures(*ndp, pyramids[i].base.node_count())) {
            measure_all(pyramids[i], ndp->accuracy, {});
        }
    });
    return pyramids;
}

/// The options for these graphs; says what they are estimated to take, where that is long.
PyramidOptions method_for(const Input& input, const CoarsenOptions& options) {
    const auto* const placed = std::get_if<PlacedGraph>(&input);
    const std::span<const Graph> graphs =
        placed != nullptr ? std::span<const Graph>(&placed->graph, 1) : std::get<Dataset>(input).graphs;
    MethodArguments arguments = options.method;
    arguments.ndp = with_accuracy(arguments.ndp, graphs);
    PyramidOptions method = resolved(arguments);
    if (const auto* const ndp = std::get_if<NdpOptions>(&method)) {
        const std::string remark = accuracy_remark(options.method.ndp, *ndp, graphs);
        if (!remark.empty()) {
            say(options.common, remark);
        }
    }
    return method;
}

/// What to say of weights that the exact reduction cannot hold in all digits; empty for all others.
std::string weight_remark(const Graph& graph) {
    constexpr double largest_span = 1e100;
    const auto& weights = graph.adjacency().values;
    const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
    if (weights.empty() || *most <= largest_span * *least) {
        return {};
    }
    return fmt::format(
        "ndpool: note: the weights are from {} to {}; beyond a hundred magnitudes small weights of levels may be lost", *least,
        *most);
}

/// Whether -o names a file for one graph alone: by its ending, as a folder has none of these.
bool writes_one_file(const CoarsenOptions& options) {
    const std::optional<Format> format = format_of_ending(options.output);
    return format == Format::mtx || format == Format::npz;
}

/// Throws InvalidInput for endings of files that are not written, and where --format says something else than the ending.
void require_fitting_ending(const CoarsenOptions& options, std::optional<Format> matrices) {
    const std::optional<Format> ending = format_of_ending(options.output);
    std::error_code ignored;
    if (ending && !writes_one_file(options) && !std::filesystem::is_directory(options.output, ignored)) {
        throw InvalidInput(
            fmt::format("{}: one level is written as .mtx or .npz, expected one of these or a folder", options.output));
    }
    if (matrices && writes_one_file(options) && matrices != ending) {
        throw InvalidInput(fmt::format("--format: {} cannot be written as {}, its ending says {}", options.output,
                                       format_name(*matrices), format_name(*ending)));
    }
}

void require_place_for_output(const CoarsenOptions& options, const PyramidOptions& method) {
    if (!writes_one_file(options)) {
        require_place_for_folder(options.output);
        require_input_outside(options.input.input, options.output);
        return;
    }
    require_place_for_file(options.output);
    require_other_file(options.input.input, options.output);
    const auto* const ndp = std::get_if<NdpOptions>(&method);
    const bool is_exact = ndp != nullptr && ndp->exactly_nodes > 0;
    const bool is_open = ndp != nullptr && ndp->until_nodes > 0;
    const std::size_t levels = std::visit([](const auto& any) { return any.levels.size(); }, method);
    if (is_open || (!is_exact && levels != 1)) {
        throw InvalidInput(fmt::format("{}: a file holds one level, give --nodes or one number to --levels", options.output));
    }
}

void run_coarsen(const CoarsenOptions& options) {
    InputOptions input_options = options.input;
    const std::optional<Format> matrices = sort_out_formats(options, input_options);
    require_fitting_ending(options, matrices);
    require_place_for_output(options, resolved(options.method));  // bad words are refused before anything is read
    const Seed seed = options.common.root_seed();
    Input input = read_input(input_options, options.common);
    const PyramidOptions method = method_for(input, options);
    PyramidOrigin origin{options.input.input, method, seed, options.input.symmetrize};
    if (auto* placed = std::get_if<PlacedGraph>(&input)) {
        origin.node_names = std::move(placed->names);
        if (const std::string remark = weight_remark(placed->graph); !remark.empty()) {
            say(options.common, remark);
        }
        placed->positions = std::vector<Point>();  // nobody asks for them, and beside a large graph their memory counts
        const Pyramid pyramid = coarsened(std::move(placed->graph), method, options);
        const std::string manifest =
            writes_one_file(options)
                ? save_level(pyramid, origin, options.output)
                : save_pyramid(pyramid, origin, options.output, matrices.value_or(Format::mtx), options.common.parallel());
        report(options, {&pyramid, 1}, manifest);
    } else {
        if (writes_one_file(options)) {
            throw InvalidInput(fmt::format("{}: a file holds one graph, the levels of a dataset need a folder", options.output));
        }
        const Format format = matrices == Format::npz ? Format::npz : Format::tu;
        if (matrices == Format::mtx) {
            throw InvalidInput("--format: the levels of a dataset are TU datasets or npz files, they cannot be written as mtx");
        }
        const Dataset& dataset = std::get<Dataset>(input);
        const std::vector<Pyramid> pyramids = coarsened(dataset, method, options);
        report(options, pyramids, save_pyramids(dataset, pyramids, origin, options.output, format));
    }
}

}  // namespace

void add_coarsen(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("coarsen", "Make the pyramid of a graph, or of every graph of a dataset");
    auto options = std::make_shared<CoarsenOptions>();
    add_input_options(*command, options->input, false);
    command
        ->add_option(
            "-o,--output", options->output,
            "The folder to write; one that ndpool wrote before is replaced. A name that ends in .mtx or .npz: one level as a "
            "file, with the input's nodes in a .nodes.txt beside it")
        ->required();
    command
        ->add_option(
            "--format", options->formats,
            "How to write matrices: mtx (default) or npz; of a dataset, npz instead of TU files. Other names mean --input-format")
        ->allow_extra_args(false);
    add_method_options(*command, options->method);
    CLI::Option* measure =
        command
            ->add_flag("--measure", options->measure,
                       "Measure how far every level is from the exact one; lean levels are measured, and fitted to what was "
                       "measured, without this up to 3,000,000 nodes")
            ->group("Large graphs");
    command->add_flag("--no-measure", options->skip_measure, "Do not measure and fit lean levels")
        ->group("Large graphs")
        ->excludes(measure);
    command
        ->add_flag("--certify", options->certify, "Also bound the eigenvalues of the exact levels from both sides; takes longer")
        ->group("Large graphs");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n"
        "  ndpool coarsen road.mtx -o pyramid --levels 1,3,5\n"
        "  ndpool coarsen road.mtx -o small.mtx --nodes 1000\n"
        "  ndpool coarsen MUTAG.zip -o coarse --levels 1,2 --threads 2\n"
        "  ndpool coarsen MUTAG.zip -o coarse --method graclus --no-fake-nodes --levels 1,2\n"
        "  ndpool coarsen sensor:2000 -o pyramid --format npz --epsilon 0.001\n"
        "  ndpool coarsen sensor:1000000 -o pyramid --accuracy lean --until 100 --threads 2\n"
        "  ndpool coarsen mesh.mtx -o pyramid --accuracy auto");
    command->callback([options, command, &common] {
        options->common = common;
        require_options_of_method(*command, options->method.method);
        run_coarsen(*options);
    });
}

}  // namespace ndpool::command
