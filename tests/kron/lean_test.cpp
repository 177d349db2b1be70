#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/kron/lean/edge_sampling.hpp"
#include "ndpool/kron/lean/sampled_rows.hpp"
#include "ndpool/kron/lean/star_rows.hpp"
#include "ndpool/kron/lean/star_sampling.hpp"
#include "ndpool/kron/lean_reduction.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

constexpr std::array all_thinnings{Thinning::reroute, Thinning::sample, Thinning::lower_bound, Thinning::upper_bound};

/// Options under which nothing is ever thinned out.
LeanOptions keeping_everything(Thinning thinning) {
    return {.thinning = thinning, .nonzeros_per_node = 1e9, .sampled_entries = 1e300, .least_strength = 0};
}

/// Options that leave as few entries as they can.
LeanOptions keeping(double entries, Thinning thinning) {
    return {.thinning = thinning, .nonzeros_per_node = entries, .sampled_entries = entries, .least_strength = 0.05};
}

SmoothVectors smooth_vectors(const Graph& graph) {
    SmoothVectors vectors = random_vectors<SmoothVectors>(graph.node_count(), Seed(7));
    smooth(graph, vectors, 5, {}, {});
    centre_and_normalise(vectors, {});
    return vectors;
}

/// The same value in all vectors.
SmoothVectors with_values(std::initializer_list<float> values) {
    SmoothVectors vectors;
    for (const float value : values) {
        vectors.values.push_back({value, value, value, value});
    }
    return vectors;
}

Graph lean_graph(const Graph& graph, const Cut& cut, const LeanOptions& options, Seed seed = Seed(1)) {
    return lean_reduce(graph, cut, smooth_vectors(graph), options, seed).graph;
}

/// Half of the nodes, at random.
Cut random_halves(const Graph& graph, std::uint64_t seed) {
    return cut_keeping(graph, random_kept_nodes(Seed(seed).child("kept"), graph));
}

/// A cut as pyramids make it, quickly.
Cut quick_cut(const Graph& graph) {
    return cut_graph(graph, {.method = CutMethod::power}, Seed(1));
}

double smallest_eigenvalue(const Eigen::MatrixXd& matrix) {
    return dense_eigenvalues(matrix).front();
}

// --- by hand ---------------------------------------------------------------------------------------------------------

TEST(LeanReduce, DroppingTheMiddleOfAPathHalvesConductance) {
    const Graph path = path_graph(3);
    for (const Thinning thinning : all_thinnings) {
        const Graph reduced = lean_graph(path, cut_keeping(path, std::vector<NodeId>{0, 2}), {.thinning = thinning});
        EXPECT_EQ(edges_of(reduced), (std::vector<Edge>{{0, 1, 0.5}}));
    }
}

TEST(LeanReduce, DroppingTheHubOfAStarJoinsItsLeaves) {
    const Graph star = star_graph(5);
    const Cut cut = cut_keeping(star, std::vector<NodeId>{1, 2, 3, 4});
    const LeanReduction reduction = lean_reduce(star, cut, smooth_vectors(star), {}, Seed(1));
    EXPECT_EQ(reduction.edges_before_thinning, 6);
    EXPECT_EQ(reduction.graph.edge_count(), 6);
    EXPECT_EQ(reduction.graph.weight(0, 3), 0.25);
}

TEST(LeanReduce, DroppingTheLeavesOfAStarLeavesTheHubAlone) {
    const Graph star = star_graph(5);
    const LeanReduction reduction =
        lean_reduce(star, cut_keeping(star, std::vector<NodeId>{0}), smooth_vectors(star), {}, Seed(1));
    EXPECT_EQ(reduction.graph, Graph::from_edges(1, {}));
    EXPECT_EQ(reduction.edges_before_thinning, 0);
}

