#include "ndpool/pyramid/measure/level_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/pyramid/measure/level_spectra.hpp"
#include "ndpool/pyramid/measure/multigrid_spectra.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

constexpr LevelErrorMethod both_methods[] = {LevelErrorMethod::factor, LevelErrorMethod::multigrid};

Level level_of(int number, Graph graph, std::vector<NodeId> pool, const std::vector<NodeId>& nodes_before) {
    Level level;
    level.number = number;
    level.graph = std::move(graph);
    level.pool = std::move(pool);
    for (const NodeId node : level.pool) {
        level.nodes.push_back(nodes_before[node]);
    }
    return level;
}

std::vector<NodeId> all_nodes(const Graph& graph) {
    std::vector<NodeId> nodes(static_cast<std::size_t>(graph.node_count()));
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
}

/// Stars of dropped nodes become meshes, computed densely; weights off by up to a tenth if asked for.
Graph dense_reduction(const Graph& graph, const std::vector<NodeId>& kept, Seed seed, bool perturbed) {
    const Eigen::MatrixXd schur = dense_schur_complement(dense_loopy_laplacian(graph), kept);
    Random random(seed);
    std::vector<Edge> edges;
    const double largest = schur.diagonal().maxCoeff();
    for (NodeId i = 0; i < static_cast<NodeId>(kept.size()); ++i) {
        const double loop = schur.row(i).sum();
        if (loop > 1e-10 * largest) {
            edges.push_back({i, i, loop});
        }
        for (NodeId j = 0; j < i; ++j) {
            if (-schur(i, j) > 1e-12 * largest) {
                edges.push_back({i, j, -schur(i, j) * (perturbed ? random.uniform(0.9, 1.1) : 1.0)});
            }
        }
    }
    return Graph::from_edges(static_cast<NodeId>(kept.size()), edges);
}

/// Nodes by chance, but at least one of each component.
std::vector<NodeId> kept_of(const Graph& graph, Seed seed) {
    Random random(seed);
    const Components components = connected_components(graph);
    std::vector<NodeId> kept;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (random.coin() || components.nodes(components.label[node])[0] == node) {
            kept.push_back(node);
        }
    }
    return kept;
}

Pyramid random_pyramid(const Graph& base, int levels, Seed seed, bool perturbed) {
    Pyramid pyramid{base, {}};
    std::vector<NodeId> nodes = all_nodes(base);
    const Graph* graph = &pyramid.base;
    pyramid.levels.reserve(static_cast<std::size_t>(levels));
    for (int number = 1; number <= levels; ++number) {
        const std::vector<NodeId> kept = kept_of(*graph, seed.child("kept", static_cast<std::uint64_t>(number)));
        Graph reduced = dense_reduction(*graph, kept, seed.child("weights", static_cast<std::uint64_t>(number)), perturbed);
        pyramid.levels.push_back(level_of(number, std::move(reduced), kept, nodes));
        nodes = pyramid.levels.back().nodes;
        graph = &pyramid.levels.back().graph;
    }
    return pyramid;
}

std::vector<double> without_zeros(std::vector<double> ascending, NodeId zeros, std::size_t count) {
    ascending.erase(ascending.begin(), ascending.begin() + zeros);
    ascending.resize(std::min(ascending.size(), count));
    return ascending;
}

void expect_near_dense_twin(const Pyramid& pyramid, const std::vector<LevelError>& errors, double relative) {
    ASSERT_EQ(errors.size(), pyramid.levels.size());
    const Components components = connected_components(pyramid.base);
    for (std::size_t index = 0; index < errors.size(); ++index) {
        const Level& level = pyramid.levels[index];
        const NodeId zeros = exact_zeros(pyramid.base, components, level.nodes);
        const auto exact =
            without_zeros(dense_eigenvalues(dense_schur_complement(dense_loopy_laplacian(pyramid.base), level.nodes)), zeros, 10);
        const auto approximate = without_zeros(dense_eigenvalues(dense_loopy_laplacian(level.graph)), zeros, 10);
        ASSERT_EQ(errors[index].exact.size(), exact.size()) << "level " << level.number;
        for (std::size_t k = 0; k < exact.size(); ++k) {
            EXPECT_NEAR(errors[index].exact[k], exact[k], relative * exact[k]) << "level " << level.number << " value " << k;
            EXPECT_NEAR(errors[index].approximate[k], approximate[k], relative * approximate[k]);
        }
        EXPECT_NEAR(errors[index].spectral_distance, spectral_distance(exact, approximate), 2 * relative);
        EXPECT_TRUE(errors[index].converged);
    }
}

