#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "coarsen_report.hpp"
#include "commands.hpp"
#include "input.hpp"
#include "method_arguments.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/storage/dataset_part.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "part_argument.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct CoarsenOptions {
    CommonOptions common;
    InputOptions input;
    MethodArguments method;
    std::vector<std::string> formats;
    std::string output;
    std::string part;
    bool measure = false;
    bool skip_measure = false;
    bool certify = false;
};

/// --format mtx, npz and ndg are formats to write, all other names are formats to read: Matrix Market and SciPy files are
/// recognised by their first bytes, so that reading them needs no --format.
std::optional<Format> sort_out_formats(const CoarsenOptions& options, InputOptions& input) {
    std::optional<Format> matrices;
    for (const std::string& name : options.formats) {
        const Format format = format_named(name);
        if (format == Format::mtx || format == Format::npz || format == Format::ndg) {
            matrices = format;
        } else {
            input.format = name;
        }
    }
    return matrices;
}

/// Says how many graphs have levels that could not be measured, and the reason of the first one.
void remark_on_measuring(const CoarsenOptions& options, std::span<const Pyramid> pyramids) {
    const auto failed = [](const Pyramid& pyramid) { return !pyramid.not_measured.empty(); };
    const auto count = std::count_if(pyramids.begin(), pyramids.end(), failed);
    if (count == 0) {
        return;
    }
    const std::string& reason = std::find_if(pyramids.begin(), pyramids.end(), failed)->not_measured;
    const std::string which = pyramids.size() == 1 ? "" : fmt::format(" of {} of {} graphs", count, pyramids.size());
    say(options.common, fmt::format("ndpool: note: the levels{} were not measured: {}", which, reason));
}

void report(const CoarsenOptions& options, std::span<const Pyramid> pyramids, const std::string& manifest) {
    const std::vector<LevelSummary> levels = summaries_of(pyramids);
    if (options.common.json) {
        fmt::print("{}\n", json_text(Json::parse(manifest)));
    } else {
        fmt::print("{}", level_table(levels));
    }
    // Connected levels did not fall apart, whatever the inputs are. The components of the inputs are counted only for other
    // levels.
    auto components = static_cast<std::int64_t>(pyramids.size());
    if (!levels.empty() && levels.front().components > components) {
        components =
            std::accumulate(pyramids.begin(), pyramids.end(), std::int64_t{0},
                            [](std::int64_t sum, const Pyramid& pyramid) { return sum + component_count(pyramid.base); });
    }
    remark_on_measuring(options, pyramids);
    for (const std::string& remark : level_remarks(levels, components)) {
        say(options.common, fmt::format("ndpool: note: {}", remark));
    }
    if (!options.common.json) {
        say(options.common, fmt::format("written to {}", options.output));
    }
}

Pyramid coarsened(Graph graph, const PyramidOptions& method, const CoarsenOptions& options) {
    return make_pyramid(std::move(graph), with_threads(method, options.common.parallel()),
                        options.common.root_seed().child("pyramid"), progress_bar(options.common));
}

/// `first_number` is the number of the first graph in the whole dataset.
std::vector<Pyramid> coarsened(const Dataset& dataset, const PyramidOptions& method, const CoarsenOptions& options,
                               std::size_t first_number) {
    const auto* const ndp = std::get_if<NdpOptions>(&method);
    if (ndp != nullptr && (ndp->until_nodes > 0 || ndp->exactly_nodes > 0)) {
        throw InvalidInput(fmt::format("{}: the graphs of a dataset would have different levels, give --levels",
                                       ndp->until_nodes > 0 ? "--until" : "--nodes"));
    }
    const Seed seed = options.common.root_seed().child("pyramid");
    return make_pyramids(dataset.graphs, method, seed, options.common.parallel(), progress_bar(options.common), first_number);
}

Measuring measuring_of(const CoarsenOptions& options) {
    if (options.certify) {
        return Measuring::certified;
    }
    if (options.measure) {
        return Measuring::always;
    }
    return options.skip_measure ? Measuring::never : Measuring::automatic;
}

/// The options for these graphs. Prints the estimated time if it is long.
PyramidOptions method_for(const Input& input, const CoarsenOptions& options) {
    const auto* const placed = std::get_if<PlacedGraph>(&input);
    const std::span<const Graph> graphs =
        placed != nullptr ? std::span<const Graph>(&placed->graph, 1) : std::get<Dataset>(input).graphs;
    MethodArguments arguments = options.method;
    arguments.ndp = with_accuracy(arguments.ndp, graphs);
    PyramidOptions method = resolved(arguments);
    if (auto* const ndp = std::get_if<NdpOptions>(&method)) {
        ndp->measure = measuring_of(options);
        const std::string remark = accuracy_remark(options.method.ndp, *ndp, graphs);
        if (!remark.empty()) {
            say(options.common, remark);
        }
    }
    return method;
}