TEST(LeanReduce, TheLoopOfADroppedNodeIsAConductanceToGround) {
    // The middle has arms of 1 and 2 and a loop of 1: 1 * 2 / 4 between the ends, 1 * 1 / 4 and 2 * 1 / 4 to ground.
    const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 2}, {1, 1, 1}, {2, 2, 3}});
    const Graph reduced = lean_graph(graph, cut_keeping(graph, std::vector<NodeId>{0, 2}), {});
    EXPECT_EQ(edges_of(reduced), (std::vector<Edge>{{0, 0, 0.25}, {0, 1, 0.5}, {1, 1, 3.5}}));
}

TEST(LeanReduce, NothingDroppedIsTheGraphItself) {
    const Graph graph = random_graph(Seed(4));
    std::vector<NodeId> all(static_cast<std::size_t>(graph.node_count()));
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(lean_graph(graph, cut_keeping(graph, all), keeping_everything(Thinning::reroute)), graph);
    EXPECT_EQ(lean_graph(Graph(), cut_keeping(Graph(), {}), {}), Graph());
}

/// A triangle whose edge from 0 to 2 is weak, with room for its two other edges only.
Graph thinned_triangle(Thinning thinning, const SmoothVectors& vectors) {
    const Graph triangle = Graph::from_edges(3, std::vector<Edge>{{0, 1, 4}, {1, 2, 4}, {0, 2, 0.5}});
    return thin_out(triangle, vectors, {.thinning = thinning, .nonzeros_per_node = 1.4}, Seed(1));
}

TEST(ThinOut, ALowerBoundLosesTheWeakEdgeOfATriangle) {
    EXPECT_EQ(edges_of(thinned_triangle(Thinning::lower_bound, {})), (std::vector<Edge>{{0, 1, 4}, {1, 2, 4}}));
}

TEST(ThinOut, AnUpperBoundAddsTwiceTheWeakEdgeToBothHalvesOfItsDetour) {
    EXPECT_EQ(edges_of(thinned_triangle(Thinning::upper_bound, {})), (std::vector<Edge>{{0, 1, 5}, {1, 2, 5}}));
}

TEST(ThinOut, ReroutingKeepsTheEnergyOfTheVectors) {
    // Before: 4 * 1 + 4 * 4 + 0.5 * 9 = 24.5. After: 4.9 * (1 + 4).
    const Graph uneven = thinned_triangle(Thinning::reroute, with_values({0, 1, 3}));
    EXPECT_EQ(uneven.edge_count(), 2);
    EXPECT_DOUBLE_EQ(uneven.weight(0, 1), 4.9);
    EXPECT_DOUBLE_EQ(uneven.weight(1, 2), 4.9);
    // Evenly spaced values need all of it, equal ones say nothing and get half.
    EXPECT_DOUBLE_EQ(thinned_triangle(Thinning::reroute, with_values({0, 1, 2})).weight(0, 1), 5);
    EXPECT_DOUBLE_EQ(thinned_triangle(Thinning::reroute, with_values({1, 1, 1})).weight(0, 1), 4.5);
}

TEST(ThinOut, DetoursShareAWeakEdgeByTheirConductance) {
    // Beside the edge from 0 to 1 are detours of conductances 2 and 6.
    const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {0, 2, 4}, {1, 2, 4}, {0, 3, 12}, {1, 3, 12}});
    const Graph thinned = thin_out(graph, {}, {.thinning = Thinning::upper_bound, .nonzeros_per_node = 2}, Seed(1));
    EXPECT_EQ(edges_of(thinned), (std::vector<Edge>{{0, 2, 4.5}, {0, 3, 13.5}, {1, 2, 4.5}, {1, 3, 13.5}}));
}

TEST(ThinOut, AWeakEdgeWithoutADetourStays) {
    const Graph graph =
        Graph::from_edges(6, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {0, 2, 1}, {2, 3, 1e-9}, {3, 4, 1}, {4, 5, 1}});
    for (const Thinning thinning : all_thinnings) {
        const Graph thinned = thin_out(graph, smooth_vectors(graph), keeping(1, thinning), Seed(1));
        EXPECT_GT(thinned.weight(2, 3), 0);
        EXPECT_EQ(component_count(thinned), 1);
    }
}

