// stages: the loops that take the time, each with what it moves and computes a second. Google Benchmark's options apply.
#include <benchmark/benchmark.h>

#include <map>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/sdp/mixing_vectors.hpp"
#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/graph/two_colouring.hpp"
#include "ndpool/io/formats/matrix_market.hpp"
#include "ndpool/kron/exact/dense_elimination.hpp"
#include "ndpool/kron/exact/upper_triangle.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/kron/lean_reduction.hpp"
#include "ndpool/linalg/eigen/dense_eigenvector.hpp"
#include "ndpool/linalg/eigen/iterative_eigenvector.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"

using namespace ndpool;

namespace {

/// Made once; benchmarks are called several times.
const Graph& graph_of(const std::string& spec) {
    static std::map<std::string, Graph> graphs;
    auto place = graphs.find(spec);
    if (place == graphs.end()) {
        place = graphs.emplace(spec, generate_graph(spec, Seed(0)).graph).first;
    }
    return place->second;
}

const Cut& cut_of(const std::string& spec, CutMethod method) {
    static std::map<std::string, Cut> cuts;
    auto place = cuts.find(spec);
    if (place == cuts.end()) {
        place = cuts.emplace(spec, cut_graph(graph_of(spec), {.method = method}, Seed(0))).first;
    }
    return place->second;
}

void report(benchmark::State& state, double flops, double bytes) {
    const auto rate = benchmark::Counter::kIsIterationInvariantRate;
    if (flops > 0) {
        state.counters["flop/s"] = benchmark::Counter(flops, rate);
    }
    if (bytes > 0) {
        state.counters["byte/s"] = benchmark::Counter(bytes, rate);
    }
    if (flops > 0 && bytes > 0) {
        state.counters["flop/byte"] = flops / bytes;
    }
}

/// Time for each of `count` things that an iteration does.
void report_time_each(benchmark::State& state, const std::string& thing, double count) {
    const auto time = benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert;
    state.counters["time/" + thing] = benchmark::Counter(count, time);
}

double bytes_of(const Graph& graph) {
    const SparseMatrix& matrix = graph.adjacency();
    return static_cast<double>(matrix.indices.size()) * (sizeof(NodeId) + sizeof(double)) +
           static_cast<double>(matrix.offsets.size()) * sizeof(EntryIndex);
}

/// Products and sums to eliminate nodes of a symmetric matrix until `last` of `first` rows are left.
double elimination_flops(double first, double last) {
    return (first * first * first - last * last * last) / 3;
}

void dense_elimination(benchmark::State& state) {
    const auto inside = static_cast<std::size_t>(state.range(0));
    const std::size_t boundary = inside;
    const std::size_t width = inside + boundary + 1;
    Random random(Seed(1));
    std::vector<double> rows(inside * width);
    for (double& weight : rows) {
        weight = random.uniform(0.5, 1.5);
    }
    for (auto _ : state) {
        state.PauseTiming();
        std::vector<double> scratch = rows;
        DenseGraph clique(boundary);
        state.ResumeTiming();
        eliminate_dense(inside, scratch.data(), clique, {1});
        benchmark::DoNotOptimize(clique.loops.data());
    }
    const double moved = static_cast<double>(inside * width) * 8 * 2 + UpperTriangle::bytes(boundary) * 2;
    report(state, elimination_flops(static_cast<double>(width), static_cast<double>(boundary)), moved);
}
BENCHMARK(dense_elimination)->Arg(250)->Arg(1000)->Unit(benchmark::kMillisecond);

void small_elimination(benchmark::State& state) {
    const auto nodes = static_cast<std::size_t>(state.range(0));
    Random random(Seed(1));
    std::vector<double> matrix(nodes * (nodes + 1));
    for (double& weight : matrix) {
        weight = random.uniform(0.5, 1.5);
    }
    std::vector<double> scratch;
    for (auto _ : state) {
        scratch = matrix;  // part of what is measured: the reduction makes its matrix, too
        eliminate_plainly(nodes / 2, nodes + 1, scratch.data());
        benchmark::DoNotOptimize(scratch.data());
    }
    const auto n = static_cast<double>(nodes);
    report(state, elimination_flops(n, n / 2), 0);
}
BENCHMARK(small_elimination)->Arg(30)->Arg(90)->Unit(benchmark::kMicrosecond);

/// Bytes: the graph read and the reduced one written, once each.
void reduction(benchmark::State& state, const std::string& spec, CutMethod method, double drop_tolerance) {
    const Graph& graph = graph_of(spec);
    const Cut& cut = cut_of(spec, method);
    Graph reduced;
    for (auto _ : state) {
        reduced = kron_reduce(graph, cut, {.drop_tolerance = drop_tolerance});
    }
    report(state, 0, bytes_of(graph) + bytes_of(reduced));
    report_time_each(state, "entry", static_cast<double>(graph.entry_count()));
}
BENCHMARK_CAPTURE(reduction, star_mesh_grid_1000x1000, "grid:1000x1000", CutMethod::spectral, 0.0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, exact_sensor_5000, "sensor:5000", CutMethod::spectral, 0.0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, screened_sensor_100000, "sensor:100000", CutMethod::sdp, faithful_drop_tolerance)
    ->Unit(benchmark::kMillisecond);

/// Bytes: the graph read and the reduced one written, once each; in between there are several rounds.
void lean(benchmark::State& state, const std::string& spec) {
    const Graph& graph = graph_of(spec);
    const Cut& cut = cut_of(spec, CutMethod::sdp);
    SmoothVectors vectors = random_vectors<SmoothVectors>(graph.node_count(), Seed(4));
    smooth(graph, vectors, 15, {}, {1});
    centre_and_normalise(vectors, {1});
    Graph reduced;
    for (auto _ : state) {
        reduced = lean_reduce(graph, cut, vectors, {}, Seed(5)).graph;
    }
    report(state, 0, bytes_of(graph) + bytes_of(reduced));
    report_time_each(state, "entry", static_cast<double>(graph.entry_count()));
}
BENCHMARK_CAPTURE(lean, sensor_100000, "sensor:100000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(lean, road_100000, "road:100000")->Unit(benchmark::kMillisecond);

/// Bytes: the graph and the vectors read, the vectors written, in each of 15 steps.
void smoothing(benchmark::State& state) {
    const Graph& graph = graph_of("sensor:1000000");
    SmoothVectors vectors = random_vectors<SmoothVectors>(graph.node_count(), Seed(4));
    for (auto _ : state) {
        smooth(graph, vectors, 15, {}, {1});
        centre_and_normalise(vectors, {1});
    }
    const auto nodes = static_cast<double>(graph.node_count());
    const auto entries = static_cast<double>(graph.entry_count());
    report(state, 15 * 2 * 4 * entries, 15 * (bytes_of(graph) + 2 * nodes * sizeof(SmoothVectors::Values)));
}
BENCHMARK(smoothing)->Unit(benchmark::kMillisecond);

void dense_eigenvector(benchmark::State& state) {
    const Graph& graph = graph_of("sensor:" + std::to_string(state.range(0)));
    for (auto _ : state) {
        benchmark::DoNotOptimize(dense_top_eigenpair(graph, Laplacian::symmetric).value);
    }
    const auto n = static_cast<double>(state.range(0));
    report(state, 4.0 / 3.0 * n * n * n, 0);
}
BENCHMARK(dense_eigenvector)->Arg(30)->Arg(100)->Unit(benchmark::kMicrosecond);

/// y = L x. Bytes: entries and offsets read, x read, y written.
void laplacian_product(benchmark::State& state, const std::string& spec) {
    const LaplacianOperator matrix(graph_of(spec), Laplacian::symmetric);
    const std::vector<double> x(matrix.padded_size(), 1.0);
    std::vector<double> y(matrix.padded_size());
    for (auto _ : state) {
        matrix.apply(x.data(), y.data());
        benchmark::DoNotOptimize(y.data());
        benchmark::ClobberMemory();
    }
    const auto entries = static_cast<double>(matrix.entry_count());
    report(state, 2 * entries, 12 * entries + 24 * static_cast<double>(matrix.size()));
}
BENCHMARK_CAPTURE(laplacian_product, sensor_2000, "sensor:2000")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(laplacian_product, sensor_1000000, "sensor:1000000")->Unit(benchmark::kMillisecond);

void lanczos(benchmark::State& state) {
    constexpr int steps = 50;
    const LaplacianOperator matrix(graph_of("sensor:" + std::to_string(state.range(0))), Laplacian::symmetric);
    int taken = 0;
    for (auto _ : state) {
        taken = iterative_top_eigenpair(matrix, 0, steps, Seed(2)).iterations;
    }
    state.counters["steps"] = taken;
    report_time_each(state, "step/entry", static_cast<double>(matrix.entry_count()) * taken);
}
BENCHMARK(lanczos)->Arg(2000)->Arg(100000)->Unit(benchmark::kMillisecond);

/// Bytes: index, weight and the neighbour's vector for every entry, wherever they come from.
void mixing_sweeps(benchmark::State& state) {
    constexpr int sweeps = 10;
    const auto rank = static_cast<int>(state.range(0));
    const CutProblem problem(graph_of("sensor:100000"));
    for (auto _ : state) {
        benchmark::DoNotOptimize(mixing_vectors(problem, rank, sweeps, Seed(3), {1}).values.data());
    }
    const double entries = static_cast<double>(problem.entry_count()) * sweeps;
    report(state, 2.0 * rank * entries, (8.0 + 4.0 * rank) * entries);
    report_time_each(state, "sweep/entry", entries);
}
BENCHMARK(mixing_sweeps)->Arg(4)->Arg(8)->Unit(benchmark::kMillisecond);

/// Bytes: indices and offsets read, sides and queue written.
void two_colouring(benchmark::State& state) {
    const Graph& graph = graph_of("grid:1000x1000");
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    std::vector<NodeId> queue;
    for (auto _ : state) {
        std::vector<signed char> side(nodes, 0);
        benchmark::DoNotOptimize(two_colour(graph, 0, side, queue));
    }
    report(state, 0, static_cast<double>(graph.entry_count()) * 5 + static_cast<double>(nodes) * (8 + 4 + 1));
}
BENCHMARK(two_colouring)->Unit(benchmark::kMillisecond);

/// Bytes: those of the text.
void matrix_market_read(benchmark::State& state, const std::string& spec) {
    const std::string text = matrix_market_text(graph_of(spec));
    for (auto _ : state) {
        benchmark::DoNotOptimize(parse_matrix_market(text, "text").node_count());
    }
    report(state, 0, static_cast<double>(text.size()));
}
BENCHMARK_CAPTURE(matrix_market_read, weights_of_17_digits, "sensor:100000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(matrix_market_read, weights_of_1, "delaunay:100000")->Unit(benchmark::kMillisecond);

}  // namespace
