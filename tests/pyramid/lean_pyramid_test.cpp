#include "ndpool/pyramid/ndp/lean/lean_pyramid.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ndpool/generate/generate.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/linalg/laplacian/low_modes.hpp"
#include "ndpool/pyramid/measure/measured_levels.hpp"
#include "ndpool/pyramid/ndp/lean/certified_levels.hpp"
#include "ndpool/pyramid/ndp/lean/eigenvalue_fit.hpp"
#include "ndpool/pyramid/ndp/lean/mode_energy.hpp"
#include "ndpool/pyramid/ndp/lean/multigrid_modes.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

LeanPyramidOptions until(NodeId nodes) {
    LeanPyramidOptions options;
    options.cut.method = CutMethod::power;
    options.until_nodes = nodes;
    return options;
}

Pyramid lean_pyramid_of(const char* spec, NodeId until_nodes) {
    return lean_pyramid(generate_graph(spec, Seed(1)).graph, until(until_nodes), Seed(2));
}

/// Pools lead to the nodes of the base, and every level is as connected as the base.
void expect_nested(const Pyramid& pyramid) {
    const NodeId components = component_count(pyramid.base);
    for (std::size_t l = 0; l < pyramid.levels.size(); ++l) {
        const Level& level = pyramid.levels[l];
        EXPECT_EQ(level.number, static_cast<int>(l) + 1);
        ASSERT_EQ(level.nodes.size(), static_cast<std::size_t>(level.graph.node_count()));
        ASSERT_EQ(level.pool.size(), level.nodes.size());
        for (std::size_t i = 0; i < level.pool.size(); ++i) {
            EXPECT_EQ(level.nodes[i], l == 0 ? level.pool[i] : pyramid.levels[l - 1].nodes[level.pool[i]]);
        }
        EXPECT_EQ(component_count(level.graph), components) << "level " << level.number;
        EXPECT_EQ(level.components, components);
        for (const double weight : level.graph.adjacency().values) {
            ASSERT_TRUE(std::isfinite(weight) && weight > 0) << "level " << level.number;
        }
    }
}

/// Checks the structure of a lean pyramid and, level by level, its distance from the exact spectrum and its size.
void expect_close_and_thin(Pyramid pyramid, double distance, double nonzeros_per_node) {
    expect_nested(pyramid);
    measure_levels(pyramid);
    for (const Level& level : pyramid.levels) {
        EXPECT_LE(level.spectrum->distance, distance) << "level " << level.number << ", " << level.graph.node_count() << " nodes";
        EXPECT_LE(static_cast<double>(level.graph.entry_count()), nonzeros_per_node * level.graph.node_count())
            << "level " << level.number;
    }
}

TEST(LeanPyramid, OfMeshesIsCloseToTheExactSpectrumWithTwelveEntriesANode) {
    for (const char* spec : {"sensor:6000", "delaunay:6000", "grid:80x80", "road:6000"}) {
        SCOPED_TRACE(spec);
        const Pyramid pyramid = lean_pyramid_of(spec, 100);
        EXPECT_LT(pyramid.levels.back().graph.node_count(), 100);
        expect_close_and_thin(pyramid, 0.05, 12);
    }
}

TEST(LeanPyramid, OfALargeRandomGraphIsNearTheExactSpectrumWithFortyEntriesANode) {
    expect_close_and_thin(lean_pyramid_of("erdos-renyi:3000,0.004", 100), 0.2, 40);
}

TEST(LeanPyramid, OfASmallDenseRandomGraphIsNearTheExactSpectrumWithFortyEntriesANode) {
    expect_close_and_thin(lean_pyramid_of("sbm:600,5,0.7,0.06", 100), 0.2, 40);
}