TEST(ThinOut, WithRoomForAllEdgesLeavesTheGraphAsItIs) {
    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph graph = random_graph(Seed(s));
        for (const Thinning thinning : all_thinnings) {
            EXPECT_EQ(thin_out(graph, smooth_vectors(graph), keeping_everything(thinning), Seed(s)), graph) << "seed " << s;
        }
    }
}

// --- the parts -------------------------------------------------------------------------------------------------------

TEST(ColumnSums, AreThoseOfAMapWhateverTheSizesOfTheRowsBefore) {
    constexpr NodeId columns = 500;
    Random random(Seed(4));
    ColumnSums sums(columns);
    for (int row = 0; row < 300; ++row) {
        const std::size_t additions = random.below(row % 10 == 0 ? 2000 : 60);
        const std::uint64_t used = 1 + random.below(columns);
        std::map<NodeId, double> expected;
        sums.start(additions);
        for (std::size_t i = 0; i < additions; ++i) {
            const auto column = static_cast<NodeId>(columns - 1 - random.below(used));
            const double weight = random.below(8) == 0 ? 0 : random.uniform();
            expected[column] += weight;
            sums.add(column, weight);
        }
        std::vector<NodeId> to(additions + 1);
        std::vector<double> weights(additions + 1);
        const EntryIndex length = sums.finish(to.data(), weights.data());
        std::erase_if(expected, [](const auto& entry) { return entry.second == 0; });
        ASSERT_EQ(length, static_cast<EntryIndex>(expected.size())) << "row " << row;
        std::size_t i = 0;
        for (const auto& [column, sum] : expected) {
            EXPECT_EQ(to[i], column);
            EXPECT_EQ(weights[i], sum);
            ++i;
        }
    }
}

TEST(SampledStar, GivesEveryPairItsWeightInTheMean) {
    const std::vector<double> weights{1, 2, 4, 0.5, 3};
    constexpr std::ptrdiff_t loop = 3;
    constexpr int stars = 20000;
    double total = 0;
    for (const double weight : weights) {
        total += weight;
    }
    std::map<std::pair<NodeId, NodeId>, double> sums;
    for (std::uint64_t s = 0; s < stars; ++s) {
        const SampledStar star = sampled_star(weights, loop, 3, Seed(s));
        EXPECT_TRUE(star.of(loop).empty());
        for (std::size_t arm = 0; arm < weights.size(); ++arm) {
            for (const SampledStar::Partner& partner : star.of(arm)) {
                sums[{static_cast<NodeId>(arm), partner.arm}] += partner.weight / stars;
            }
        }
    }
    for (NodeId i = 0; i < 5; ++i) {
        for (NodeId j = 0; j < 5; ++j) {
            if (i != j && i != loop && j != loop) {
                const double exact = weights[i] * weights[j] / total;
                // What joins parts that the draws left apart comes on top, with three draws an arm in few stars.
                EXPECT_NEAR((sums[{i, j}]) / exact, 1, 0.05) << i << ", " << j;
                EXPECT_NEAR((sums[{i, j}]), (sums[{j, i}]), 1e-12);
            }
        }
    }
}

