#include "ndpool/linalg/laplacian/multigrid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ndpool/base/seed.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/linalg/laplacian/block_eigenvalues.hpp"
#include "ndpool/linalg/laplacian/multigrid_kernels.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

/// A grid and its exact Kron reductions onto every other node, a few times.
struct NestedGrids {
    std::vector<Graph> graphs;
    std::vector<std::vector<NodeId>> kept;

    NestedGrids(NodeId width, NodeId height, int levels) {
        graphs.push_back(grid_graph(width, height).graph);
        for (int level = 0; level < levels; ++level) {
            std::vector<NodeId> nodes;
            for (NodeId node = 0; node < graphs.back().node_count(); node += 2) {
                nodes.push_back(node);
            }
            graphs.push_back(kron_reduce(graphs.back(), cut_keeping(graphs.back(), nodes)));
            kept.push_back(std::move(nodes));
        }
    }
    [[nodiscard]] NestedGraphs view() const {
        NestedGraphs nested;
        for (const Graph& graph : graphs) {
            nested.graphs.push_back(&graph);
        }
        for (const auto& nodes : kept) {
            nested.kept.emplace_back(nodes);
        }
        return nested;
    }
};

VectorBlock random_block(NodeId rows, Seed seed) {
    Random random(seed);
    VectorBlock block(static_cast<std::size_t>(rows));
    for (BlockRow& row : block) {
        for (float& value : row.values) {
            value = static_cast<float>(random.uniform(-1, 1));
        }
    }
    return block;
}

Eigen::MatrixXd dense_block(const VectorBlock& block) {
    Eigen::MatrixXd matrix(static_cast<Eigen::Index>(block.size()), block_width);
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        for (Eigen::Index k = 0; k < block_width; ++k) {
            matrix(i, k) = static_cast<double>(block[static_cast<std::size_t>(i)].values[static_cast<std::size_t>(k)]);
        }
    }
    return matrix;
}

TEST(Multigrid, ExtendingCopiesKeptNodesAndKeepsConstants) {
    const NestedGrids grids(9, 8, 2);
    const Multigrid grid(grids.view(), {1});
    CycleSpace space(grid.level_count());
    VectorBlock coarse = random_block(grid.graph(1).node_count(), Seed(1));
    for (BlockRow& row : coarse) {
        row.values[0] = 3;
    }
    VectorBlock fine;
    grid.extend(0, coarse, fine, space);
    ASSERT_EQ(fine.size(), static_cast<std::size_t>(grid.graph(0).node_count()));
    for (std::size_t i = 0; i < grids.kept[0].size(); ++i) {
        EXPECT_EQ(fine[static_cast<std::size_t>(grids.kept[0][i])].values, coarse[i].values);
    }
    for (const BlockRow& row : fine) {
        EXPECT_NEAR(row.values[0], 3, 1e-5);
    }
}

TEST(Multigrid, ACycleIsASymmetricOperator) {
    const NestedGrids grids(9, 8, 2);
    const Multigrid grid(grids.view(), {1});
    CycleSpace space(grid.level_count());
    VectorBlock x = random_block(grid.graph(0).node_count(), Seed(2));
    grid.null_space(0).remove_from(x, {}, {1});
    const Eigen::MatrixXd before = dense_block(x);
    grid.precondition(0, x, space);
    const Eigen::MatrixXd products = before.transpose() * dense_block(x);
    EXPECT_LT((products - products.transpose()).norm(), 1e-4 * products.norm());
}

TEST(Multigrid, ACycleNearlySolves) {
    const NestedGrids grids(12, 11, 2);
    const Multigrid grid(grids.view(), {1});
    CycleSpace space(grid.level_count());
    VectorBlock x = random_block(grid.graph(0).node_count(), Seed(3));
    grid.null_space(0).remove_from(x, {}, {1});
    const Eigen::MatrixXd truth = dense_block(x);
    const Eigen::MatrixXd laplacian = dense_loopy_laplacian(grids.graphs[0]);
    const Eigen::MatrixXd currents = laplacian * truth;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t k = 0; k < block_width; ++k) {
            x[i].values[k] = static_cast<float>(currents(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)));
        }
    }
    grid.precondition(0, x, space);
    const Eigen::MatrixXd error = dense_block(x) - truth;
    const double before = (truth.transpose() * laplacian * truth).trace();
    const double after = (error.transpose() * laplacian * error).trace();
    EXPECT_LT(after, 0.3 * before);
}

/// The interpolation by its definition: dropped nodes take the mean over their neighbours that have a value, layer by layer.
Eigen::MatrixXd dense_interpolation(const Eigen::MatrixXd& adjacency, const std::vector<NodeId>& kept) {
    Eigen::MatrixXd interpolation = Eigen::MatrixXd::Zero(adjacency.rows(), static_cast<Eigen::Index>(kept.size()));
    Eigen::VectorXd known = Eigen::VectorXd::Zero(adjacency.rows());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        interpolation(kept[i], static_cast<Eigen::Index>(i)) = 1;
        known[kept[i]] = 1;
    }
    while (known.minCoeff() == 0) {
        const Eigen::VectorXd before = known;
        for (Eigen::Index node = 0; node < adjacency.rows(); ++node) {
            const Eigen::VectorXd nearer = adjacency.row(node).transpose().cwiseProduct(before);
            if (before[node] == 0 && nearer.sum() > 0) {
                interpolation.row(node) = nearer.transpose() * interpolation / nearer.sum();
                known[node] = 1;
            }
        }
    }
    return interpolation;
}