TEST(LevelErrors, OfAHalvedPathComeOutByHand) {
    const Graph path = Graph::from_edges(5, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}});
    // The exact level is a path of two edges of weight 1/2: 0, 1/2, 3/2. The other has twice of everything.
    const Graph twice = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}});
    for (const LevelErrorMethod method : both_methods) {
        const Pyramid pyramid{path, {level_of(1, twice, {0, 2, 4}, all_nodes(path))}};
        const auto errors = level_errors(pyramid, {.method = method});
        ASSERT_EQ(errors.size(), 1);
        EXPECT_EQ(errors[0].level, 1);
        ASSERT_EQ(errors[0].exact.size(), 2);
        EXPECT_NEAR(errors[0].exact[0], 0.5, 1e-5);
        EXPECT_NEAR(errors[0].exact[1], 1.5, 1e-5);
        EXPECT_NEAR(errors[0].approximate[0], 1, 1e-5);
        EXPECT_NEAR(errors[0].approximate[1], 3, 1e-5);
        EXPECT_NEAR(errors[0].spectral_distance, 1, 1e-4);
        EXPECT_EQ(errors[0].method, method == LevelErrorMethod::factor ? "factor" : "multigrid");
    }
}

TEST(LevelErrors, CountALoopAsAConductanceToGround) {
    // Between the loop's ground and node 0 two conductors of 1 in a row: S = 1/2, and nothing is zero.
    const Graph looped = Graph::from_edges(2, std::vector<Edge>{{0, 1, 1}, {1, 1, 1}});
    const Graph level = Graph::from_edges(1, std::vector<Edge>{{0, 0, 0.75}});
    for (const LevelErrorMethod method : both_methods) {
        const auto errors = level_errors({looped, {level_of(1, level, {0}, {0, 1})}}, {.method = method});
        ASSERT_EQ(errors[0].exact.size(), 1);
        EXPECT_NEAR(errors[0].exact[0], 0.5, 1e-5);
        EXPECT_NEAR(errors[0].approximate[0], 0.75, 1e-5);
        EXPECT_NEAR(errors[0].spectral_distance, 0.5, 1e-4);
    }
}

TEST(LevelErrors, PunishALevelThatFellApartByItsZeros) {
    const Graph path = Graph::from_edges(5, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}});
    const Graph apart = Graph::from_edges(3, std::vector<Edge>{{0, 1, 0.5}});
    for (const LevelErrorMethod method : both_methods) {
        const auto errors = level_errors({path, {level_of(1, apart, {0, 2, 4}, all_nodes(path))}}, {.method = method});
        ASSERT_EQ(errors[0].approximate.size(), 2);
        EXPECT_NEAR(errors[0].exact[0], 0.5, 1e-5);
        EXPECT_EQ(errors[0].approximate[0], 0);
        EXPECT_NEAR(errors[0].approximate[1], 1, 1e-5);
    }
}

TEST(LevelErrors, OfALevelOfOneNodeAreNothing) {
    const Graph edge = Graph::from_edges(2, std::vector<Edge>{{0, 1, 1}});
    for (const LevelErrorMethod method : both_methods) {
        const auto errors = level_errors({edge, {level_of(1, Graph::from_edges(1, {}), {1}, {0, 1})}}, {.method = method});
        EXPECT_TRUE(errors[0].exact.empty());
        EXPECT_EQ(errors[0].spectral_distance, 0);
        EXPECT_TRUE(level_errors({edge, {}}, {.method = method}).empty());
    }
}

TEST(LevelErrors, RefuseWhatHasNoMeaning) {
    const Graph path = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}});
    const Graph level = Graph::from_edges(2, std::vector<Edge>{{0, 1, 0.5}});
    Pyramid pyramid{path, {level_of(1, level, {0, 2}, {0, 1, 2})}};
    EXPECT_THROW((void)level_errors(pyramid, {.eigenvalues = 0}), InvalidInput);
    EXPECT_THROW((void)level_errors(pyramid, {.eigenvalues = 13, .method = LevelErrorMethod::multigrid}), InvalidInput);
    pyramid.levels[0].nodes = {0, 3};
    EXPECT_THROW((void)level_errors(pyramid), InvalidInput);
    pyramid.levels[0].nodes = {0};
    EXPECT_THROW((void)level_errors(pyramid), InvalidInput);
}

TEST(LevelErrors, OfTheFactorAgreeWithTheDenseTwin) {
    for (std::uint64_t i = 0; i < 60; ++i) {
        SCOPED_TRACE(i);
        const Graph base = random_graph(Seed(i), {.least_nodes = 3, .most_nodes = 90, .weight_magnitudes = 1});
        const Pyramid pyramid = random_pyramid(base, 3, Seed(i), true);
        expect_near_dense_twin(pyramid, level_errors(pyramid, {.method = LevelErrorMethod::factor}), 1e-7);
    }
}