TEST(LeanPyramid, IsTheSameWhereLevelsArePackedMeanwhile) {
    for (const char* spec : {"grid:80x80", "sensor:3000", "erdos-renyi:3100,0.003"}) {
        SCOPED_TRACE(spec);
        LeanPyramidOptions packed = until(100);
        packed.packed_above = 0;
        const Pyramid expected = lean_pyramid_of(spec, 100);

        const Pyramid pyramid = lean_pyramid(generate_graph(spec, Seed(1)).graph, packed, Seed(2));

        EXPECT_EQ(pyramid.base, expected.base);
        ASSERT_EQ(pyramid.levels.size(), expected.levels.size());
        for (std::size_t l = 0; l < pyramid.levels.size(); ++l) {
            EXPECT_EQ(pyramid.levels[l].graph, expected.levels[l].graph) << "level " << l + 1;
            EXPECT_EQ(pyramid.levels[l].nodes, expected.levels[l].nodes) << "level " << l + 1;
        }
    }
}

TEST(LeanPyramid, HalvesMeshesAndStopsAtTheFirstLevelBelowTheNodesAskedFor) {
    const Pyramid pyramid = lean_pyramid_of("sensor:3000", 200);
    NodeId before = 3000;
    for (const Level& level : pyramid.levels) {
        EXPECT_GE(before, 200);
        EXPECT_NEAR(level.graph.node_count(), 0.5 * before, 0.15 * before);
        before = level.graph.node_count();
    }
    EXPECT_LT(before, 200);
}

TEST(LeanPyramid, OfTinyAndDegenerateGraphsIsWellFormed) {
    LeanPyramidOptions three_levels = until(0);
    three_levels.deepest_level = 3;
    const Graph edgeless = Graph::from_edges(5, {});
    for (const Graph& graph : {edgeless, path_graph(1), path_graph(2), complete_graph(40), star_graph(60), Graph()}) {
        const Pyramid pyramid = lean_pyramid(graph, three_levels, Seed(1));
        EXPECT_EQ(pyramid.levels.size(), 3U);
        expect_nested(pyramid);
    }
    EXPECT_EQ(lean_pyramid(edgeless, three_levels, Seed(1)).levels[2].graph, edgeless);
    EXPECT_TRUE(lean_pyramid(edgeless, until(1), Seed(1)).levels.size() <= 1);
}

TEST(LeanPyramid, OfDisconnectedGraphsWithLoopsKeepsEveryComponent) {
    for (std::uint64_t s = 0; s < 30; ++s) {
        SCOPED_TRACE(s);
        expect_nested(lean_pyramid(random_graph(Seed(s)), until(10), Seed(s)));
    }
}

// Large enough for a lean level, which then has no mode at all.
TEST(LeanPyramid, OfALargeStarAndOfManyPairsEndsWithIsolatedNodes) {
    expect_nested(lean_pyramid(star_graph(3000), until(10), Seed(1)));
    std::vector<Edge> pairs;
    for (NodeId i = 0; i < 1000; ++i) {
        pairs.push_back({2 * i, 2 * i + 1, 1});
    }
    const Pyramid pyramid = lean_pyramid(Graph::from_edges(2000, pairs), until(10), Seed(1));
    expect_nested(pyramid);
    EXPECT_EQ(pyramid.levels.back().graph, Graph::from_edges(1000, {}));
}

TEST(LeanPyramid, HasTheSameBitsForEveryNumberOfThreads) {
    const Graph graph = generate_graph("sensor:6000", Seed(1)).graph;
    LeanPyramidOptions options = until(300);
    const Pyramid expected = lean_pyramid(graph, options, Seed(2));
    for (const int threads : {2, 8}) {
        options.parallel = options.cut.parallel = {threads};
        const Pyramid pyramid = lean_pyramid(graph, options, Seed(2));
        ASSERT_EQ(pyramid.levels.size(), expected.levels.size());
        for (std::size_t l = 0; l < pyramid.levels.size(); ++l) {
            EXPECT_EQ(pyramid.levels[l].graph, expected.levels[l].graph) << threads << " threads, level " << l + 1;
            EXPECT_EQ(pyramid.levels[l].nodes, expected.levels[l].nodes);
        }
    }
}

