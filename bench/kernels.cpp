// kernels: every kernel with every width of vector registers that this processor has, beside the limit of that width:
// multiplications and additions that are not fused, what a core reads and writes of its nearest cache, or additions that wait for
// one another, whichever takes longest.
// Ends with 1 and says which if one is below a third of its limit.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <thread>

#include "measure.hpp"
#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/sdp/mixing_vectors.hpp"
#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/kron/exact/dense_elimination.hpp"
#include "ndpool/kron/exact/upper_triangle.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/linalg/eigen/dense_eigenvector.hpp"
#include "ndpool/linalg/eigen/iterative_eigenvector.hpp"
#include "ndpool/linalg/laplacian/vector_block.hpp"
#include "ndpool/pyramid/nmf/dense_rows.hpp"
#include "peak_flops.hpp"

using namespace ndpool;

namespace {

/// Seconds of one call, from the quickest of several repetitions of many.
double seconds_of(const std::function<void()>& work) {
    work();
    int calls = 1;
    for (double seconds = 0; seconds < 0.02; calls *= 2) {
        seconds = bench::best_cpu_seconds(1, [&] {
            for (int call = 0; call < calls; ++call) {
                work();
            }
        });
    }
    return bench::best_cpu_seconds(7,
                                   [&] {
                                       for (int call = 0; call < calls; ++call) {
                                           work();
                                       }
                                   }) /
           calls;
}

/// a = b + 3 c within the nearest cache, where 24 bytes are moved for each number.
struct Triad {
    static constexpr std::size_t size = 1024;
    template <int bytes>
    [[gnu::always_inline]] static void run(double* a, const double* b, const double* c) {
        using Eight = Lanes<double, 8, bytes>;
        for (std::size_t i = 0; i < size; i += 8) {
            (Eight::load(b + i) + Eight::load(c + i) * 3.0).store(a + i);
        }
    }
};

double cache_bytes_per_second() {
    AlignedVector<double> a(Triad::size);
    const AlignedVector<double> b(Triad::size, 1.0);
    const AlignedVector<double> c(Triad::size, 2.0);
    return 24.0 * Triad::size / seconds_of([&] { run_vectorised<Triad>(a.data(), b.data(), c.data()); });
}

/// One addition after the other.
struct Waiting {
    static constexpr int steps = 1 << 14;
    template <int bytes>
    [[gnu::always_inline]] static double run(double summand) {
        double sum = summand;
        for (int step = 0; step < steps; ++step) {
            sum += summand;
        }
        return sum;
    }
};

double seconds_per_addition() {
    volatile double sink = 0;
    return seconds_of([&] { sink = sink + run_vectorised<Waiting>(1e-3); }) / Waiting::steps;
}

struct Kernel {
    std::string name;
    bool single;   ///< precision
    double flops;  ///< of one call
    double bytes;  ///< that must pass between cache and registers; 0 where flops alone count
    std::function<void()> work;
    double additions = 0;  ///< that must wait for one another, because their order decides the bits
    double mix = 1;        ///< share of the peak, which has an addition for each product, that its mix of both can reach
};

std::vector<double> random_doubles(std::size_t count) {
    Random random(Seed(1));
    std::vector<double> numbers(count);
    for (double& number : numbers) {
        number = random.uniform(0.5, 1.5);
    }
    return numbers;
}

Kernel dense_elimination(std::size_t inside) {
    const std::size_t boundary = inside;
    const std::size_t width = inside + boundary + 1;
    const auto rows = std::make_shared<std::vector<double>>(random_doubles(inside * width));
    const auto cube = [](std::size_t n) { return static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n); };
    return {fmt::format("elimination of {} nodes, blocked", inside), false, (cube(width) - cube(boundary)) / 3, 0, [=] {
                std::vector<double> scratch = *rows;
                DenseGraph clique(boundary);
                eliminate_dense(inside, scratch.data(), clique, {1});
            }};
}

Kernel small_elimination(std::size_t nodes) {
    const auto rows = std::make_shared<std::vector<double>>(random_doubles(nodes * (nodes + 1)));
    const auto scratch = std::make_shared<std::vector<double>>();
    const auto n = static_cast<double>(nodes);
    const double flops = n * n * n / 3 * 7 / 8;
    return {fmt::format("elimination of {} nodes, row by row", nodes / 2), false, flops, 12 * flops, [=] {
                *scratch = *rows;
                eliminate_plainly(nodes / 2, nodes + 1, scratch->data());
            }};
}