TEST(LevelErrors, OfMultigridAgreeWithTheDenseTwin) {
    for (std::uint64_t i = 0; i < 60; ++i) {
        SCOPED_TRACE(i);
        const Graph base = random_graph(Seed(i), {.least_nodes = 3, .most_nodes = 90, .weight_magnitudes = 0.5});
        const Pyramid pyramid = random_pyramid(base, 3, Seed(i), true);
        expect_near_dense_twin(pyramid, level_errors(pyramid, {.precise = true, .method = LevelErrorMethod::multigrid}), 1e-3);
    }
}

Pyramid thresholded(const char* spec, std::vector<int> levels, double epsilon) {
    NdpOptions options;
    options.levels = std::move(levels);
    options.threshold.epsilon = epsilon;
    options.sparsify = SparsifyWhen::each_level;
    return ndp_pyramid(generate_graph(spec, Seed(1)).graph, options, Seed(2));
}

void expect_same_errors(const std::vector<LevelError>& quick, const std::vector<LevelError>& sure, double relative) {
    ASSERT_EQ(quick.size(), sure.size());
    for (std::size_t index = 0; index < quick.size(); ++index) {
        ASSERT_EQ(quick[index].exact.size(), sure[index].exact.size());
        EXPECT_TRUE(quick[index].converged);
        for (std::size_t k = 0; k < quick[index].exact.size(); ++k) {
            EXPECT_NEAR(quick[index].exact[k] / sure[index].exact[k], 1, relative) << "level " << quick[index].level;
            EXPECT_NEAR(quick[index].approximate[k], sure[index].approximate[k], relative * sure[index].exact[k]);
        }
    }
}

TEST(LevelErrors, OfAnExactPyramidAreNoneByEitherMethod) {
    const Pyramid pyramid = thresholded("sensor:1500", {1, 2, 3, 4}, 0);
    for (const LevelError& error : level_errors(pyramid, {.method = LevelErrorMethod::factor})) {
        EXPECT_LT(error.spectral_distance, 1e-7);
    }
    for (const LevelError& error : level_errors(pyramid, {.method = LevelErrorMethod::multigrid})) {
        EXPECT_LT(error.spectral_distance, 2e-3);
    }
}

TEST(LevelErrors, OfMultigridAndOfTheFactorAgreeOnMeshes) {
    for (const char* spec : {"grid:60x40", "sensor:2000", "delaunay:2000", "road:9000"}) {
        SCOPED_TRACE(spec);
        const Pyramid pyramid = thresholded(spec, {1, 2, 3, 4, 5, 6}, 1e-3);
        const auto sure = level_errors(pyramid, {.method = LevelErrorMethod::factor});
        expect_same_errors(level_errors(pyramid, {.method = LevelErrorMethod::multigrid}), sure, 5e-3);
        expect_same_errors(level_errors(pyramid, {.precise = true, .method = LevelErrorMethod::multigrid}), sure, 5e-4);
    }
}

TEST(LevelErrors, OfMultigridDoNotTrustALevelWhoseEigenvaluesAreOffUnevenly) {
    // Two grids; on level 1 the second one is too stiff, and level 2 has all nodes of the first and half of the second, so that
    // the eigenvalues of both levels come in different orders. The base is so large that level 1 might replace it.
    const Graph grid = generate_graph("grid:140x110", Seed(1)).graph;
    const NodeId first = grid.node_count();
    std::vector<Edge> edges = edges_of(grid);
    for (const Edge& edge : edges_of(generate_graph("grid:120x100", Seed(1)).graph)) {
        edges.push_back({edge.from + first, edge.to + first, edge.weight});
    }
    NdpOptions options;
    options.levels = {1};
    options.threshold.epsilon = 0;
    Pyramid pyramid = ndp_pyramid(Graph::from_edges(first + 120 * 100, edges), options, Seed(2));
    const std::vector<NodeId> nodes = pyramid.levels[0].nodes;
    const Graph exact = pyramid.levels[0].graph;
    std::vector<NodeId> kept;
    for (NodeId node = 0; node < exact.node_count(); ++node) {
        if (nodes[node] < first || node % 2 == 0) {
            kept.push_back(node);
        }
    }
    pyramid.levels.push_back(level_of(2, kron_reduce(exact, cut_keeping(exact, kept)), kept, nodes));
    std::vector<Edge> stiff = edges_of(exact);
    for (Edge& edge : stiff) {
        edge.weight *= nodes[edge.from] < first ? 1 : 1.6;
    }
    pyramid.levels[0].graph = Graph::from_edges(exact.node_count(), stiff);
    const auto sure = level_errors(pyramid, {.method = LevelErrorMethod::factor});
    expect_same_errors(level_errors(pyramid, {.method = LevelErrorMethod::multigrid}), sure, 5e-3);
}

