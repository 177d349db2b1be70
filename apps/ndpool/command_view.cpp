#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <optional>

#include "commands.hpp"
#include "input.hpp"
#include "method_arguments.hpp"
#include "ndpool/draw/layout/layout.hpp"
#include "ndpool/draw/report/page.hpp"
#include "ndpool/draw/report/svg_report.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/tu/tu_files.hpp"
#include "ndpool/pyramid/methods_text.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "ndpool/pyramid/storage/dataset_file.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"
#include "option_checks.hpp"
#include "output.hpp"
#include "pyramid_picture.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct ViewOptions {
    CommonOptions common;
    InputOptions input;
    MethodArguments method;
    std::vector<std::string> methods{"ndp"};  ///< drawn side by side
    std::string positions;
    std::optional<std::size_t> graph;
    std::string output;
};

/// The positions in the file of --positions; none if the option is not given.
std::vector<Point> given_positions(const ViewOptions& options, NodeId nodes) {
    if (options.positions.empty()) {
        return {};
    }
    std::vector<Point> positions = read_positions(options.positions);
    if (positions.size() != static_cast<std::size_t>(nodes)) {
        throw InvalidInput(
            fmt::format("{}: {} positions, expected one for each of {} nodes", options.positions, positions.size(), nodes));
    }
    return positions;
}

void require_single_graph(const ViewOptions& options) {
    if (options.graph) {
        throw InvalidInput(fmt::format("--graph: {} is a single graph, expected a dataset", options.input.input));
    }
}

/// Which graph of a dataset to draw, from 0.
std::size_t chosen_graph(const ViewOptions& options, std::size_t graphs) {
    if (!options.positions.empty()) {
        throw InvalidInput(fmt::format("--positions: {} is a dataset, expected a single graph", options.input.input));
    }
    const std::size_t chosen = options.graph.value_or(1);
    if (chosen > graphs) {
        throw InvalidInput(
            fmt::format("--graph: there is no graph {}, {} has graphs 1 to {}", chosen, options.input.input, graphs));
    }
    return chosen - 1;
}

std::string which_of(std::size_t chosen, std::size_t graphs) {
    return fmt::format("{} of {}", chosen + 1, graphs);
}

struct ChosenGraph {
    PlacedGraph placed;
    std::string which;  ///< "7 of 188" for a dataset, else empty
};

/// The graph to draw: INPUT itself, or the graph of a dataset that --graph chooses.
ChosenGraph graph_to_draw(const ViewOptions& options) {
    Input input = read_input(options.input, options.common);
    if (auto* placed = std::get_if<PlacedGraph>(&input)) {
        require_single_graph(options);
        if (auto positions = given_positions(options, placed->graph.node_count()); !positions.empty()) {
            placed->positions = std::move(positions);
        }
        return {std::move(*placed), ""};
    }
    Dataset& dataset = std::get<Dataset>(input);
    const std::size_t chosen = chosen_graph(options, dataset.graphs.size());
    return {{std::move(dataset.graphs[chosen]), {}}, which_of(chosen, dataset.graphs.size())};
}

std::string title_of(const ViewOptions& options) {
    if (is_standard_input(options.input)) {
        return "standard input";
    }
    const auto path = input_path(options.input);
    const std::string name = path && path->has_filename() ? path->filename().string() : options.input.input;
    return options.graph ? fmt::format("{}, graph {}", name, *options.graph) : name;
}

/// The facts that the page lists beside the input; `seed` is the seed of the pyramid.
std::vector<std::pair<std::string, std::string>> facts_of(const Graph& graph, const std::string& which,
                                                          const PyramidOptions& method, std::uint64_t seed) {
    std::vector<std::pair<std::string, std::string>> facts{{"nodes", fmt::to_string(graph.node_count())},
                                                           {"edges", fmt::to_string(graph.edge_count())},
                                                           {"components", fmt::to_string(connected_components(graph).count())}};
    if (const auto* const ndp = std::get_if<NdpOptions>(&method)) {
        facts.emplace_back("cut method", name_of(ndp->cut.method));
        facts.emplace_back("Laplacian", name_of(ndp->cut.spectral.laplacian));
        if (ndp->accuracy != Accuracy::exact) {
            facts.emplace_back("accuracy", name_of(ndp->accuracy));
        }
    } else {
        facts.emplace_back("method", method_name(method));
    }
    facts.emplace_back("seed", fmt::to_string(seed));
    if (!which.empty()) {
        facts.insert(facts.begin(), {"graph", which});
    }
    return facts;
}

/// With more nodes than this, levels are made until the last is small, unless options say which ones.
constexpr NodeId most_nodes_drawn = 20'000;
constexpr NodeId small_enough = 2'000;