TEST(SampledStar, JoinsAllArmsHoweverFewAreDrawn) {
    for (std::uint64_t s = 0; s < 50; ++s) {
        Random random{Seed(s)};
        std::vector<double> weights(40);
        for (double& weight : weights) {
            weight = std::pow(10, random.uniform(-3, 3));
        }
        const SampledStar star = sampled_star(weights, -1, 1, Seed(s));
        std::vector<Edge> edges;
        for (std::size_t arm = 0; arm < weights.size(); ++arm) {
            for (const SampledStar::Partner& partner : star.of(arm)) {
                if (static_cast<std::size_t>(partner.arm) > arm) {
                    edges.push_back({static_cast<NodeId>(arm), partner.arm, partner.weight});
                }
            }
        }
        std::sort(edges.begin(), edges.end(),
                  [](const Edge& a, const Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
        edges.erase(std::unique(edges.begin(), edges.end(),
                                [](const Edge& a, const Edge& b) { return a.from == b.from && a.to == b.to; }),
                    edges.end());
        EXPECT_EQ(component_count(Graph::from_edges(40, edges)), 1) << "seed " << s;
    }
}

/// New rows as a matrix of all nodes.
Eigen::MatrixXd dense_rows(const UpdatedRows& rows, Eigen::Index nodes) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(nodes, nodes);
    for (std::size_t row = 0; row < rows.begin.size(); ++row) {
        for (EntryIndex e = rows.begin[row]; e < rows.end[row]; ++e) {
            matrix(rows.view().node(row), rows.to[e]) = rows.weights[e];
        }
    }
    return matrix;
}

TEST(SampledRows, WithoutDrawsAreThoseOfTheElimination) {
    constexpr Sampling no_draws{10, 0};
    for (std::uint64_t s = 0; s < 60; ++s) {
        SCOPED_TRACE(s);
        const Graph graph = random_graph(Seed(s), {.most_nodes = 60});
        const Cut cut = random_halves(graph, s);
        EliminationState at = not_yet_eliminated(graph, cut);
        set_alone_apart(at, {});
        const bool ends = at.dropped.empty();
        const std::vector<NodeId> selected = ends ? std::vector<NodeId>{} : select_independent(at, {});
        const UpdatedRows exact = ends ? rows_of_kept(at, cut.kept, {}) : rows_around(at, selected, {});
        const SampledRows sampled = ends ? sampled_rows_of_kept(at, cut.kept, no_draws, Seed(1), {})
                                         : sampled_rows_around(at, selected, no_draws, Seed(1), {});
        EXPECT_EQ(sampled.rows.nodes, exact.nodes);
        EXPECT_EQ(sampled.rows.row_of, exact.row_of);
        const Eigen::MatrixXd expected = dense_rows(exact, graph.node_count());
        const Eigen::MatrixXd found = dense_rows(sampled.rows, graph.node_count());
        EXPECT_EQ((found.array() > 0).cast<int>().matrix(), (expected.array() > 0).cast<int>().matrix());
        EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-12 * expected.maxCoeff());
    }
}

Graph complete_with_random_weights(NodeId nodes) {
    Random random(Seed(5));
    std::vector<Edge> edges;
    for (NodeId i = 0; i < nodes; ++i) {
        for (NodeId j = 0; j < i; ++j) {
            edges.push_back({j, i, random.uniform(0.5, 1.5)});
        }
    }
    return Graph::from_edges(nodes, edges);
}

TEST(SampledRows, KeepEveryWeightOnAverageAndAreSymmetric) {
    constexpr NodeId nodes = 30;
    constexpr int repetitions = 4000;
    const Graph graph = complete_with_random_weights(nodes);
    std::vector<NodeId> kept(nodes - 1);
    std::iota(kept.begin(), kept.end(), 1);
    EliminationState at = not_yet_eliminated(graph, cut_keeping(graph, kept));
    set_alone_apart(at, {});
    const UpdatedRows exact = rows_of_kept(at, kept, {});
    const Eigen::MatrixXd expected = dense_rows(exact, nodes - 1);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(nodes - 1, nodes - 1);
    double entries = 0;
    for (std::uint64_t s = 0; s < repetitions; ++s) {
        const SampledRows sampled = sampled_rows_of_kept(at, kept, {12, 1}, Seed(s), {});
        const Eigen::MatrixXd once = dense_rows(sampled.rows, nodes - 1);
        EXPECT_EQ(once, once.transpose());
        sum += once;
        entries += static_cast<double>((once.array() > 0).count()) / (nodes - 1) / repetitions;
    }
    // As in ThinOut.SamplingKeepsEveryWeightOnAverage.
    const Eigen::MatrixXd scale = expected + Eigen::MatrixXd::Identity(nodes - 1, nodes - 1);
    EXPECT_LT(((sum / repetitions - expected).array() / scale.array()).abs().maxCoeff(), 0.15);
    EXPECT_NEAR(sum.sum() / repetitions / expected.sum(), 1, 0.005);
    EXPECT_NEAR(entries, 12, 0.5);
}