/// The remark on weights that the exact reduction cannot hold in all digits; empty for all other weights.
std::string weight_remark(const Graph& graph) {
    constexpr double largest_span = 1e100;
    const auto& weights = graph.adjacency().values;
    const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
    if (weights.empty() || *most <= largest_span * *least) {
        return {};
    }
    return fmt::format(
        "ndpool: note: the weights are from {} to {}; if weights span more than a hundred magnitudes, small weights of levels "
        "may be lost",
        *least, *most);
}

/// Whether -o names a file for one level instead of a folder: its ending is that of a matrix file.
bool writes_one_file(const CoarsenOptions& options) {
    const std::optional<Format> format = format_of_ending(options.output);
    return format == Format::mtx || format == Format::npz || format == Format::ndg;
}

/// Throws InvalidInput for endings of files that are not written, and where --format says something else than the ending.
void require_fitting_ending(const CoarsenOptions& options, std::optional<Format> matrices) {
    const std::optional<Format> ending = format_of_ending(options.output);
    std::error_code ignored;
    if (ending && !writes_one_file(options) && !std::filesystem::is_directory(options.output, ignored)) {
        throw InvalidInput(
            fmt::format("{}: one level is written as .mtx, .npz or .ndg, expected one of these or a folder", options.output));
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

void coarsen_dataset(const CoarsenOptions& options, const Dataset& dataset, const PyramidOrigin& origin, Format format) {
    if (options.part.empty()) {
        const std::vector<Pyramid> pyramids = coarsened(dataset, origin.options, options, 0);
        report(options, pyramids, save_pyramids(dataset, pyramids, origin, options.output, format));
        return;
    }
    const DatasetPart part = parse_part(options.part);
    const std::vector<Pyramid> pyramids =
        coarsened(part_of(dataset, part), origin.options, options, first_graph_of(part, dataset.graphs.size()));
    report(options, pyramids, save_part(dataset, part, pyramids, origin, options.output, format));
}

void run_coarsen(const CoarsenOptions& options) {
    InputOptions input_options = options.input;
    const std::optional<Format> matrices = sort_out_formats(options, input_options);
    require_fitting_ending(options, matrices);
    require_place_for_output(options, resolved(options.method));  // invalid options are refused before anything is read
    const Seed seed = options.common.root_seed();
    Input input = read_input(input_options, options.common);
    const PyramidOptions method = method_for(input, options);
    PyramidOrigin origin{options.input.input, method, seed, options.input.symmetrize};
    if (auto* placed = std::get_if<PlacedGraph>(&input)) {
        if (!options.part.empty()) {
            throw InvalidInput(fmt::format("--part: {} is one graph, expected a dataset of many", options.input.input));
        }
        origin.node_names = std::move(placed->names);
        if (const std::string remark = weight_remark(placed->graph); !remark.empty()) {
            say(options.common, remark);
        }
        placed->positions = std::vector<Point>();  // not needed any more, and for a large graph they take much memory
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
        if (matrices == Format::mtx || matrices == Format::ndg) {
            throw InvalidInput(
                fmt::format("--format: the levels of a dataset are TU datasets or npz files, they cannot be written as {}",
                            format_name(*matrices)));
        }
        coarsen_dataset(options, std::get<Dataset>(input), origin, format);
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
            "Folder to write; a folder that ndpool wrote before is replaced. If the name ends in .mtx, .npz or .ndg, "
            "one level is "
            "written as a file, and a .nodes.txt file beside it has the input's node of each node, by its name if it has one")
        ->required();
    command
        ->add_option(
            "--format", options->formats,
            "Format of the matrices to write: mtx (default), npz or ndg; for a dataset, npz writes matrices instead of TU files. "
            "Other names mean --input-format")
        ->allow_extra_args(false);
    command
        ->add_option("--part", options->part,
                     "Coarsen part K of N of a dataset, such as 2/8; ndpool merge puts the folders of all parts together")
        ->check(part_of_many());
    add_method_options(*command, options->method);
    CLI::Option* measure =
        command
            ->add_flag("--measure", options->measure,
                       "Measure how far every level is from the exact one. By default only lean levels of graphs of at "
                       "most 3,000,000 nodes are measured. Measured lean levels are fitted to the exact eigenvalues")
            ->group("Large graphs");
    command->add_flag("--no-measure", options->skip_measure, "Do not measure lean levels, and do not fit them")
        ->group("Large graphs")
        ->excludes(measure);
    command
        ->add_flag("--certify", options->certify,
                   "Measure every level, and bound the eigenvalues of the exact levels from below and above; takes longer")
        ->group("Large graphs");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n"
        "  ndpool coarsen road.mtx -o pyramid --levels 1,3,5\n"
        "  ndpool coarsen road.mtx -o small.mtx --nodes 1000\n"
        "  ndpool coarsen MUTAG.zip -o coarse --levels 1,2 --threads 2\n"
        "  ndpool coarsen MUTAG.zip -o part1 --part 1/2\n"
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
