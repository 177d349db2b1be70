#include "measure.hpp"

#include <chrono>
#include <ctime>
#include <fstream>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool::bench {

std::vector<Graph> read_graphs(const std::string& input) {
    if (is_generator_spec(input)) {
        return {generate_graph(input, Seed(0)).graph};
    }
    if (is_dataset(input)) {
        return read_dataset(input).graphs;
    }
    return {read_graph(input)};
}

std::vector<Graph> sample_of(std::vector<Graph> graphs, std::size_t most) {
    if (most == 0 || most >= graphs.size()) {
        return graphs;
    }
    std::vector<Graph> sample;
    for (std::size_t i = 0; i < most; ++i) {
        sample.push_back(std::move(graphs[i * graphs.size() / most]));
    }
    return sample;
}

double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double peak_megabytes() {
    // Not getrusage: there a child begins with the peak of the process that started it.
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word == "VmHWM:") {
            double kilobytes = 0;
            status >> kilobytes;
            return kilobytes / 1024;
        }
    }
    return 0;
}

Cut spectral_partition(const Graph& graph) {
    return cut_graph(graph, {}, Seed(0));
}

Cut read_partition(const Graph& graph, const std::string& file) {
    std::ifstream text(file);
    std::vector<NodeId> kept;
    NodeId node = 0;
    for (int side = 0; text >> side; ++node) {
        if (side == 1) {
            kept.push_back(node);
        }
    }
    if (node != graph.node_count()) {
        throw InvalidInput(file + ": expected a line for each node");
    }
    return cut_keeping(graph, kept);
}

void write_partition(const Graph& graph, const Cut& cut, const std::string& file) {
    std::string text(2 * static_cast<std::size_t>(graph.node_count()), '\n');
    for (const NodeId node : cut.kept) {
        text[2 * static_cast<std::size_t>(node)] = '1';
    }
    for (const NodeId node : cut.dropped) {
        text[2 * static_cast<std::size_t>(node)] = '0';
    }
    std::ofstream(file) << text;
}

}  // namespace ndpool::bench