Kernel dense_eigenvector(NodeId nodes) {
    const auto graph = std::make_shared<Graph>(generate_graph(fmt::format("sensor:{}", nodes), Seed(0)).graph);
    const auto n = static_cast<double>(nodes);
    // Of each entry of the triangle the product reads entry and vector, reads and writes the sum: 32 bytes for 4 operations; the
    // update, two rows at a time, 24.
    return {fmt::format("eigenvector of {} nodes, dense", nodes), false, 4.0 / 3 * n * n * n, 4.0 / 3 * n * n * n * 7,
            [=] { static_cast<void>(dense_top_eigenpair(*graph, Laplacian::symmetric)); }};
}

Kernel full_laplacian_product() {
    const auto graph = std::make_shared<Graph>(generate_graph("complete:48", Seed(0)).graph);
    const auto matrix = std::make_shared<LaplacianOperator>(*graph, Laplacian::symmetric);
    const auto x = std::make_shared<std::vector<double>>(matrix->padded_size(), 1.0);
    const auto y = std::make_shared<std::vector<double>>(matrix->padded_size());
    const double flops = 2.0 * 48 * 48;
    return {"Laplacian product of 48 nodes, full", false, flops, 4 * flops, [=] { matrix->apply(x->data(), y->data()); }};
}

/// Signs are floats, and a conversion takes the place of an addition.
Kernel random_cuts() {
    const auto graph = std::make_shared<Graph>(generate_graph("erdos-renyi:200,0.9", Seed(0)).graph);
    const double flops = 8 * 16.0 * static_cast<double>(graph->entry_count());
    return {"random cuts weighed, 64 of 200 nodes",
            false,
            flops,
            0.25 * 9 * flops,
            [=] { static_cast<void>(best_random_sides(*graph, 64, Seed(2))); },
            8 * static_cast<double>(graph->entry_count()),
            0.5};
}

Kernel mixing(int rank) {
    const auto graph = std::make_shared<Graph>(generate_graph("erdos-renyi:200,0.5", Seed(0)).graph);
    const auto problem = std::make_shared<CutProblem>(*graph);
    constexpr int sweeps = 20;
    const double entries = static_cast<double>(problem->entry_count()) * sweeps;
    return {fmt::format("mixing vectors of rank {}", rank),
            true,
            2.0 * rank * entries,
            (8.0 + 4.0 * rank) * entries,
            [=] { static_cast<void>(mixing_vectors(*problem, rank, sweeps, Seed(3), {1})); },
            entries};
}

struct Blocks {
    Graph graph = generate_graph("grid:100x100", Seed(0)).graph;  // above the size that is summed in doubles
    Graph small = generate_graph("grid:16x16", Seed(0)).graph;    // in the nearest cache
    VectorBlock a = VectorBlock(10000, BlockRow{});
    VectorBlock b = VectorBlock(10000, BlockRow{});
    VectorBlock target;
};

std::vector<Kernel> block_kernels() {
    const auto blocks = std::make_shared<Blocks>();
    Random random(Seed(4));
    for (VectorBlock* block : {&blocks->a, &blocks->b}) {
        for (BlockRow& row : *block) {
            for (float& value : row.values) {
                value = static_cast<float>(random.uniform(-1, 1));
            }
        }
    }
    const auto entries = static_cast<double>(blocks->graph.entry_count());
    const auto few_entries = static_cast<double>(blocks->small.entry_count());
    const VectorBlock few(blocks->a.begin(), blocks->a.begin() + 256);
    const double gram = 10000.0 * 16 * 16 * 2;
    const Eigen::MatrixXd coefficients = Eigen::MatrixXd::Constant(32, 16, 0.1);
    return {{"products of blocks of vectors", true, 3 * 2 * gram + 2 * entries * 16 * 3, 0,
             [=] {
                 const VectorBlock* const both[] = {&blocks->a, &blocks->b};
                 static_cast<void>(pencil_grams(blocks->graph, both, {}, {}, {1}));
             }},
            {"combinations of blocks of vectors", true, 2 * gram, 0,
             [=] {
                 const VectorBlock* const both[] = {&blocks->a, &blocks->b};
                 combine(both, coefficients, blocks->target, {1});
             }},
            {"residuals of blocks of vectors", true, few_entries * 16 * 3, few_entries * 64 + 256 * 128,
             [=] { pencil_residuals(blocks->small, few, std::vector<double>(16, 0.5), {}, blocks->target, {1}); }, 0, 0.75}};
}

std::vector<Kernel> factorisation_kernels() {
    struct Matrices {
        DenseRows tall{400, 200};
        DenseRows small{200, 200};
        DenseRows product{400, 200};
        DenseRows gram{200, 200};
    };
    const auto m = std::make_shared<Matrices>();
    std::fill(m->tall.values.begin(), m->tall.values.end(), 0.5);
    std::fill(m->small.values.begin(), m->small.values.end(), 0.5);
    const double flops = 2.0 * 400 * 200 * 200;
    return {{"NMF, factor times gram", false, flops, 0, [=] { multiply(m->tall, m->small, m->product, {1}); }},
            {"NMF, gram of a factor", false, flops, 0, [=] { multiply_transposed(m->tall, m->tall, m->gram, {1}); }}};
}