TEST(SampledRows, JoinPartsByAnEdgeWithTheWeightOfAllBetweenThem) {
    // Two complete graphs with strong edges, and a weak edge between any two of their nodes. Node 0 is dropped.
    constexpr NodeId half = 8;
    constexpr double weak = 1e-6;
    std::vector<Edge> edges{{0, 1, 1.0}};
    for (NodeId i = 1; i <= 2 * half; ++i) {
        for (NodeId j = 1; j < i; ++j) {
            edges.push_back({j, i, (i <= half) == (j <= half) ? 1 : weak});
        }
    }
    const Graph graph = Graph::from_edges(2 * half + 1, edges);
    std::vector<NodeId> kept(2 * half);
    std::iota(kept.begin(), kept.end(), 1);
    EliminationState at = not_yet_eliminated(graph, cut_keeping(graph, kept));
    set_alone_apart(at, {});
    const Eigen::MatrixXd rows = dense_rows(sampled_rows_of_kept(at, kept, {50, 1}, Seed(1), {}).rows, 2 * half);
    const Eigen::MatrixXd between = rows.topRightCorner(half, half);
    EXPECT_EQ((between.array() > 0).count(), 1);
    EXPECT_NEAR(between.sum() / (half * half * weak), 1, 1e-12);
    EXPECT_NEAR(rows.topLeftCorner(half, half).sum(), half * (half - 1), 1e-12) << "strong edges are kept";
}

TEST(LeanReduce, SamplesTheStarOfAHubKeepingItsLoopAndItsWeight) {
    constexpr NodeId arms = 400;
    std::vector<Edge> edges{{0, 0, 2.0}};
    for (NodeId arm = 1; arm <= arms; ++arm) {
        edges.push_back({0, arm, 1.0});
    }
    const Graph hub = Graph::from_edges(arms + 1, edges);
    std::vector<NodeId> kept(arms);
    std::iota(kept.begin(), kept.end(), 1);
    LeanOptions options;
    options.thinning = Thinning::sample;
    const Graph reduced = lean_reduce(hub, cut_keeping(hub, kept), {}, options, Seed(1)).graph;
    EXPECT_EQ(component_count(reduced), 1);
    EXPECT_LT(reduced.edge_count(), arms * (arms - 1) / 8);
    double between = 0;
    for (const Edge& edge : edges_of(reduced)) {
        if (edge.from == edge.to) {
            EXPECT_NEAR(edge.weight, 2.0 / (arms + 2), 1e-12) << "what a hub's loop leaves to ground is exact";
        } else {
            between += edge.weight;
        }
    }
    const double exact = 0.5 * arms * (arms - 1) / (arms + 2);
    EXPECT_NEAR(between / exact, 1, 0.03);
}

TEST(SmoothVectors, HaveUnitLengthNoMeanAndLessRoughnessWithEveryStep) {
    const Graph graph = generate_graph("sensor:400", Seed(1)).graph;
    SmoothVectors vectors = random_vectors<SmoothVectors>(graph.node_count(), Seed(2));
    double before = roughness(graph, vectors, {});
    for (int step = 0; step < 5; ++step) {
        smooth(graph, vectors, 1, {}, {});
        centre_and_normalise(vectors, {});
        for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
            double mean = 0;
            double length = 0;
            for (const auto& at : vectors.values) {
                mean += at[k];
                length += static_cast<double>(at[k]) * at[k];
            }
            EXPECT_NEAR(mean, 0, 1e-4);
            EXPECT_NEAR(length, 1, 1e-5);
        }
        const double after = roughness(graph, vectors, {});
        EXPECT_LT(after, before);
        before = after;
    }
    EXPECT_EQ(values_at(vectors, std::vector<NodeId>{5, 9}).values[1], vectors.values[9]);
    EXPECT_TRUE(values_at(SmoothVectors{}, std::vector<NodeId>{5, 9}).values.empty());
}

