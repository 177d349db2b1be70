#include "ndpool/graph/laplacian.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ndpool {
namespace {

/// Edge 0 - 1 of weight 4, edge 1 - 2 of weight 12, a self-loop of 5 at node 1, node 3 alone with a self-loop of 2.
Graph looped_path() {
    const std::vector<Edge> edges{{0, 1, 4}, {1, 2, 12}, {1, 1, 5}, {3, 3, 2}};
    return Graph::from_edges(4, edges);
}

TEST(LaplacianMatrix, CombinatorialIgnoresLoopsAndHasZeroRowSums) {
    const SparseMatrix laplacian = laplacian_matrix(looped_path(), Laplacian::combinatorial);
    EXPECT_EQ(laplacian, (SparseMatrix{4, 4, {0, 2, 5, 7, 7}, {0, 1, 0, 1, 2, 1, 2}, {4, -4, -4, 16, -12, -12, 12}}));
}

TEST(LaplacianMatrix, SymmetricHasUnitDiagonalAndAZeroRowForAnIsolatedNode) {
    const SparseMatrix laplacian = laplacian_matrix(looped_path(), Laplacian::symmetric);

    EXPECT_EQ(laplacian.offsets, (std::vector<EntryIndex>{0, 2, 5, 7, 7}));
    const std::vector<double> expected{1, -0.5, -0.5, 1, -std::sqrt(0.75), -std::sqrt(0.75), 1};
    for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_DOUBLE_EQ(laplacian.values[k], expected[k]);
    }
    EXPECT_EQ(laplacian.values[4], laplacian.values[5]);
}

TEST(LoopyLaplacian, HasTheLoopsAsRowSums) {
    const SparseMatrix loopy = loopy_laplacian(looped_path());
    EXPECT_EQ(loopy, (SparseMatrix{4, 4, {0, 2, 5, 7, 8}, {0, 1, 0, 1, 2, 1, 2, 3}, {4, -4, -4, 21, -12, -12, 12, 2}}));
}

TEST(LaplacianMatrix, OfTheEmptyGraphIsEmpty) {
    EXPECT_EQ(laplacian_matrix(Graph(), Laplacian::symmetric), SparseMatrix());
    EXPECT_EQ(loopy_laplacian(Graph()), SparseMatrix());
}

}  // namespace
}  // namespace ndpool
