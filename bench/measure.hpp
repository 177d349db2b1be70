#pragma once

#include <string>
#include <vector>

#include "ndpool/cut/cut.hpp"
#include "ndpool/graph/graph.hpp"

// What the measuring programs share: input, clocks, memory.
namespace ndpool::bench {

/// The graphs of a TU folder or .zip, or the one graph that a file holds or a text like "grid:100x100" describes.
[[nodiscard]] std::vector<Graph> read_graphs(const std::string& input);

/// At most so many of the graphs, evenly over the list; 0 means all.
[[nodiscard]] std::vector<Graph> sample_of(std::vector<Graph> graphs, std::size_t most);

/// CPU seconds of this process, all its threads together.
[[nodiscard]] double cpu_seconds();
[[nodiscard]] double wall_seconds();

/// Most memory that this process ever had, in MiB.
[[nodiscard]] double peak_megabytes();

/// CPU seconds of the quickest of so many runs.
template <typename Work>
[[nodiscard]] double best_cpu_seconds(int repetitions, Work work) {
    double best = 0;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        const double start = cpu_seconds();
        work();
        const double seconds = cpu_seconds() - start;
        best = repetition == 0 || seconds < best ? seconds : best;
    }
    return best;
}

/// The spectral cut of a graph, with the seed that all programs here use.
[[nodiscard]] Cut spectral_partition(const Graph& graph);

/// A line for each node, 1 kept, 0 dropped, as `ndpool cut -o` writes it.
[[nodiscard]] Cut read_partition(const Graph& graph, const std::string& file);
void write_partition(const Graph& graph, const Cut& cut, const std::string& file);

}  // namespace ndpool::bench