TEST(SmoothVectors, AreRoughOnExpandersAndSmoothOnMeshes) {
    const auto roughness_of = [](const char* spec) {
        const Graph graph = generate_graph(spec, Seed(1)).graph;
        SmoothVectors vectors = random_vectors<SmoothVectors>(graph.node_count(), Seed(2));
        smooth(graph, vectors, 15, {}, {});
        centre_and_normalise(vectors, {});
        return roughness(graph, vectors, {});
    };
    for (const char* mesh : {"grid:40x40", "sensor:1500", "delaunay:1500", "road:1500"}) {
        EXPECT_LT(roughness_of(mesh), 0.1) << mesh;
    }
    for (const char* expander : {"erdos-renyi:1500,0.008", "barabasi-albert:1500,5"}) {
        EXPECT_GT(roughness_of(expander), 0.15) << expander;
    }
}

// --- properties ------------------------------------------------------------------------------------------------------

void expect_close(const Graph& graph, const Graph& expected, double relative) {
    ASSERT_EQ(graph.adjacency().offsets, expected.adjacency().offsets);
    ASSERT_EQ(graph.adjacency().indices, expected.adjacency().indices);
    for (std::size_t e = 0; e < graph.adjacency().values.size(); ++e) {
        EXPECT_NEAR(graph.adjacency().values[e] / expected.adjacency().values[e], 1, relative);
    }
}

TEST(LeanReduce, LeavingNothingOutIsTheKronReduction) {
    for (std::uint64_t s = 0; s < 120; ++s) {
        SCOPED_TRACE(s);
        const Graph graph = random_graph(Seed(s), {.most_nodes = 120});
        const Cut cut = s % 2 == 0 ? random_halves(graph, s) : cut_graph(graph, {}, Seed(s));
        const Graph expected = kron_reduce(graph, cut);
        const Thinning thinning = all_thinnings[s % all_thinnings.size()];
        const LeanReduction reduction = lean_reduce(graph, cut, smooth_vectors(graph), keeping_everything(thinning), Seed(s));
        expect_close(reduction.graph, expected, 1e-12);
        EXPECT_EQ(reduction.edges_before_thinning, expected.edge_count());
    }
    for (const char* spec :
         {"grid:20x15", "sensor:400", "delaunay:400", "road:400", "erdos-renyi:200,0.05", "barabasi-albert:200,3"}) {
        SCOPED_TRACE(spec);
        const Graph graph = generate_graph(spec, Seed(2)).graph;
        const Cut cut = quick_cut(graph);
        expect_close(lean_graph(graph, cut, keeping_everything(Thinning::reroute)), kron_reduce(graph, cut), 1e-12);
    }
}

TEST(LeanReduce, IsSymmetricToTheLastBitAndPositive) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80});
        const Cut cut = random_halves(graph, s);
        for (const Thinning thinning : all_thinnings) {
            for (const double within : {0.0, 1.0}) {
                LeanOptions options = keeping(4, thinning);
                options.least_strength_within = within;
                const Graph reduced = lean_graph(graph, cut, options);
                // A mean would change the bits of a pair that differs.
                EXPECT_EQ(Graph::from_adjacency(reduced.adjacency()), reduced) << "seed " << s;
                for (NodeId node = 0; node < reduced.node_count(); ++node) {
                    for (const NodeId other : reduced.neighbors(node)) {
                        EXPECT_EQ(reduced.weight(node, other), reduced.weight(other, node));
                        EXPECT_GT(reduced.weight(node, other), 0);
                    }
                }
            }
        }
    }
}

