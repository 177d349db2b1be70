// coarsen_speed INPUT: CPU seconds of coarsening alone, on one thread, as a JSON object.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "measure.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"

using namespace ndpool;

namespace {

struct Arguments {
    std::string input;
    std::string levels = "1,2,3";
    std::size_t sample = 0;
    int repetitions = 5;
    bool kron = false;
    std::string partition;
    std::string save;
};

std::vector<int> numbers_in(const std::string& text) {
    std::vector<int> numbers;
    for (const std::string& word : CLI::detail::split(text, ',')) {
        numbers.push_back(std::stoi(word));
    }
    return numbers;
}

/// For other programs to work on the same graphs: a TU folder, or graph.npz and partition.txt.
void save(const std::vector<Graph>& graphs, bool is_set, const std::string& folder) {
    std::filesystem::create_directories(folder);
    if (is_set) {
        Dataset dataset;
        dataset.name = "sample";
        dataset.graphs = graphs;
        dataset.graph_labels.resize(graphs.size(), 0);
        write_dataset(dataset, folder);
    } else {
        write_graph(graphs.front(), folder + "/graph.npz");
    }
}

nlohmann::json coarsening(const std::vector<Graph>& graphs, const Arguments& arguments) {
    const NdpOptions options{.levels = numbers_in(arguments.levels)};
    std::vector<NodeId> level_nodes(options.levels.size(), 0);
    for (const Pyramid& pyramid : ndp_pyramids(graphs, options, Seed(0), {1})) {
        for (std::size_t i = 0; i < level_nodes.size(); ++i) {
            level_nodes[i] += pyramid.levels[i].graph.node_count();
        }
    }
    double seconds = std::numeric_limits<double>::infinity();
    for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
        const double start = bench::cpu_seconds();
        const std::vector<Pyramid> pyramids = ndp_pyramids(graphs, options, Seed(0), {1});
        seconds = std::min(seconds, bench::cpu_seconds() - start);  // what is returned is freed after this
    }
    return {{"graphs", graphs.size()},
            {"seconds", seconds},
            {"seconds_a_graph", seconds / static_cast<double>(graphs.size())},
            {"level_nodes", level_nodes}};
}

nlohmann::json reduction(const Graph& graph, const Arguments& arguments) {
    const Cut cut =
        arguments.partition.empty() ? bench::spectral_partition(graph) : bench::read_partition(graph, arguments.partition);
    if (!arguments.save.empty()) {
        bench::write_partition(graph, cut, arguments.save + "/partition.txt");
    }
    Graph reduced;
    const double seconds = bench::best_cpu_seconds(arguments.repetitions, [&] { reduced = kron_reduce(graph, cut); });
    return {{"seconds", seconds},
            {"cut_fraction", cut.fraction},
            {"entries", reduced.entry_count()},
            {"total_weight", total_weight(reduced)}};
}

void run(const Arguments& arguments) {
    std::vector<Graph> all = bench::read_graphs(arguments.input);
    const bool is_set = all.size() > 1;
    const std::vector<Graph> graphs = bench::sample_of(std::move(all), arguments.sample);
    if (!arguments.save.empty()) {
        save(graphs, is_set, arguments.save);
    }
    nlohmann::json result = arguments.kron ? reduction(graphs.front(), arguments) : coarsening(graphs, arguments);
    result["input"] = arguments.input;
    result["peak_megabytes"] = bench::peak_megabytes();
    std::printf("%s\n", result.dump().c_str());
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App program("CPU seconds of coarsening alone, on one thread, as a JSON object");
    Arguments arguments;
    program.add_option("INPUT", arguments.input, "TU folder or .zip, graph file, or a generator like sensor:2000")->required();
    program.add_option("--levels", arguments.levels, "levels to store")->capture_default_str();
    program.add_option("--sample", arguments.sample, "at most so many graphs, evenly over the set; 0: all");
    program.add_option("--repetitions", arguments.repetitions, "the quickest of so many runs counts")->check(CLI::PositiveNumber);
    program.add_flag("--kron", arguments.kron, "only the exact Kron reduction to level 1");
    program.add_option("--partition", arguments.partition, "the cut for --kron, a line a node; spectral if not given");
    program.add_option("--save", arguments.save, "folder to write the graphs to, and with --kron the partition");
    CLI11_PARSE(program, argc, argv);
    try {
        run(arguments);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "coarsen_speed: %s\n", error.what());
        return 1;
    }
    return 0;
}