/// The cycle of two levels as a matrix: a Jacobi step at the dropped nodes, a correction from the coarse level, another step.
Eigen::MatrixXd dense_cycle(const Graph& fine, const Graph& coarse, const std::vector<NodeId>& kept) {
    const Eigen::MatrixXd laplacian = dense_loopy_laplacian(fine);
    Eigen::MatrixXd adjacency = -laplacian;
    adjacency.diagonal().setZero();
    const Eigen::MatrixXd up = dense_interpolation(adjacency, kept);
    Eigen::VectorXd step = static_cast<double>(dropped_damping) * laplacian.diagonal().cwiseInverse();
    for (const NodeId node : kept) {
        step[node] = 0;
    }
    Eigen::MatrixXd lifted = dense_loopy_laplacian(coarse);
    lifted.array() += lifted.trace() / static_cast<double>(lifted.rows() * lifted.rows());
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(laplacian.rows(), laplacian.rows());
    Eigen::MatrixXd x = step.asDiagonal() * identity;
    x += up * lifted.inverse() * up.transpose() * (identity - laplacian * x);
    x += step.asDiagonal() * (identity - laplacian * x);
    return x;
}

TEST(Multigrid, ACycleIsThatOfTheTextbook) {
    for (const NodeId every : {2, 3, 7}) {  // of every seventh node, some dropped nodes are two steps away
        SCOPED_TRACE(every);
        const Graph fine =
            random_graph(Seed(5), {.least_nodes = 60, .most_nodes = 60, .weight_magnitudes = 1, .disconnected = false});
        std::vector<NodeId> kept;
        for (NodeId node = 0; node < fine.node_count(); node += every) {
            kept.push_back(node);
        }
        const Graph coarse = kron_reduce(fine, cut_keeping(fine, kept));
        const Multigrid grid({{&fine, &coarse}, {kept}}, {1});
        CycleSpace space(2);
        VectorBlock x = random_block(fine.node_count(), Seed(4));
        const Eigen::MatrixXd expected = dense_cycle(fine, coarse, kept) * dense_block(x);
        grid.precondition(0, x, space);
        EXPECT_LT((dense_block(x) - expected).norm(), 1e-4 * expected.norm());
    }
}

/// 4 sin^2 of half the angles: the eigenvalues of a path, whose sums are those of a grid.
std::vector<double> grid_eigenvalues(NodeId width, NodeId height) {
    const auto of_path = [](NodeId k, NodeId nodes) {
        const double half = std::sin(std::numbers::pi * k / (2.0 * nodes));
        return 4 * half * half;
    };
    std::vector<double> values;
    for (NodeId i = 0; i < width; ++i) {
        for (NodeId j = 0; j < height; ++j) {
            values.push_back(of_path(i, width) + of_path(j, height));
        }
    }
    std::sort(values.begin(), values.end());
    return values;
}

TEST(BlockEigenvalues, AreThoseOfAGrid) {
    const NestedGrids grids(20, 17, 2);
    const Multigrid grid(grids.view(), {1});
    EigenSpace space(grid);
    VectorBlock start = random_block(grid.graph(0).node_count(), Seed(4));
    grid.null_space(0).remove_from(start, {}, {1});
    BlockEigenOptions options;
    options.tolerance = 1e-6;
    options.most_steps = 60;
    options.least_steps = 3;
    const BlockEigenPairs pairs = smallest_eigenpairs(grid, 0, {}, std::move(start), options, space, {1});
    const std::vector<double> truth = grid_eigenvalues(20, 17);
    EXPECT_TRUE(pairs.converged);
    ASSERT_GE(pairs.values.size(), 10U);
    for (std::size_t k = 0; k < 10; ++k) {
        EXPECT_NEAR(pairs.values[k], truth[k + 1], 1e-4 * truth[k + 1]) << k;
        EXPECT_GE(pairs.values[k], truth[k + 1] * (1 - 1e-5)) << "a Rayleigh quotient is never below";
    }
}

TEST(BlockEigenvalues, ThreadsChangeNothing) {
    const NestedGrids grids(20, 17, 2);
    const auto values = [&](std::size_t threads) {
        const Multigrid grid(grids.view(), {static_cast<int>(threads)});
        EigenSpace space(grid);
        VectorBlock start = random_block(grid.graph(0).node_count(), Seed(4));
        return smallest_eigenpairs(grid, 0, {}, std::move(start), {}, space, {static_cast<int>(threads)}).values;
    };
    EXPECT_EQ(values(1), values(3));
}

TEST(RayleighRitz, FindsTheEigenvaluesOfADiagonalPencilAndLeavesOutWhatDepends) {
    PencilGrams grams;  // of one block of vectors
    Eigen::VectorXd stiffness(block_width);
    for (Eigen::Index k = 0; k < block_width; ++k) {
        stiffness[k] = static_cast<double>(2 * (k + 1));
    }
    grams.stiffness = stiffness.asDiagonal();
    grams.mass = 2 * Eigen::MatrixXd::Identity(block_width, block_width);
    const std::vector<double> values = rayleigh_ritz(grams).values;
    ASSERT_EQ(values.size(), static_cast<std::size_t>(block_width));
    for (std::size_t k = 0; k < values.size(); ++k) {
        EXPECT_NEAR(values[k], static_cast<double>(k + 1), 1e-9);
    }
    // The last vector becomes the first one.
    constexpr Eigen::Index last = block_width - 1;
    grams.mass(0, last) = grams.mass(last, 0) = 2;
    grams.stiffness(0, last) = grams.stiffness(last, 0) = grams.stiffness(last, last) = 2;
    EXPECT_EQ(rayleigh_ritz(grams).values.size(), static_cast<std::size_t>(block_width - 1));
}

}  // namespace
}  // namespace ndpool