TEST(WithLevels, ComposesThePoolsOfLevelsThatAreLeftOut) {
    const Pyramid all = lean_pyramid_of("sensor:500", 40);
    const Pyramid some = with_levels(all, {1, 3});
    ASSERT_EQ(some.levels.size(), 2U);
    EXPECT_EQ(some.levels[1].nodes, all.levels[2].nodes);
    for (std::size_t i = 0; i < some.levels[1].pool.size(); ++i) {
        EXPECT_EQ(some.levels[1].nodes[i], some.levels[0].nodes[some.levels[1].pool[i]]);
    }
    EXPECT_THROW((void)with_levels(all, {1, 60}), InvalidInput);
}

TEST(LowModes, OfMeshesAreTheSmallestEigenvaluesThatAreNotZero) {
    for (const char* spec : {"sensor:200", "grid:12x9", "path:7"}) {
        SCOPED_TRACE(spec);
        const Graph graph = generate_graph(spec, Seed(1)).graph;
        const std::vector<double> expected = dense_eigenvalues(dense_loopy_laplacian(graph));
        const LowModes modes = low_modes(graph, 4);
        ASSERT_EQ(modes.size(), 4U);
        for (std::size_t k = 0; k < modes.size(); ++k) {
            EXPECT_NEAR(modes.values[k] / expected[k + 1], 1, 1e-3);
        }
    }
    EXPECT_EQ(low_modes(Graph::from_edges(3, {}), 4).size(), 0U);
}

// Eigenvalues that lie close together are not told apart in so few iterations: up to 3.6 % too large were measured.
TEST(LowModes, OfARandomGraphAreAtMostFivePercentTooLarge) {
    const Graph graph = generate_graph("erdos-renyi:100,0.2", Seed(1)).graph;
    const std::vector<double> expected = dense_eigenvalues(dense_loopy_laplacian(graph));
    const LowModes modes = low_modes(graph, 4);
    ASSERT_EQ(modes.size(), 4U);
    for (std::size_t k = 0; k < modes.size(); ++k) {
        EXPECT_GE(modes.values[k], expected[k + 1] * (1 - 1e-9));
        EXPECT_LE(modes.values[k], expected[k + 1] * 1.05);
    }
}

TEST(Energies, AreProductsWithTheLoopyLaplacian) {
    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph graph = random_graph(Seed(s));
        const auto vectors = random_vectors<ModeVectors>(graph.node_count(), Seed(s));
        Eigen::MatrixXd x(graph.node_count(), static_cast<Eigen::Index>(ModeVectors::count));
        for (Eigen::Index i = 0; i < x.rows(); ++i) {
            for (Eigen::Index k = 0; k < x.cols(); ++k) {
                x(i, k) = vectors.values[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
            }
        }
        const Eigen::MatrixXd products = x.transpose() * dense_loopy_laplacian(graph) * x;
        const EnergyMatrix got = energies(graph, vectors, {});
        std::size_t m = 0;
        for (Eigen::Index j = 0; j < x.cols(); ++j) {
            for (Eigen::Index k = j; k < x.cols(); ++k) {
                EXPECT_NEAR(got[m++], products(j, k), 1e-9 * (1 + products.norm())) << "seed " << s;
            }
        }
    }
}

/// How far the energies of the lowest modes are from those of a graph after its weights were changed at random and matched.
double largest_miss(const Graph& graph, const ModeVectors& vectors) {
    std::vector<Edge> edges = edges_of(graph);
    Random random(Seed(3));
    for (Edge& edge : edges) {
        edge.weight *= random.uniform(0.9, 1.1);
    }
    const EnergyMatrix wanted = energies(graph, vectors, {});
    const Graph matched = match_energies(Graph::from_edges(graph.node_count(), edges), vectors, wanted, {});
    const EnergyMatrix got = energies(matched, vectors, {});
    double most = 0;
    for (std::size_t m = 0; m < wanted.size(); ++m) {
        most = std::max(most, std::abs(got[m] - wanted[m]));
    }
    return most;
}