std::vector<Kernel> network_kernels() {
    struct Layer {
        AlignedVector<float> features = AlignedVector<float>(1280 * 32, 0.5F);
        AlignedVector<float> weights = AlignedVector<float>(32 * 32, 0.1F);
        AlignedVector<float> target = AlignedVector<float>(1280 * 32);
        SparseRows matrix{160, 160, {0}, {}, {}};
    };
    const auto layer = std::make_shared<Layer>();
    Random random(Seed(5));
    for (int row = 0; row < 160; ++row) {
        for (int k = 0; k < 5; ++k) {
            layer->matrix.indices.push_back(static_cast<std::int32_t>(random.below(160)));
            layer->matrix.values.push_back(0.2F);
        }
        layer->matrix.offsets.push_back(static_cast<std::int32_t>(layer->matrix.indices.size()));
    }
    const double flops = 2.0 * 1280 * 32 * 32;
    const double sparse = 2.0 * 160 * 5 * 32;
    return {
        {"network, features times weights", true, flops, 0,
         [=] {
             multiply_matrices({layer->features.data(), 32, 1}, layer->weights.data(), layer->target.data(), 1280, 32, 32, false);
         }},
        {"network, gradient of weights", true, flops, 0,
         [=] {
             multiply_matrices({layer->features.data(), 1, 32}, layer->features.data(), layer->target.data(), 32, 1280, 32,
                               false);
         }},
        {"network, message passing", true, sparse, 2 * sparse + 160 * 5 * 8 + 160 * 128,
         [=] { multiply_rows(layer->matrix, layer->features.data(), 32, layer->target.data(), 32, 32, false); }},
        {"network, ReLU", true, 1280 * 32, 8 * 1280 * 32, [=] { relu(layer->target.data(), 1280 * 32); }}};
}

std::vector<Kernel> all_kernels() {
    std::vector<Kernel> kernels{dense_elimination(500),
                                small_elimination(90),
                                dense_eigenvector(100),
                                full_laplacian_product(),
                                random_cuts(),
                                mixing(4),
                                mixing(8)};
    const auto append = [&](const std::vector<Kernel>& more) { kernels.insert(kernels.end(), more.begin(), more.end()); };
    append(block_kernels());
    append(factorisation_kernels());
    append(network_kernels());
    return kernels;
}

/// The name of the processor, for whoever reads the figures later.
std::string processor() {
    std::ifstream facts("/proc/cpuinfo");
    for (std::string line; std::getline(facts, line);) {
        if (line.starts_with("model name")) {
            return line.substr(line.find(": ") + 2);
        }
    }
    return "an unknown processor";
}

}  // namespace

int main() {
    const std::vector<Kernel> kernels = all_kernels();
    fmt::print("$ build-bench/bin/kernels\n{}, {} cores\n", processor(), std::thread::hardware_concurrency());
    int below = 0;
    fmt::print("{:<40} {:>9} {:>9} {:>9} {:>7}\n", "kernel", "vectors", "GFlop/s", "limit", "share");
    for (const VectorVariant variant : vector_variants()) {
        use_vector_variant(variant);
        const double single = bench::peak_flops<float>();
        const double twice = bench::peak_flops<double>();
        const double cache = cache_bytes_per_second();
        const double addition = seconds_per_addition();
        fmt::print("{:<40} {:>9} floats {:.1f}, doubles {:.1f} GFlop/s, nearest cache {:.1f} GB/s, addition {:.2f} ns\n",
                   "limits", vector_variant_name(variant), single / 1e9, twice / 1e9, cache / 1e9, addition * 1e9);
        for (const Kernel& kernel : kernels) {
            const double least = std::max({kernel.flops / (kernel.mix * (kernel.single ? single : twice)), kernel.bytes / cache,
                                           kernel.additions * addition});
            const double limit = kernel.flops / least;
            const double reached = kernel.flops / seconds_of(kernel.work);
            const bool is_below = reached < limit / 3;
            below += is_below ? 1 : 0;
            fmt::print("{:<40} {:>9} {:>9.1f} {:>9.1f} {:>6.0f}%{}\n", kernel.name, vector_variant_name(variant), reached / 1e9,
                       limit / 1e9, 100 * reached / limit, is_below ? "  BELOW A THIRD" : "");
        }
    }
    if (below > 0) {
        fmt::print("{} of the above are below a third of their limit\n", below);
    }
    return below > 0 ? 1 : 0;
}
