#include "ndpool/pyramid/harmonic_restriction.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/pyramid/graclus/graclus.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/pyramid/signal.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

std::vector<double> column_sums(const SparseMatrix& matrix) {
    std::vector<double> sums(static_cast<std::size_t>(matrix.columns), 0);
    for (std::size_t k = 0; k < matrix.indices.size(); ++k) {
        sums[matrix.indices[k]] += matrix.values[k];
    }
    return sums;
}

double entry(const SparseMatrix& matrix, NodeId row, NodeId column) {
    for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
        if (matrix.indices[k] == column) {
            return matrix.values[k];
        }
    }
    return 0;
}

TEST(HarmonicRestriction, HalvesTheDroppedNodesOfAPath) {
    const Pyramid pyramid = ndp_pyramid(path_graph(5), {.levels = {1, 2}}, Seed(1));
    const SparseMatrix first = harmonic_restriction(pyramid, 0);
    EXPECT_EQ(first, (SparseMatrix{3, 5, {0, 2, 5, 7}, {0, 1, 1, 2, 3, 3, 4}, {1, 0.5, 0.5, 1, 0.5, 0.5, 1}}));
    const SparseMatrix second = harmonic_restriction(pyramid, 1);
    EXPECT_EQ(second.columns, 3);
    EXPECT_NEAR(entry(second, 0, 1), 0.5, 1e-12);
    EXPECT_NEAR(entry(second, 1, 1), 0.5, 1e-12);
}

TEST(HarmonicRestriction, KeepsSumsAndDropsSmallEntriesOnRandomGraphs) {
    for (std::uint64_t s = 0; s < 60; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80, .weight_magnitudes = 1});
        const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 2, 3}}, Seed(s));
        for (std::size_t index = 0; index < 3; ++index) {
            const SparseMatrix matrix = harmonic_restriction(pyramid, index, 0.1);
            for (const double sum : column_sums(matrix)) {
                EXPECT_NEAR(sum, 1, 1e-9);  // every component keeps a node, so every node has somewhere to go
            }
            std::vector<int> entries(static_cast<std::size_t>(matrix.columns), 0);
            for (const NodeId column : matrix.indices) {
                EXPECT_LE(++entries[column], 10);
            }
            const Level& level = pyramid.levels[index];
            for (std::size_t i = 0; i < level.pool.size(); ++i) {
                EXPECT_EQ(entry(matrix, static_cast<NodeId>(i), level.pool[i]), 1);
            }
        }
    }
}

TEST(HarmonicRestriction, PoolsLikeTheTransposeOfTheExtensionIfNothingIsDropped) {
    for (std::uint64_t s = 0; s < 30; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 80, .weight_magnitudes = 1, .self_loops = false});
        const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 3}}, Seed(s));
        Random random{Seed(s)};
        for (std::size_t index = 0; index < 2; ++index) {
            Table<double> x{1, std::vector<double>(static_cast<std::size_t>(node_count_at(pyramid, index)))};
            for (double& number : x.values) {
                number = random.uniform(-1, 1);
            }
            const SparseMatrix matrix = harmonic_restriction(pyramid, index, 0);
            const Table<double> pooled = pool_signal(pyramid, index, index + 1, x, Restrict::harmonic);
            for (NodeId row = 0; row < matrix.rows; ++row) {
                double sum = 0;
                for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
                    sum += matrix.values[k] * x.values[matrix.indices[k]];
                }
                EXPECT_NEAR(sum, pooled.values[row], 1e-9);
            }
        }
    }
}

TEST(HarmonicRestriction, KeepsTheLargestOfManySmallProportions) {
    std::vector<Edge> edges;
    std::vector<NodeId> leaves(200);
    for (NodeId leaf = 0; leaf < 200; ++leaf) {
        edges.push_back({leaf, 200, leaf == 77 ? 1.5 : 1.0});
    }
    std::iota(leaves.begin(), leaves.end(), 0);
    Pyramid pyramid{Graph::from_edges(201, edges), {Level{}}};
    pyramid.levels[0].graph = Graph::from_edges(200, std::vector<Edge>{});
    pyramid.levels[0].pool = pyramid.levels[0].nodes = leaves;
    const SparseMatrix matrix = harmonic_restriction(pyramid, 0);
    EXPECT_EQ(matrix.indices.size(), 201U);
    EXPECT_EQ(entry(matrix, 77, 200), 1);
}

TEST(HarmonicRestriction, RefusesWhatDoesNotFit) {
    const Graph path = path_graph(6);
    EXPECT_THROW((void)harmonic_restriction(ndp_pyramid(path, {.levels = {1}}, Seed(1)), 1), InvalidInput);
    EXPECT_THROW((void)harmonic_restriction(graclus_pyramid(path, {.levels = {1}}, Seed(1)), 0), InvalidInput);
}

}  // namespace
}  // namespace ndpool
