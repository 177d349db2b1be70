#include "ndpool/analysis/perturbation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ndpool/sparsify/threshold.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

TEST(AdjacencyPerturbation, OfATriangleWithAWeakEdge) {
    // Eigenvalues of the triangle with weights 1, 1, e: -e and (e +- sqrt(e^2 + 8)) / 2; without the edge 0 and +-sqrt(2).
    const double e = 0.1;
    const Graph triangle = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 0, e}});
    const auto report = adjacency_perturbation(triangle, drop_weak_edges(triangle, {e}));

    ASSERT_EQ(report.shifts.size(), 3U);
    EXPECT_NEAR(report.shifts[0].original, (e + std::sqrt(e * e + 8)) / 2, 1e-14);
    EXPECT_NEAR(report.shifts[0].sparsified, std::sqrt(2), 1e-14);
    EXPECT_NEAR(report.shifts[1].original, -e, 1e-14);
    EXPECT_NEAR(report.shifts[1].sparsified, 0, 1e-14);
    EXPECT_NEAR(report.shifts[1].first_order, e, 1e-14);  // its eigenvector is (1, 0, -1) / sqrt(2)
    EXPECT_TRUE(report.shifts[1].within_first_order);
    EXPECT_FALSE(report.shifts[0].within_first_order);
    EXPECT_NEAR(report.largest_shift, e, 1e-14);
    EXPECT_NEAR(report.change_norm, e, 1e-14);
    EXPECT_NEAR(report.largest_dropped_row_sum, e, 1e-15);
    EXPECT_TRUE(report.within_weyl);
}

TEST(AdjacencyPerturbation, OfNothingDroppedIsNothing) {
    const Graph graph = random_graph(Seed(5));
    const auto report = adjacency_perturbation(graph, graph);
    EXPECT_EQ(report.beyond_first_order, 0U);
    EXPECT_EQ(report.largest_shift, 0);
    EXPECT_EQ(report.change_norm, 0);
    EXPECT_TRUE(adjacency_perturbation(Graph(), Graph()).shifts.empty());
}

TEST(AdjacencyPerturbation, RefusesGraphsOfDifferentSize) {
    EXPECT_THROW((void)adjacency_perturbation(Graph::from_edges(2, {}), Graph::from_edges(3, {})), InvalidInput);
}

TEST(AdjacencyPerturbation, BreaksTheFirstOrderBoundOftenAndWeylNever) {
    std::size_t broken = 0;
    std::size_t all = 0;
    for (std::uint64_t i = 0; i < 60; ++i) {
        const Graph graph = random_graph(Seed(i), {.least_nodes = 5, .most_nodes = 80, .weight_magnitudes = 1});
        const Graph sparsified = drop_weak_edges(graph, {0.5});
        const auto report = adjacency_perturbation(graph, sparsified);
        const Eigen::MatrixXd change = dense_adjacency(sparsified) - dense_adjacency(graph);

        EXPECT_TRUE(report.within_weyl) << "seed " << i;
        EXPECT_NEAR(report.change_norm, change.jacobiSvd().singularValues()[0], 1e-11) << "seed " << i;
        double first_orders = 0;
        for (const EigenvalueShift& shift : report.shifts) {
            first_orders += shift.first_order;
        }
        EXPECT_NEAR(first_orders, change.trace(), 1e-9) << "seed " << i;
        // By Rayleigh the largest eigenvalue never falls below its first order.
        EXPECT_GE(report.shifts[0].sparsified, report.shifts[0].original + report.shifts[0].first_order - 1e-9);
        broken += report.beyond_first_order;
        all += report.change_norm > 0 ? report.shifts.size() : 0;
    }
    EXPECT_GT(broken, all / 4);
    EXPECT_LT(broken, all);
}

}  // namespace
}  // namespace ndpool
