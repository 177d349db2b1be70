#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/dataset.hpp"

namespace ndpool {

/// One of the four sets of the benchmark of Bianchi, Gallicchio and Micheli (Neurocomputing 470, 2022). The defaults
/// are those of the easy set.
struct BenchOptions {
    NodeId neighbors = 5;        ///< number of nearest points that each node is joined to
    double spread = 0.4;         ///< variance of the Gaussian; half the standard deviation of the blob
    NodeId fewest_points = 100;  ///< The number of points of a graph is uniform between these two and then
    NodeId most_points = 199;    ///< rounded down to a multiple of three.
    NodeId graphs = 1800;        ///< in total, a third of each class

    [[nodiscard]] static BenchOptions easy() { return {}; }
    [[nodiscard]] static BenchOptions hard() { return {.neighbors = 3, .spread = 0.2}; }
    [[nodiscard]] static BenchOptions easy_small() { return {.fewest_points = 40, .most_points = 79, .graphs = 300}; }
    [[nodiscard]] static BenchOptions hard_small() {
        return {.neighbors = 3, .spread = 0.2, .fewest_points = 40, .most_points = 79, .graphs = 300};
    }
};

/// Graphs in three classes, labels 1, 2, 3 in this order. The points of a graph are two moons (colours 0 and 1), a Gaussian
/// (its inner half colour 2, its outer half 3) and a blob (colour 4), a third of the points each; the class says which of the
/// three lies where. Each axis is divided by its largest coordinate, then every point is joined to its nearest ones, weights 1.
/// Node labels are the colours, which are also the features of the original. A graph is for testing with probability 0.1, else
/// for validation with probability 0.1, else for training. The first graphs of a class do not depend on the number of graphs.
/// Throws InvalidInput for options that make no sense.
///
/// @code
/// BenchOptions options = BenchOptions::hard_small();
/// options.graphs = 30;
/// const Dataset dataset = bench_dataset("few", options, Seed(1));
/// assert(dataset.graphs.size() == 30 && class_count(dataset) == 3);
/// @endcode
[[nodiscard]] Dataset bench_dataset(std::string name, const BenchOptions& options, Seed seed);

}  // namespace ndpool