TEST(LevelErrors, OfMultigridAndOfTheFactorAgreeOnExpanders) {
    // Their eigenvalues crowd: single steps of the iteration change little long before it has arrived.
    for (const char* spec : {"erdos-renyi:1200,0.012", "erdos-renyi:1500,0.02", "sbm:900", "barabasi-albert:1500,4"}) {
        SCOPED_TRACE(spec);
        NdpOptions options;
        options.accuracy = Accuracy::lean;
        options.until_nodes = 100;
        options.cut.method = CutMethod::sdp;
        const Pyramid pyramid = ndp_pyramid(generate_graph(spec, Seed(1)).graph, options, Seed(2));
        const auto sure = level_errors(pyramid, {.method = LevelErrorMethod::factor});
        expect_same_errors(level_errors(pyramid, {.method = LevelErrorMethod::multigrid}), sure, 3e-3);
    }
}

TEST(LevelErrors, TakeAPyramidThatSkipsLevels) {
    const Pyramid pyramid = thresholded("sensor:3000", {2, 5, 6}, 1e-3);
    const auto sure = level_errors(pyramid, {.method = LevelErrorMethod::factor});
    expect_same_errors(level_errors(pyramid, {.method = LevelErrorMethod::multigrid}), sure, 1e-2);
}

TEST(LevelErrors, AreTheSameBitsForEveryNumberOfThreads) {
    const Pyramid pyramid = thresholded("road:10000", {1, 2, 3, 4, 5, 6}, 1e-2);
    for (const LevelErrorMethod method : both_methods) {
        const auto one = level_errors(pyramid, {.method = method, .parallel = {1}});
        const auto three = level_errors(pyramid, {.method = method, .parallel = {3}});
        for (std::size_t index = 0; index < one.size(); ++index) {
            EXPECT_EQ(one[index].exact, three[index].exact);
            EXPECT_EQ(one[index].approximate, three[index].approximate);
        }
    }
}

TEST(LevelSpectra, OfLargeGraphsComeFromAReferenceLevel) {
    // As if the base were too large for V-cycles.
    const Pyramid pyramid = thresholded("grid:90x80", {1, 2, 3, 4, 5, 6, 7}, 1e-2);
    const auto sure = level_errors(pyramid, {.method = LevelErrorMethod::factor});
    for (const NodeId reference_up_to : {5000, 1000}) {
        const auto quick = spectra_by_multigrid(pyramid, {.wanted = 6, .reference_up_to = reference_up_to}, {});
        for (std::size_t index = 0; index < sure.size(); ++index) {
            EXPECT_TRUE(quick[index].converged);
            for (std::size_t k = 0; k < 6; ++k) {
                EXPECT_NEAR(quick[index].exact[k] / sure[index].exact[k], 1, 1e-2) << "level " << index + 1;
            }
        }
    }
}

TEST(LevelSpectra, OfGraphsOfManyComponentsHaveAllTheirEigenvalues) {
    // As if the base were too large for V-cycles: a graph with hubs and many pairs, which become single nodes, so that the last
    // levels have few eigenvalues or none. A level of 4100 nodes is too large for a factor.
    for (const NodeId pairs : {1200, 4100}) {
        SCOPED_TRACE(pairs);
        std::vector<Edge> edges = edges_of(generate_graph("barabasi-albert:1500,3", Seed(1)).graph);
        NodeId nodes = 1500;
        for (NodeId pair = 0; pair < pairs; ++pair, nodes += 2) {
            edges.push_back({nodes, nodes + 1, 1});
        }
        NdpOptions options;
        options.accuracy = Accuracy::lean;
        options.until_nodes = 100;
        options.measure = Measuring::never;
        const Pyramid pyramid = ndp_pyramid(Graph::from_edges(nodes, edges), options, Seed(2));
        const auto sure = level_errors(pyramid, {.method = LevelErrorMethod::factor});
        const auto quick = spectra_by_multigrid(pyramid, {.wanted = 10, .reference_up_to = 500}, {});
        for (std::size_t index = 0; index < sure.size(); ++index) {
            const Level& level = pyramid.levels[index];
            ASSERT_EQ(std::ssize(sure[index].exact), std::min(10, level.graph.node_count() - level.components));
            ASSERT_EQ(quick[index].exact.size(), sure[index].exact.size()) << "level " << level.number;
            ASSERT_EQ(quick[index].approximate.size(), sure[index].exact.size()) << "level " << level.number;
            for (std::size_t k = 0; k < sure[index].exact.size(); ++k) {
                EXPECT_NEAR(quick[index].exact[k] / sure[index].exact[k], 1, 1e-2) << "level " << level.number << " value " << k;
            }
        }
    }
}

}  // namespace
}  // namespace ndpool