bool says_which_levels(const CLI::App& command) {
    return command.count("--levels") + command.count("--until") + command.count("--nodes") > 0;
}

/// Levels until one has fewer nodes than small_enough, for methods that halve the nodes.
std::vector<int> levels_until_small(NodeId nodes) {
    std::vector<int> levels;
    for (int level = 1; nodes >= small_enough; ++level) {
        levels.push_back(level);
        nodes /= 2;
    }
    return levels;
}

/// All levels up to the last, so that every step is drawn.
void fill_levels(std::vector<int>& levels) {
    levels.resize(static_cast<std::size_t>(levels.back()));
    std::iota(levels.begin(), levels.end(), 1);
}

/// The options for this graph: all levels up to the last are stored, each also with its unsparsified graph.
PyramidOptions method_to_draw(const ViewOptions& options, const std::string& name, const Graph& graph, bool until_small) {
    MethodArguments arguments = options.method;
    arguments.method = name;
    if (until_small && name == "ndp") {
        arguments.ndp.until = small_enough;
    }
    arguments.ndp = with_accuracy(arguments.ndp, {&graph, 1});
    PyramidOptions method = resolved(arguments);
    if (until_small && name != "ndp") {
        std::visit([&](auto& chosen) { chosen.levels = levels_until_small(graph.node_count()); }, method);
    }
    if (auto* const ndp = std::get_if<NdpOptions>(&method)) {
        const std::string remark = accuracy_remark(options.method.ndp, *ndp, {&graph, 1});
        if (!remark.empty()) {
            say(options.common, remark);
        }
        if (ndp->until_nodes == 0) {
            fill_levels(ndp->levels);
        }
        ndp->keep_unsparsified = true;
    } else {
        std::visit([&](auto& chosen) { fill_levels(chosen.levels); }, method);
    }
    return with_threads(std::move(method), options.common.parallel());
}

PyramidPicture picture_by(const ViewOptions& options, const std::string& name, const PlacedGraph& placed,
                          const std::string& which, bool until_small) {
    const PyramidOptions method = method_to_draw(options, name, placed.graph, until_small);
    Pyramid pyramid =
        make_pyramid(placed.graph, method, options.common.root_seed().child("pyramid"), progress_bar(options.common));
    const auto* const ndp = std::get_if<NdpOptions>(&method);
    for (Level& level : pyramid.levels) {
        if (ndp != nullptr && !level.unsparsified) {
            level.unsparsified = level.graph;  // lean levels are not sparsified
        }
    }
    PyramidPicture picture = pyramid_picture(std::move(pyramid), ndp != nullptr && ndp->sparsify == SparsifyWhen::each_level);
    picture.method = options.methods.size() > 1 ? name : "";
    picture.epsilon = ndp != nullptr && ndp->accuracy != Accuracy::lean ? ndp->threshold.epsilon : 0;
    picture.relative_epsilon = ndp != nullptr && ndp->threshold.relative;
    picture.facts = facts_of(picture.input, which, method, options.common.seed);
    picture.positions = placed.positions;
    return picture;
}

/// One picture for each method.
std::vector<PyramidPicture> computed_pictures(const ViewOptions& options, const CLI::App& command) {
    auto [placed, which] = graph_to_draw(options);
    const bool until_small = placed.graph.node_count() > most_nodes_drawn && !says_which_levels(command);
    if (options.methods.size() > 1 && placed.positions.empty() && placed.graph.node_count() <= most_nodes_drawn) {
        placed.positions = graph_layout(placed.graph, Seed());  // once for all
    }
    std::vector<PyramidPicture> pictures;
    for (const std::string& name : options.methods) {
        pictures.push_back(picture_by(options, name, placed, which, until_small));
    }
    if (pictures.size() > 1) {
        pictures.front().facts.emplace_back("methods", fmt::format("{}", fmt::join(options.methods, ", ")));
    }
    return pictures;
}

/// The picture of a pyramid that coarsen wrote, as it is stored.
PyramidPicture stored_picture(const ViewOptions& options, const std::filesystem::path& folder) {
    PyramidPicture picture;
    PyramidOrigin origin;
    std::string which;
    if (stored_kind(folder) == StoredKind::pyramids) {
        StoredPyramids stored = load_pyramids(folder);
        const std::size_t chosen = chosen_graph(options, stored.pyramids.size());
        picture = pyramid_picture(std::move(stored.pyramids[chosen]));
        which = which_of(chosen, stored.pyramids.size());
        origin = std::move(stored.origin);
    } else {
        require_single_graph(options);
        StoredPyramid stored = load_pyramid(folder);
        picture = pyramid_picture(std::move(stored.pyramid));
        picture.positions = given_positions(options, picture.input.node_count());
        origin = std::move(stored.origin);
    }
    picture.facts = facts_of(picture.input, which, origin.options, origin.seed.value());
    picture.facts.insert(picture.facts.begin(), {"made of", origin.input});
    return picture;
}

