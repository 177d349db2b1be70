#include <algorithm>
#include <limits>

#include "commands.hpp"
#include "input.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/two_colouring.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

/// The numbers that info prints, summed over all graphs.
struct Facts {
    std::int64_t graphs = 0;
    std::int64_t nodes = 0;
    std::int64_t edges = 0;
    std::int64_t components = 0;
    std::int64_t isolated = 0;
    std::int64_t self_loops = 0;
    bool bipartite = true;
    double least_weight = std::numeric_limits<double>::infinity();
    double largest_weight = 0;

    void add(const Graph& graph) {
        ++graphs;
        nodes += graph.node_count();
        edges += graph.edge_count();
        components += connected_components(graph).count();
        self_loops += graph.self_loop_count();
        bipartite = bipartite && is_bipartite(graph);
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            const auto neighbors = graph.neighbors(node);
            isolated += std::all_of(neighbors.begin(), neighbors.end(), [&](NodeId other) { return other == node; }) ? 1 : 0;
        }
        for (const double weight : graph.adjacency().values) {
            least_weight = std::min(least_weight, weight);
            largest_weight = std::max(largest_weight, weight);
        }
    }
};

Json json_of(const Facts& facts) {
    Json json{{"nodes", facts.nodes},
              {"edges", facts.edges},
              {"components", facts.components},
              {"isolated", facts.isolated},
              {"self_loops", facts.self_loops},
              {"bipartite", facts.bipartite},
              {"weight_min", facts.edges > 0 ? Json(facts.least_weight) : Json(nullptr)},
              {"weight_max", facts.edges > 0 ? Json(facts.largest_weight) : Json(nullptr)}};
    return json;
}

void add_dataset_facts(const Dataset& dataset, const Facts& facts, Json& json) {
    const auto graphs = static_cast<double>(std::max<std::int64_t>(1, facts.graphs));
    json["graphs"] = facts.graphs;
    json["classes"] = class_count(dataset);
    json["mean_nodes"] = static_cast<double>(facts.nodes) / graphs;
    json["mean_edges"] = static_cast<double>(facts.edges) / graphs;
    json["node_label_columns"] = dataset.node_labels.columns;
    json["node_attribute_columns"] = dataset.node_attributes.columns;
}

struct InfoOptions {
    CommonOptions common;
    InputOptions input;
};

void run_info(const InfoOptions& options) {
    const Input input = read_input(options.input, options.common);
    Facts facts;
    if (const auto* placed = std::get_if<PlacedGraph>(&input)) {
        facts.add(placed->graph);
        print_facts(json_of(facts), options.common);
        return;
    }
    const Dataset& dataset = std::get<Dataset>(input);
    for (const Graph& graph : dataset.graphs) {
        facts.add(graph);
    }
    Json json = json_of(facts);
    add_dataset_facts(dataset, facts, json);
    print_facts(json, options.common);
}

}  // namespace

void add_info(CLI::App& app, CommonOptions& common) {
    CLI::App* command =
        app.add_subcommand("info", "Show nodes, edges, components and weights; for a dataset also graphs and classes");
    auto options = std::make_shared<InfoOptions>();
    add_input_options(*command, options->input);
    add_common_options(*command, common);
    command->footer("Examples:\n  ndpool info road.mtx.gz\n  ndpool info MUTAG.zip --json\n  ndpool info G1 --format rudy");
    command->callback([options, &common] {
        options->common = common;
        run_info(*options);
    });
}

}  // namespace ndpool::command