TEST(LeanReduce, ConnectsJustWhatWasConnectedHoweverFewEntriesAreAskedFor) {
    for (std::uint64_t s = 0; s < 80; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80});
        const Cut cut = s % 3 == 0 ? random_halves(graph, s) : cut_graph(graph, {}, Seed(s));
        const Components expected = connected_components(kron_reduce(graph, cut));
        for (const Thinning thinning : all_thinnings) {
            for (const double entries : {2.0, 5.0, 12.0}) {
                LeanOptions options = keeping(entries, thinning);
                options.least_strength_within = s % 2 == 0 ? 0 : 1;
                const Graph reduced = lean_graph(graph, cut, options, Seed(s));
                EXPECT_EQ(connected_components(reduced).label, expected.label)
                    << "seed " << s << " thinning " << static_cast<int>(thinning) << " entries " << entries;
            }
        }
    }
}

TEST(LeanReduce, KeepsMeshesAndRandomGraphsConnected) {
    for (const char* spec :
         {"grid:30x30", "sensor:900", "delaunay:900", "road:900", "erdos-renyi:500,0.02", "barabasi-albert:500,4"}) {
        const Graph graph = generate_graph(spec, Seed(2)).graph;
        const Cut cut = quick_cut(graph);
        for (const Thinning thinning : all_thinnings) {
            for (const double entries : {2.0, 12.0}) {
                EXPECT_EQ(component_count(lean_graph(graph, cut, keeping(entries, thinning))), component_count(graph))
                    << spec << " thinning " << static_cast<int>(thinning) << " entries " << entries;
            }
        }
    }
}

TEST(LeanReduce, KeepsTheLoopsOfKeptNodes) {
    const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {0, 0, 2}, {3, 3, 1}});
    const Cut cut = cut_keeping(graph, std::vector<NodeId>{0, 3});
    expect_close(lean_graph(graph, cut, {}), kron_reduce(graph, cut), 1e-15);
}

/// exact - lean for Thinning::lower_bound, lean - exact for Thinning::upper_bound, has no negative eigenvalue.
void expect_bound(const Graph& graph, const Cut& cut, const LeanOptions& options) {
    const Eigen::MatrixXd exact = dense_loopy_laplacian(kron_reduce(graph, cut));
    const Eigen::MatrixXd lean = dense_loopy_laplacian(lean_reduce(graph, cut, {}, options, Seed(1)).graph);
    const double scale = std::max({1e-300, exact.cwiseAbs().maxCoeff(), lean.cwiseAbs().maxCoeff()});
    const double sign = options.thinning == Thinning::lower_bound ? 1 : -1;
    EXPECT_GT(smallest_eigenvalue(sign * (exact - lean)), -1e-12 * scale);
    const std::vector<double> exact_values = dense_eigenvalues(exact);
    const std::vector<double> lean_values = dense_eigenvalues(lean);
    for (std::size_t k = 0; k < exact_values.size(); ++k) {
        EXPECT_GT(sign * (exact_values[k] - lean_values[k]), -1e-12 * scale) << "eigenvalue " << k;
    }
}

TEST(LeanReduce, BoundsEveryEigenvalueOfTheExactReductionFromBelowAndAbove) {
    for (const Thinning thinning : {Thinning::lower_bound, Thinning::upper_bound}) {
        for (const double within : {0.0, 1.0}) {
            LeanOptions options = keeping(4, thinning);
            options.least_strength_within = within;
            for (std::uint64_t s = 0; s < 60; ++s) {
                SCOPED_TRACE(s);
                const Graph graph = random_graph(Seed(s), {.least_nodes = 4, .most_nodes = 80});
                expect_bound(graph, random_halves(graph, s), options);
            }
            for (const char* spec : {"grid:15x15", "sensor:200", "delaunay:200", "road:200", "erdos-renyi:120,0.1"}) {
                SCOPED_TRACE(spec);
                const Graph graph = generate_graph(spec, Seed(3)).graph;
                expect_bound(graph, quick_cut(graph), options);
            }
        }
    }
}

