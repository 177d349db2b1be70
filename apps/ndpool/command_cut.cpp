#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "commands.hpp"
#include "input.hpp"
#include "ndp_arguments.hpp"
#include "ndpool/cut/cut_bound.hpp"
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
    const CutBound bound = std::visit([&](const auto& any) { return cut_bound(any, cut, cut_options, seed); }, graph);
    Json facts{{"cut_weight", cut.weight},
               {"cut_fraction", cut.fraction},
               {"upper_bound", bound.fraction},
               {"bound_from", name_of(bound.source)},
               {"kept", cut.kept.size()},
               {"dropped", cut.dropped.size()},
               {"origin", name_of(cut.origin)},
               {"converged", cut.converged},
               {"vanished_components", cut.vanished_components},
               {"seconds", seconds}};
    if (bound.eigenvalue) {
        facts["lambda_max"] = *bound.eigenvalue;
        facts["trevisan_guarantee"] = bound.has_trevisan_guarantee();
    }
    print_facts(facts, options.common);
}

}  // namespace

void add_cut(CLI::App& app, CommonOptions& common) {
    CLI::App* command =
        app.add_subcommand("cut", "Split the nodes into kept and dropped ones so that much of the edge weight is cut");
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
