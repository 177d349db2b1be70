#include "ndpool/generate/generator_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/generate/bench_dataset.hpp"
#include "ndpool/generate/community.hpp"
#include "ndpool/generate/delaunay.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/generate/random_graph.hpp"
#include "ndpool/generate/road.hpp"
#include "ndpool/generate/sensor.hpp"

namespace ndpool {

namespace {

using Values = ParameterValues;

double cells(const Values& values) {
    return values.real(0) * values.real(1);
}

double pairs_among(double count) {
    return count * (count - 1) / 2;
}

/// Clamped, because sizes are estimated before probabilities are checked.
double probability(double value) {
    return std::clamp(value, 0.0, 1.0);
}

PlacedGraph unplaced(Graph graph) {
    return {std::move(graph), {}};
}

SensorOptions sensor_options(const Values& values) {
    SensorOptions options;
    if (values.has(1)) {
        options.neighbors = values.whole(1);
    }
    return options;
}

Extent sensor_extent(const Values& values) {
    return {values.real(0), values.real(0) * std::min<double>(sensor_options(values).neighbors, values.real(0))};
}

StochasticBlockOptions block_options(const Values& values) {
    StochasticBlockOptions options;
    if (values.has(1)) {
        options.classes = values.whole(1);
    }
    if (values.has(2)) {
        options.inside = values.real(2);
    }
    if (values.has(3)) {
        options.across = values.real(3);
    }
    return options;
}

Extent block_extent(const Values& values) {
    const StochasticBlockOptions options = block_options(values);
    const double pairs = pairs_among(values.real(0));
    const double inside = pairs / std::max<double>(1, options.classes);
    return {values.real(0), probability(options.inside) * inside + probability(options.across) * (pairs - inside)};
}

Extent community_extent(const Values& values) {
    // Sizes scatter about as the exponential distribution does, so twice the square of the mean is the mean square;
    // about a fifth of the pairs in a disc are near enough.
    const double size = values.real(0) / default_communities(values.whole(0));
    return {values.real(0), 0.2 * values.real(0) * size + values.real(0) / 2};
}

struct BenchSet {
    std::string_view word;
    const char* name;
    BenchOptions options;
};

BenchSet bench_set(const Values& values) {
    std::string word(values.word());
    std::replace(word.begin(), word.end(), '_', '-');  // as the files of the original are named
    const BenchSet sets[] = {{"easy", "bench_easy", BenchOptions::easy()},
                             {"hard", "bench_hard", BenchOptions::hard()},
                             {"easy-small", "bench_easy_small", BenchOptions::easy_small()},
                             {"hard-small", "bench_hard_small", BenchOptions::hard_small()}};
    for (BenchSet set : sets) {
        if (set.word == word) {
            set.options.graphs = values.has(1) ? values.whole(1) : set.options.graphs;
            return set;
        }
    }
    throw InvalidInput(fmt::format("set is '{}', expected easy, hard, easy-small or hard-small", values.word()));
}

Extent bench_extent(const Values& values) {
    const BenchOptions options = bench_set(values).options;
    const double points = static_cast<double>(options.graphs) * (options.fewest_points + options.most_points) / 2;
    return {points, points * options.neighbors};
}

constexpr Parameter nodes{"nodes"};
constexpr Parameter rows{"rows"};
constexpr Parameter columns{.name = "columns", .separator = 'x'};

constexpr Parameter optional(std::string_view name, ParameterKind kind = ParameterKind::whole) {
    return {.name = name, .kind = kind, .optional = true};
}

void add_lattices(std::vector<Generator>& table) {
    const auto square = [](const Values& v) { return Extent{cells(v), 2 * cells(v)}; };
    const auto line = [](const Values& v) { return Extent{v.real(0), v.real(0)}; };
    table.push_back({"grid",
                     {rows, columns},
                     "lattice, each node joined to its 4 neighbours",
                     "grid:100x100",
                     [](const Values& v) {
                         return Extent{cells(v), 2 * cells(v), 24, 24};
                     },
                     [](const Values& v, Seed) { return grid_graph(v.whole(0), v.whole(1)); }});
    table.push_back(
        {"torus", {rows, columns}, "lattice closed in both directions", "torus:10x12", square, [](const Values& v, Seed) {
             return torus_graph(v.whole(0), v.whole(1));
         }});
    table.push_back({"knn-grid",
                     {rows, columns, {.name = "neighbours"}},
                     "pixels joined to their nearest neighbours, Gaussian weights (MNIST)",
                     "knn-grid:28x28,8",
                     [](const Values& v) {
                         return Extent{cells(v), cells(v) * std::min(v.real(2), cells(v))};
                     },
                     [](const Values& v, Seed) { return knn_grid_graph(v.whole(0), v.whole(1), v.whole(2)); }});
    table.push_back({"ring", {nodes}, "cycle", "ring:1000", line, [](const Values& v, Seed) { return ring_graph(v.whole(0)); }});
    table.push_back({"path", {nodes}, "nodes in a line", "path:9", line, [](const Values& v, Seed) {
                         return unplaced(path_graph(v.whole(0)));
                     }});
    table.push_back({"star", {nodes}, "node 0 joined to all others", "star:10", line, [](const Values& v, Seed) {
                         return unplaced(star_graph(v.whole(0)));
                     }});
    table.push_back({"complete",
                     {nodes},
                     "an edge between every two nodes",
                     "complete:6",
                     [](const Values& v) {
                         return Extent{v.real(0), pairs_among(v.real(0))};
                     },
                     [](const Values& v, Seed) { return unplaced(complete_graph(v.whole(0))); }});
}

void add_random_graphs(std::vector<Generator>& table) {
    const auto real = ParameterKind::real;
    table.push_back(
        {"sbm",
         {nodes, optional("classes"), optional("inside", real), optional("across", real)},
         "stochastic block model: edge probabilities inside and across classes",
         "sbm:1000,5,0.7,0.06",
         block_extent,
         [](const Values& v, Seed seed) { return unplaced(stochastic_block_graph(v.whole(0), seed, block_options(v))); }});
    table.push_back({"erdos-renyi",
                     {nodes, {"probability", real}},
                     "every pair of nodes is an edge with this probability",
                     "erdos-renyi:1000,0.1",
                     [](const Values& v) {
                         return Extent{v.real(0), pairs_among(v.real(0)) * probability(v.real(1))};
                     },
                     [](const Values& v, Seed seed) { return unplaced(erdos_renyi_graph(v.whole(0), v.real(1), seed)); }});
    table.push_back({"barabasi-albert",
                     {nodes, {"links"}},
                     "preferential attachment: each new node has LINKS edges to older ones",
                     "barabasi-albert:1000,3",
                     [](const Values& v) {
                         return Extent{v.real(0), v.real(1) * std::max(0.0, v.real(0) - v.real(1))};
                     },
                     [](const Values& v, Seed seed) { return unplaced(barabasi_albert_graph(v.whole(0), v.whole(1), seed)); }});
}

void add_geometric_graphs(std::vector<Generator>& table) {
    table.push_back({"sensor",
                     {nodes, optional("neighbours")},
                     "evenly spread points joined to their nearest neighbours, Gaussian weights",
                     "sensor:2000",
                     sensor_extent,
                     [](const Values& v, Seed seed) { return sensor_graph(v.whole(0), seed, sensor_options(v)); }});
    table.push_back({"community",
                     {nodes},
                     "communities of near points with random links between them",
                     "community:1000",
                     community_extent,
                     [](const Values& v, Seed seed) { return community_graph(v.whole(0), seed); }});
    table.push_back({"road",
                     {nodes},
                     "planar road-like network of mean degree 2.5",
                     "road:100000",
                     [](const Values& v) {
                         return Extent{v.real(0), 1.3 * v.real(0)};
                     },
                     [](const Values& v, Seed seed) { return road_graph(v.whole(0), seed); }});
    table.push_back({"delaunay",
                     {nodes},
                     "Delaunay triangulation of random points",
                     "delaunay:100000",
                     [](const Values& v) {
                         return Extent{v.real(0), 3 * v.real(0), 400};
                     },
                     [](const Values& v, Seed seed) { return delaunay_graph(v.whole(0), seed); }});
}

void add_datasets(std::vector<Generator>& table) {
    table.push_back({"bench",
                     {{"set", ParameterKind::word}, optional("graphs")},
                     "dataset of graphs in 3 classes; the sets are easy, hard, easy-small and hard-small",
                     "bench:easy",
                     bench_extent,
                     nullptr,
                     [](const Values& v, Seed seed) {
                         const BenchSet set = bench_set(v);
                         return bench_dataset(set.name, set.options, seed);
                     }});
}

std::vector<Generator> make_table() {
    std::vector<Generator> table;
    add_lattices(table);
    add_random_graphs(table);
    add_geometric_graphs(table);
    add_datasets(table);
    return table;
}

}  // namespace

std::span<const Generator> generator_table() {
    static const std::vector<Generator> table = make_table();
    return table;
}

}  // namespace ndpool