TEST(ThinOut, SamplingKeepsEveryWeightOnAverage) {
    constexpr NodeId nodes = 30;
    constexpr int draws = 4000;
    const Graph graph = complete_with_random_weights(nodes);
    const Eigen::MatrixXd expected = dense_adjacency(graph);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(nodes, nodes);
    double entries = 0;
    for (std::uint64_t s = 0; s < draws; ++s) {
        const Graph sampled = thin_out(graph, {}, {.thinning = Thinning::sample, .sampled_entries = 12}, Seed(s));
        sum += dense_adjacency(sampled);
        entries += static_cast<double>(sampled.entry_count()) / nodes / draws;
    }
    // A weight is kept with a probability of at least 0.2: its mean has a standard deviation of at most 0.03 of it.
    EXPECT_LT(((sum / draws - expected).array() / (expected.array() + Eigen::MatrixXd::Identity(nodes, nodes).array()))
                  .abs()
                  .maxCoeff(),
              0.15);
    EXPECT_NEAR(sum.sum() / draws / expected.sum(), 1, 0.005);
    EXPECT_NEAR(entries, 12, 0.5);
}

TEST(ThinOut, SamplingKeepsTheDegreeOfANodeWithWeakEdges) {
    constexpr NodeId arms = 200;
    constexpr double kept = 12;
    std::vector<Edge> edges;  // a ring of strong edges around a node of degree 1
    for (NodeId arm = 1; arm <= arms; ++arm) {
        edges.push_back({0, arm, 1.0 / arms});
        edges.push_back({arm, arm % arms + 1, 100});
    }
    const Graph graph = Graph::from_edges(arms + 1, edges);

    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph sampled = thin_out(graph, {}, {.thinning = Thinning::sample, .sampled_entries = kept}, Seed(s));
        EXPECT_NEAR(degrees(sampled)[0], 1, 2 / kept);
    }
}

TEST(LeanReduce, KeepsItsBudgetOnMeshes) {
    for (const char* spec : {"grid:50x50", "sensor:2500", "delaunay:2500", "road:2500"}) {
        const Graph graph = generate_graph(spec, Seed(2)).graph;
        const Cut cut = quick_cut(graph);
        for (const double entries : {8.0, 11.5, 20.0}) {
            LeanOptions options;
            options.nonzeros_per_node = entries;
            const Graph reduced = lean_graph(graph, cut, options);
            EXPECT_LE(static_cast<double>(reduced.entry_count()), 1.1 * entries * reduced.node_count()) << spec << ' ' << entries;
        }
    }
}

TEST(LeanReduce, KeepsItsBudgetOnExpandersBySampling) {
    for (const char* spec : {"erdos-renyi:1500,0.01", "barabasi-albert:1500,6"}) {
        const Graph graph = generate_graph(spec, Seed(2)).graph;
        const LeanOptions options{.thinning = Thinning::sample, .sampled_entries = 30};
        const Graph reduced = lean_graph(graph, quick_cut(graph), options);
        EXPECT_LE(static_cast<double>(reduced.entry_count()), 1.1 * 30 * reduced.node_count()) << spec;
    }
}

TEST(LeanReduce, HasTheSameBitsForEveryNumberOfThreads) {
    for (const char* spec : {"sensor:10000", "erdos-renyi:6000,0.0015"}) {
        const Graph graph = generate_graph(spec, Seed(2)).graph;
        const Cut cut = quick_cut(graph);
        for (const Thinning thinning : all_thinnings) {
            if ((thinning == Thinning::sample) != (graph.node_count() == 6000)) {
                continue;  // rerouting leaves an expander dense
            }
            for (const double within : {0.0, 1.0}) {
                LeanOptions options;
                options.thinning = thinning;
                options.least_strength_within = within;
                const LeanReduction expected = lean_reduce(graph, cut, smooth_vectors(graph), options, Seed(3));
                for (const int threads : {2, 8}) {
                    options.parallel = {threads};
                    const LeanReduction reduction = lean_reduce(graph, cut, smooth_vectors(graph), options, Seed(3));
                    EXPECT_EQ(reduction.graph, expected.graph) << spec << ' ' << threads << " threads";
                    EXPECT_EQ(reduction.edges_before_thinning, expected.edges_before_thinning);
                }
            }
        }
    }
}

}  // namespace
}  // namespace ndpool