TEST(MatchEnergies, GivesTheVectorsTheEnergiesOfAnotherGraph) {
    const Graph graph = generate_graph("sensor:300", Seed(1)).graph;
    EXPECT_LT(largest_miss(graph, vectors_of(low_modes(graph, ModeVectors::count))), 1e-6);
}

TEST(MatchEnergies, CountsSomeEdgesOfLargeGraphsAndIsNearlyAsClose) {
    const Graph graph = generate_graph("sensor:7000", Seed(1)).graph;
    ASSERT_GT(graph.edge_count(), 20000);
    EXPECT_LT(largest_miss(graph, vectors_of(low_modes(graph, ModeVectors::count))), 1e-3);
}

TEST(FittedToEigenvalues, ReachesThoseOfAnotherGraphAndKeepsEveryEdge) {
    for (const char* spec : {"sensor:300", "grid:16x16", "delaunay:200", "sensor:60"}) {
        SCOPED_TRACE(spec);
        const Graph graph = generate_graph(spec, Seed(1)).graph;
        std::vector<Edge> edges = edges_of(graph);
        Random random(Seed(3));
        for (Edge& edge : edges) {
            edge.weight *= random.uniform(0.6, 1.3);
        }
        const std::vector<double> wanted = low_modes(graph, 10).values;
        const EigenvalueFit fit = fitted_to_eigenvalues(Graph::from_edges(graph.node_count(), edges), wanted);
        const Graph& fitted = fit.graph;
        const std::vector<double> got = dense_eigenvalues(dense_loopy_laplacian(fitted));
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            EXPECT_NEAR(got[k + 1] / wanted[k], 1, 0.01) << "eigenvalue " << k;
            EXPECT_NEAR(fit.eigenvalues.at(k) / got[k + 1], 1, 0.001) << "eigenvalue " << k;
        }
        EXPECT_EQ(fitted.adjacency().indices, graph.adjacency().indices);
    }
}

TEST(FittedToEigenvalues, LeavesAGraphWithFewerOfThemAlone) {
    const Graph pair = Graph::from_edges(2, std::vector<Edge>{{0, 1, 1.0}});
    EXPECT_EQ(fitted_to_eigenvalues(pair, std::vector<double>{1, 2, 3}).graph, pair);
}

TEST(MultigridModes, HaveTheSmallestEigenvalues) {
    for (const char* spec : {"sensor:600", "barabasi-albert:600,2"}) {
        SCOPED_TRACE(spec);
        const Pyramid pyramid = lean_pyramid_of(spec, 100);
        NestedGraphs nested{{&pyramid.base}, {}};
        for (const Level& level : pyramid.levels) {
            nested.graphs.push_back(&level.graph);
            nested.kept.emplace_back(level.pool);
        }
        const std::vector<double> expected = dense_eigenvalues(dense_loopy_laplacian(pyramid.base));
        const LowModes modes = multigrid_modes(nested, {}, {});
        const LowModes again = multigrid_modes(nested, modes, {});
        ASSERT_GE(modes.size(), 10U);
        for (std::size_t k = 0; k < 10; ++k) {
            EXPECT_NEAR(modes.values[k] / expected[k + 1], 1, 0.005) << "eigenvalue " << k;
            EXPECT_NEAR(again.values.at(k) / expected[k + 1], 1, 0.005) << "eigenvalue " << k;
        }
    }
}

