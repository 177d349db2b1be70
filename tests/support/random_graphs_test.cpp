#include "support/random_graphs.hpp"

#include <gtest/gtest.h>

#include "ndpool/graph/components.hpp"
#include "ndpool/graph/laplacian.hpp"
#include "support/dense.hpp"

namespace ndpool {
namespace {

TEST(RandomGraphs, AreOfEveryKind) {
    int connected = 0;
    int looped = 0;
    int with_isolated = 0;
    int dense = 0;
    int sparse = 0;
    int weighted = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const Graph graph = random_graph(Seed(i));
        const auto degree = degrees(graph);
        connected += connected_components(graph).count() == 1 ? 1 : 0;
        looped += graph.self_loop_count() > 0 ? 1 : 0;
        with_isolated += std::count(degree.begin(), degree.end(), 0) > 0 ? 1 : 0;
        (graph.edge_count() > 8 * graph.node_count() ? dense : sparse) += 1;
        weighted += total_weight(graph) != std::floor(total_weight(graph)) ? 1 : 0;
    }
    for (const int share : {connected, looped, with_isolated, dense, sparse, weighted}) {
        EXPECT_GT(share, 10);
        EXPECT_LT(share, 90);
    }
}

TEST(RandomGraphs, HaveOnlyWhatIsAllowed) {
    for (std::uint64_t i = 0; i < 50; ++i) {
        const Graph graph = random_graph(
            Seed(i), {.least_nodes = 5, .most_nodes = 9, .weighted = false, .disconnected = false, .self_loops = false});
        EXPECT_GE(graph.node_count(), 5);
        EXPECT_LE(graph.node_count(), 9);
        EXPECT_EQ(connected_components(graph).count(), 1);
        EXPECT_EQ(graph.self_loop_count(), 0);
        EXPECT_EQ(total_weight(graph), static_cast<double>(graph.edge_count()));
    }
}

TEST(DenseTwins, AgreeWithTheSparseLaplacians) {
    for (std::uint64_t i = 0; i < 30; ++i) {
        const Graph graph = random_graph(Seed(i));
        const auto expect_equal = [](const SparseMatrix& sparse, const Eigen::MatrixXd& dense) {
            EXPECT_LE((dense_matrix(sparse) - dense).cwiseAbs().maxCoeff(), 1e-13 * (1 + dense.cwiseAbs().maxCoeff()));
        };
        expect_equal(laplacian_matrix(graph, Laplacian::combinatorial), dense_laplacian(graph));
        expect_equal(laplacian_matrix(graph, Laplacian::symmetric), dense_symmetric_laplacian(graph));
        expect_equal(loopy_laplacian(graph), dense_loopy_laplacian(graph));
    }
}

TEST(DenseSchurComplement, DroppingTheMiddleOfAPathHalvesConductance) {
    const Graph path = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}});
    const Eigen::MatrixXd reduced = dense_schur_complement(dense_laplacian(path), {0, 2});
    EXPECT_DOUBLE_EQ(reduced(0, 1), -0.5);
    EXPECT_DOUBLE_EQ(reduced(0, 0), 0.5);
}

TEST(DenseSchurComplement, ForgetsAComponentThatIsDroppedWhole) {
    const Graph two_edges = Graph::from_edges(4, std::vector<Edge>{{0, 1, 3}, {2, 3, 1}});
    const Eigen::MatrixXd reduced = dense_schur_complement(dense_laplacian(two_edges), {0, 1});
    EXPECT_NEAR(reduced(0, 1), -3, 1e-14);
    EXPECT_NEAR(reduced(1, 1), 3, 1e-14);
}

}  // namespace
}  // namespace ndpool