/// The folder that INPUT names, if it is one that coarsen wrote. Throws InvalidInput for a folder that is neither this nor a
/// dataset.
std::optional<std::filesystem::path> stored_folder(const ViewOptions& options) {
    std::error_code ignored;
    auto path = input_path(options.input);
    if (!path || !std::filesystem::is_directory(*path, ignored) || holds_tu_files(*path)) {
        return std::nullopt;
    }
    if (!std::filesystem::exists(*path / "manifest.json", ignored)) {
        throw InvalidInput(
            fmt::format("{}: the folder has neither a manifest.json, as ndpool coarsen writes it, nor the "
                        "NAME_A.txt of a TU dataset, expected a pyramid or a dataset",
                        path->string()));
    }
    return path;
}

/// A stored pyramid is drawn as it is, so options that would change its computation are refused.
void require_drawing_options(const CLI::App& command, const std::string& input) {
    constexpr std::array<std::string_view, 9> allowed{"INPUT",     "--output", "--graph", "--positions", "--data",
                                                      "--threads", "--quiet",  "--json",  "--help"};
    for (const CLI::Option* option : command.get_options()) {
        const std::string name = option->get_single_name();
        const std::string full = option->get_positional() ? "INPUT" : "--" + name;
        if (option->count() > 0 && std::find(allowed.begin(), allowed.end(), full) == allowed.end()) {
            throw InvalidInput(
                fmt::format("{}: {} is a stored pyramid and drawn as it is, expected no option of its computation", full, input));
        }
    }
}

/// Decides by the ending. A name without an ending, such as that of a device, gets an HTML page.
bool wants_svg(const std::string& output) {
    const std::string ending = std::filesystem::path(output).extension().string();
    if (ending != ".svg" && ending != ".html" && ending != ".htm" && !ending.empty()) {
        throw InvalidInput(fmt::format("{}: cannot draw a {} file, expected .html or .svg", output, ending));
    }
    return ending == ".svg";
}

void run_view(const ViewOptions& options, const CLI::App& command) {
    require_options_of_methods(command, options.methods);
    (void)resolved(options.method);  // invalid options are refused before anything is read
    const bool svg = wants_svg(options.output);
    if (svg && options.methods.size() > 1) {
        throw InvalidInput(
            fmt::format("--method: an SVG shows one method, found {}; a page shows several", options.methods.size()));
    }
    require_place_for_file(options.output);
    const auto folder = stored_folder(options);
    if (folder) {
        require_drawing_options(command, options.input.input);
    }
    std::vector<PyramidPicture> pictures =
        folder ? std::vector{stored_picture(options, *folder)} : computed_pictures(options, command);
    pictures.front().title = title_of(options);
    write_file(options.output, svg ? pyramid_svg(pictures.front()) : pyramids_page(pictures));
    print_facts({{"output", options.output}, {"levels", pictures.front().levels.size()}}, options.common);
}

}  // namespace

void add_view(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand(
        "view", "Draw a graph and its pyramid: kept and dropped nodes, and each level before and after sparsification");
    auto options = std::make_shared<ViewOptions>();
    add_input_options(*command, options->input);
    command->get_option("INPUT")->description(
        "Graph file, TU dataset (folder or .zip), generator such as grid:100x100, - for standard input, or a folder that "
        "ndpool coarsen wrote");
    command->add_option("-o,--output", options->output, "File to write: an .html page, or an .svg with the picture alone")
        ->required();
    command->add_option("--graph", options->graph, "Graph of a dataset to draw, counted from 1 (default 1)")
        ->transform(whole_number(1));
    command->add_option("--positions", options->positions,
                        "File with the positions of the nodes: a Matrix Market array of two or three columns");
    add_method_options(*command, options->method);
    command->remove_option(command->get_option("--method"));
    command
        ->add_option("--method", options->methods,
                     "Method of coarsening: ndp, graclus, nmf or kmis, see ndpool coarsen --help; several, such as "
                     "ndp,graclus,nmf, are drawn "
                     "side by side")
        ->delimiter(',')
        ->check(one_of({"ndp", "graclus", "nmf", "kmis"}))
        ->default_str("ndp");
    options->method.ndp.accuracy = "auto";
    command->get_option("--accuracy")->default_str("auto");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n  ndpool view sensor:300 -o sensor.html\n  ndpool view MUTAG.zip --graph 7 -o molecule.svg --levels 1,2\n"
        "  ndpool view sensor:300 -o methods.html --method ndp,graclus,nmf\n  ndpool view pyramid -o pyramid.html");
    command->callback([options, command, &common] {
        options->common = common;
        run_view(*options, *command);
    });
}

}  // namespace ndpool::command
