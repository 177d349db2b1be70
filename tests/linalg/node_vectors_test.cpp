#include "ndpool/linalg/laplacian/node_vectors.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

using Eigen::MatrixXd;

MatrixXd dense(const ModeVectors& vectors) {
    MatrixXd matrix(static_cast<Eigen::Index>(vectors.values.size()), static_cast<Eigen::Index>(ModeVectors::count));
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        for (Eigen::Index k = 0; k < matrix.cols(); ++k) {
            matrix(i, k) = vectors.values[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
        }
    }
    return matrix;
}

Graph connected_graph(std::uint64_t seed) {
    return random_graph(Seed(seed), {.least_nodes = 3, .most_nodes = 60, .weight_magnitudes = 1, .disconnected = false});
}

TEST(NodeVectors, OwnEnergiesAreThoseOfTheLoopyLaplacian) {
    for (std::uint64_t s = 0; s < 30; ++s) {
        const Graph graph = random_graph(Seed(s));
        const auto vectors = random_vectors<ModeVectors>(graph.node_count(), Seed(s));
        const MatrixXd x = dense(vectors);
        const MatrixXd energies = x.transpose() * dense_loopy_laplacian(graph) * x;
        const auto got = own_energies(graph, vectors, {2});
        for (std::size_t k = 0; k < ModeVectors::count; ++k) {
            const double wanted = energies(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k));
            EXPECT_NEAR(got[k], wanted, 1e-9 * (1 + wanted)) << "seed " << s;
        }
    }
}

TEST(NodeVectors, ExtendedFarEnoughAreHarmonic) {
    constexpr int enough = 4000;
    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph graph = connected_graph(s);
        std::vector<NodeId> kept;
        std::vector<NodeId> dropped;
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            (node % 3 == 0 ? kept : dropped).push_back(node);
        }
        const auto coarse = random_vectors<ModeVectors>(static_cast<NodeId>(kept.size()), Seed(s));
        const MatrixXd x = dense(extended(graph, kept, coarse, enough, {}));
        const MatrixXd residual = dense_loopy_laplacian(graph) * x;
        const double scale = dense_loopy_laplacian(graph).diagonal().maxCoeff();
        for (std::size_t i = 0; i < kept.size(); ++i) {
            EXPECT_EQ(x(kept[i], 0), coarse.values[i][0]);
        }
        for (const NodeId node : dropped) {
            EXPECT_LT(residual.row(node).cwiseAbs().maxCoeff(), 1e-4 * scale) << "seed " << s << ", node " << node;
        }
    }
}

TEST(NodeVectors, SmoothingLowersTheEnergyAndLeavesFixedNodesAlone) {
    for (std::uint64_t s = 0; s < 20; ++s) {
        const Graph graph = connected_graph(s);
        auto vectors = random_vectors<ModeVectors>(graph.node_count(), Seed(s));
        const auto before = vectors;
        std::vector<std::uint8_t> fixed(static_cast<std::size_t>(graph.node_count()), 0);
        fixed[1] = 1;
        smooth(graph, vectors, 5, fixed, {});
        EXPECT_EQ(vectors.values[1], before.values[1]);
        EXPECT_LT(own_energies(graph, vectors, {})[0], own_energies(graph, before, {})[0]) << "seed " << s;
    }
}

TEST(NodeVectors, FourOfThemHaveTheSameBitsAsAmongTen) {
    const auto first_four = [](const ModeVectors& ten) {
        SmoothVectors four;
        for (const auto& at : ten.values) {
            four.values.push_back({at[0], at[1], at[2], at[3]});
        }
        return four;
    };
    for (std::uint64_t s = 0; s < 30; ++s) {
        const Graph graph = random_graph(Seed(s));
        auto ten = random_vectors<ModeVectors>(graph.node_count(), Seed(s));
        std::vector<std::uint8_t> fixed(ten.values.size(), 0);
        fixed[fixed.size() / 2] = 1;
        auto four = first_four(ten);
        smooth(graph, ten, 5, fixed, {});
        smooth(graph, four, 5, fixed, {});
        EXPECT_EQ(four.values, first_four(ten).values) << "seed " << s;
        std::vector<NodeId> kept;
        for (NodeId node = 0; node < graph.node_count(); node += 2) {
            kept.push_back(node);
        }
        const ModeVectors coarse = values_at(ten, kept);
        EXPECT_EQ(extended(graph, kept, first_four(coarse), 6, {}).values,
                  first_four(extended(graph, kept, coarse, 6, {})).values)
            << "seed " << s;
    }
}

TEST(NodeVectors, StayAsTheyAreWhereThereIsNothingAround) {
    const Graph lonely = Graph::from_edges(3, {});
    auto vectors = random_vectors<SmoothVectors>(3, Seed(1));
    const auto before = vectors.values;
    smooth(lonely, vectors, 3, {}, {});
    EXPECT_EQ(vectors.values, before);
}

TEST(NodeVectors, CentredOnesHaveNoMeanAndUnitLengthUnlessTheyAreConstant) {
    SmoothVectors vectors{{{1, 2, 0, 5}, {3, 2, 0, 6}, {5, 2, 0, 10}}};
    centre_and_normalise(vectors, {});
    for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
        double sum = 0;
        double square = 0;
        for (const auto& at : vectors.values) {
            sum += at[k];
            square += static_cast<double>(at[k]) * at[k];
        }
        EXPECT_NEAR(sum, 0, 1e-6);
        EXPECT_NEAR(square, k == 1 || k == 2 ? 0 : 1, 1e-6);
    }
}

TEST(NodeVectors, HaveTheSameBitsForEveryNumberOfThreads) {
    const Graph graph = random_graph(Seed(3), {.least_nodes = 20000, .most_nodes = 20000, .weighted = false});
    const auto run = [&](int threads) {
        auto vectors = random_vectors<ModeVectors>(graph.node_count(), Seed(1));
        smooth(graph, vectors, 3, {}, {threads});
        centre_and_normalise(vectors, {threads});
        return std::pair(vectors.values, own_energies(graph, vectors, {threads}));
    };
    EXPECT_EQ(run(1), run(3));
}

}  // namespace
}  // namespace ndpool