TEST(CertifyLevels, EnclosesTheExactEigenvalues) {
    for (const char* spec : {"sensor:300", "grid:18x18"}) {
        SCOPED_TRACE(spec);
        Pyramid pyramid = lean_pyramid_of(spec, 60);
        measure_levels(pyramid);
        certify_levels(pyramid);
        const Eigen::MatrixXd base = dense_loopy_laplacian(pyramid.base);
        for (const Level& level : pyramid.levels) {
            const std::vector<double> exact = dense_eigenvalues(dense_schur_complement(base, level.nodes));
            const LevelSpectrum& spectrum = level.spectrum.value();
            ASSERT_EQ(spectrum.lower.size(), 10U);
            for (std::size_t k = 0; k < 10; ++k) {
                EXPECT_LE(spectrum.lower[k], exact[k + 1]);
                EXPECT_GE(spectrum.upper[k], exact[k + 1] * (1 - 1e-9));
                EXPECT_NEAR(spectrum.exact[k] / exact[k + 1], 1, 1e-6);
            }
        }
    }
}

/// The same nodes, and the same edges but for weights next to the threshold.
void expect_faithful(const std::vector<int>& levels) {
    const Graph graph = generate_graph("sensor:1500", Seed(1)).graph;
    const Pyramid exact = ndp_pyramid(graph, {.levels = levels}, Seed(2));
    const Pyramid faithful = ndp_pyramid(graph, {.levels = levels, .accuracy = Accuracy::faithful}, Seed(2));
    const double epsilon = NdpOptions{}.threshold.epsilon;
    for (std::size_t l = 0; l < exact.levels.size(); ++l) {
        ASSERT_TRUE(faithful.levels[l].nodes == exact.levels[l].nodes) << "level " << l + 1;
        for (const Edge& edge : edges_of(exact.levels[l].graph)) {
            if (edge.weight > epsilon + 1e-6) {
                EXPECT_NEAR(faithful.levels[l].graph.weight(edge.from, edge.to) / edge.weight, 1, 1e-4);
            }
        }
        for (const Edge& edge : edges_of(faithful.levels[l].graph)) {
            EXPECT_TRUE(edge.weight < epsilon + 1e-6 || exact.levels[l].graph.weight(edge.from, edge.to) > 0);
        }
    }
}

TEST(FaithfulPyramid, HasTheFirstLevelOfTheExactOne) {
    expect_faithful({1});
}

TEST(FaithfulPyramid, HasAllLevelsOfTheExactOne) {
    expect_faithful({1, 2, 3});
}

TEST(LeanPyramid, KeepsTheSideThatIsAskedForAndElseThatOfTheHubs) {
    const std::vector<Edge> edges{{0, 4, 1}, {1, 4, 1}, {2, 4, 1}, {3, 4, 1}};
    const auto kept = [&](KeptSide keep) {
        LeanPyramidOptions options;
        options.deepest_level = 1;
        options.cut.keep = keep;
        return lean_pyramid(Graph::from_edges(5, edges), options, Seed(1)).levels.at(0).pool;
    };
    EXPECT_EQ(kept(KeptSide::first), (std::vector<NodeId>{4}));
    EXPECT_EQ(kept(KeptSide::smaller), (std::vector<NodeId>{4}));
    EXPECT_EQ(kept(KeptSide::larger), (std::vector<NodeId>{0, 1, 2, 3}));
}

TEST(LeanPyramid, OfWeightsThatDifferTooMuchIsRefusedInALine) {
    std::vector<Edge> edges;
    for (NodeId node = 1; node < 3000; ++node) {
        edges.push_back({node, node - 1, node % 3 == 0 ? 1e-150 : 1e150});
    }
    const Graph graph = Graph::from_edges(3000, edges);
    try {
        (void)lean_pyramid(graph, until(100), Seed(1));
        FAIL() << "nothing was refused";
    } catch (const InvalidInput& error) {
        EXPECT_NE(std::string(error.what()).find("60 magnitudes"), std::string::npos) << error.what();
    }
    for (Edge& edge : edges) {
        edge.weight = edge.weight > 1 ? 1e15 : 1e-15;
    }
    const Pyramid pyramid = lean_pyramid(Graph::from_edges(3000, edges), until(100), Seed(1));
    EXPECT_LT(pyramid.levels.back().graph.node_count(), 100);
}

}  // namespace
}  // namespace ndpool
