#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "commands.hpp"
#include "input.hpp"
#include "ndp_arguments.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/cut_signed.hpp"
#include "ndpool/cut/sdp/sdp_bound.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/formats/named_graph.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

struct CutCommandOptions {
    CommonOptions common;
    InputOptions input;
    CutArguments cut;
    std::string output;
};

std::string partition_text(const Cut& cut) {
    std::string text(2 * (cut.kept.size() + cut.dropped.size()), '\n');
    for (const NodeId node : cut.kept) {
        text[2 * static_cast<std::size_t>(node)] = '1';
    }
    for (const NodeId node : cut.dropped) {
        text[2 * static_cast<std::size_t>(node)] = '0';
    }
    return text;
}

/// The graph to cut; the graphs of a dataset are cut as their disjoint union, component by component.
Graph whole_input(Input input, std::vector<std::string>& names) {
    if (auto* const placed = std::get_if<PlacedGraph>(&input)) {
        names = std::move(placed->names);
        return std::move(placed->graph);
    }
    return disjoint_union(std::get<Dataset>(input).graphs);
}

using GraphToCut = std::variant<Graph, SignedGraph>;

/// Negative weights are rare: only an input that was refused is read again as a graph with negative weights.
GraphToCut read_graph_to_cut(const CutCommandOptions& options, CutMethod method, std::vector<std::string>& names) {
    try {
        return whole_input(read_input(options.input, options.common), names);
    } catch (const InvalidInput& error) {
        auto graph = read_graph_with_negative_weights(options.input);
        if (!graph) {
            throw;
        }
        if (!takes_negative_weights(method)) {
            throw InvalidInput(
                fmt::format("{} (or --method random, power, sdp, tabu or auto, which take negative weights)", error.what()));
        }
        return *std::move(graph);
    }
}

/// Writes partition.nodes.txt beside the partition if nodes have names: the name of the node of each line.
void write_names(const CutCommandOptions& options, const std::vector<std::string>& names) {
    std::error_code ignored;
    const std::filesystem::path output = options.output;
    if (names.empty() || !std::filesystem::is_regular_file(output, ignored)) {
        return;
    }
    std::filesystem::path beside = output;
    beside.replace_extension(".nodes.txt");
    write_file(beside, names_text(names));
    say(options.common, fmt::format("ndpool: note: the nodes are numbered as in {}", beside.string()));
}

/// Trevisan's analysis promises more than a random cut only if the largest eigenvalue of the normalised Laplacian is at least
/// 2 (1 - tau) for tau = 0.0549 (the paper's appendix).
constexpr double trevisan_threshold = 1.890;

struct KnownBound {
    double fraction = 1;
    std::string source = "none";
    std::optional<double> eigenvalue = {};  ///< lambda_max^s, the mean over components weighted by their edges
};

/// The bound of the method, or for sdp and tabu that of the relaxation's dual, which these methods do not compute themselves.
KnownBound bound_of(const GraphToCut& input, const Cut& cut, const CutOptions& options, Seed seed) {
    constexpr NodeId eigenvectors_up_to = 20000;
    constexpr NodeId duals_up_to = 500000;
    const auto* const graph = std::get_if<Graph>(&input);
    if (graph == nullptr) {
        return {cut.upper_bound, "positive weights", {}};
    }
    const bool searched =
        options.method == CutMethod::sdp || options.method == CutMethod::tabu || options.method == CutMethod::power;
    const bool has_eigenvalue =
        !searched && (options.method != CutMethod::automatic || graph->node_count() <= eigenvectors_up_to);
    if (has_eigenvalue) {
        return {cut.upper_bound, "largest eigenvalue", 2 * cut.upper_bound};
    }
    KnownBound bound{cut.upper_bound, "none", {}};
    if (graph->node_count() <= eigenvectors_up_to) {
        CutOptions random = options;
        random.method = CutMethod::random;  // a cut that costs nothing, for its bound
        bound.eigenvalue = 2 * cut_graph(*graph, random, seed.child("eigenvalue")).upper_bound;
        bound.fraction = *bound.eigenvalue / 2;
        bound.source = "largest eigenvalue";
    }
    if (options.method != CutMethod::power && graph->node_count() <= duals_up_to) {
        const double dual = semidefinite_bound(*graph, seed.child("dual"), options.parallel);
        if (dual < bound.fraction) {
            bound.fraction = dual;
            bound.source = "semidefinite dual, rank 8 (Goemans-Williamson)";
        }
    }
    bound.fraction = std::max(bound.fraction, cut.fraction);
    return bound;
}

void run_cut(const CutCommandOptions& options) {
    CutOptions cut_options = resolved(options.cut);
    cut_options.parallel = options.common.parallel();
    if (!options.output.empty()) {
        require_place_for_file(options.output);
        require_other_file(options.input.input, options.output);
    }
    std::vector<std::string> names;
    const GraphToCut graph = read_graph_to_cut(options, cut_options.method, names);
    const auto start = std::chrono::steady_clock::now();
    const Seed seed = options.common.root_seed().child("cut");
    const Cut cut = with_bar(options.common, "cutting", [&] {
        return std::visit([&](const auto& any) { return cut_graph(any, cut_options, seed); }, graph);
    });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!options.output.empty()) {
        write_file(options.output, partition_text(cut));
        write_names(options, names);
    }
    if (!cut.converged) {
        say(options.common, "ndpool: note: an eigenvector did not reach its tolerance; its signs were used as they are");
    }
    if (cut.vanished_components > 0) {
        say(options.common, fmt::format("ndpool: note: {} components keep no node", cut.vanished_components));
    }
    const KnownBound bound = bound_of(graph, cut, cut_options, seed);
    Json facts{{"cut_weight", cut.weight},
               {"cut_fraction", cut.fraction},
               {"upper_bound", bound.fraction},
               {"bound_from", bound.source},
               {"kept", cut.kept.size()},
               {"dropped", cut.dropped.size()},
               {"origin", name_of(cut.origin)},
               {"converged", cut.converged},
               {"vanished_components", cut.vanished_components},
               {"seconds", seconds}};
    if (bound.eigenvalue) {
        facts["lambda_max"] = *bound.eigenvalue;
        facts["trevisan_guarantee"] = *bound.eigenvalue >= trevisan_threshold;
    }
    print_facts(facts, options.common);
}

}  // namespace

void add_cut(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("cut", "Split the nodes in kept and dropped so that much of the edge weight is cut");
    auto options = std::make_shared<CutCommandOptions>();
    add_input_options(*command, options->input);
    command->add_option("-o,--output", options->output, "File for the partition: one line per node, 1 kept, 0 dropped");
    add_cut_options(*command, options->cut, "--method");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n  ndpool cut sensor:1000\n  ndpool cut road.mtx --method sdp -o partition.txt --json\n  ndpool cut G81.gz "
        "--method tabu "
        "--cut-seconds 10");
    command->callback([options, &common] {
        options->common = common;
        run_cut(*options);
    });
}

}  // namespace ndpool::command
