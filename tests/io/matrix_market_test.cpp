#include "ndpool/io/formats/matrix_market.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "ndpool/graph/assemble.hpp"

namespace ndpool {
namespace {

const std::string general = "%%MatrixMarket matrix coordinate real general\n";
const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
const std::string array = "%%MatrixMarket matrix array real general\n";

Graph path_with_weights() {
    const std::vector<Edge> edges{{0, 1, 2.5}, {1, 2, 1}};
    return Graph::from_edges(4, edges);
}

TEST(MatrixMarket, ReadsEveryKind) {
    const Graph expected = path_with_weights();
    EXPECT_EQ(parse_matrix_market(symmetric + "% a comment\n\n4 4 2\n2 1 2.5\n3 2 1e0\n", "f"), expected);
    EXPECT_EQ(parse_matrix_market(symmetric + "4 4 2\r\n1 2 2.5\r\n3 2 1", "f"), expected);
    EXPECT_EQ(parse_matrix_market(general + "4 4 4\n1 2 2.5\n3 2 1\n2 1 2.5\n2 3 1\n", "f"), expected);
    EXPECT_EQ(parse_matrix_market(array + "4 4\n0\n2.5\n0\n0\n2.5\n0\n1\n0\n0\n1\n0\n0\n0\n0\n0\n0\n", "f"), expected);
    EXPECT_EQ(parse_matrix_market("%%MatrixMarket matrix array real symmetric\n3 3\n0\n2.5\n0\n0\n1\n0\n", "f").edge_count(), 2);
    EXPECT_EQ(parse_matrix_market("%%MATRIXMARKET Matrix Coordinate Pattern Symmetric\n3 3 1\n3 1\n", "f").weight(0, 2), 1);
    EXPECT_EQ(parse_matrix_market("%%MatrixMarket matrix coordinate integer symmetric\n3 3 1\n3 1 7\n", "f").weight(0, 2), 7);
}

TEST(MatrixMarket, DropsStoredZerosAndKeepsSelfLoops) {
    const Graph graph = parse_matrix_market(symmetric + "3 3 2\n2 1 0\n3 3 4\n", "f");
    EXPECT_EQ(graph.edge_count(), 1);
    EXPECT_EQ(graph.self_loop_count(), 1);
}

TEST(MatrixMarket, AMatrixWithoutRowsIsTheGraphWithoutNodes) {
    EXPECT_EQ(parse_matrix_market(general + "0 0 0\n", "f"), Graph());
}

TEST(MatrixMarket, DirectedFilesAreReadIfAskedFor) {
    const Graph graph = parse_matrix_market(general + "2 2 1\n1 2 3\n", "f", Symmetrize::mean);
    EXPECT_EQ(graph.weight(0, 1), 1.5);
    EXPECT_EQ(parse_matrix_market(symmetric + "2 2 1\n2 1 3\n", "f", Symmetrize::sum).weight(0, 1), 3);
}

TEST(MatrixMarket, RefusesBrokenFiles) {
    expect_refusals(
        {
            {"empty", "", "f:1", "%%MatrixMarket"},
            {"binary garbage",
             std::string("\x7f"
                         "ELF\0\1\n\xff",
                         8),
             "f:1", "%%MatrixMarket"},
            {"short banner", "%%MatrixMarket matrix coordinate\n1 1 0\n", "f:1", "incomplete"},
            {"complex", "%%MatrixMarket matrix coordinate complex general\n1 1 0\n", "f:1", "complex"},
            {"hermitian", "%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n", "f:1", "hermitian"},
            {"skew-symmetric", "%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 0\n", "f:1", "skew-symmetric"},
            {"array of patterns", "%%MatrixMarket matrix array pattern general\n1 1\n", "f:1", "pattern"},
            {"no sizes", general + "% nothing\n", "f:2", "sizes"},
            {"short sizes", general + "3 3\n1 1 1\n", "f:2", "number of entries"},
            {"negative size", general + "-3 3 0\n", "f:2", "-3"},
            {"negative count", general + "3 3 -1\n", "f:2", "-1"},
            {"not square", general + "3 4 0\n", "f:2", "3 x 4"},
            {"too few", symmetric + "3 3 2\n2 1 1\n", "f:3", "ends after 1 entries"},
            {"too many", symmetric + "3 3 1\n2 1 1\n3 1 1\n", "f:4", "more"},
            {"truncated in a line", symmetric + "3 3 2\n2 1 1\n3", "f:4", "ends"},
            {"id too large", symmetric + "3 3 1\n4 1 1\n", "f:3", "node 4 is outside 1..3"},
            {"id zero", symmetric + "3 3 1\n1 0 1\n", "f:3", "node 0 is outside 1..3"},
            {"a word", symmetric + "3 3 1\n2 1 one\n", "f:3", "'one'"},
            {"no value", symmetric + "3 3 1\n2 1\n", "f:3", "weight"},
            {"a value too many", symmetric + "3 3 1\n2 1 1 1\n", "f:3", "end of the line"},
            {"NaN", symmetric + "3 3 1\n2 1 nan\n", "f:3", "nan"},
            {"infinite", symmetric + "3 3 1\n2 1 inf\n", "f:3", "inf"},
            {"too large for a number", symmetric + "3 3 1\n2 1 1e999\n", "f:3", "inf"},
            {"negative", symmetric + "3 3 2\n2 1 1\n3 1 -0.5\n", "f:4", "-0.5 is negative"},
            {"negative integer", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 1\n2 1 -2\n", "f:3", "negative"},
            {"twice", symmetric + "3 3 3\n2 1 1\n3 1 1\n2 1 1\n", "f:5", "(2, 1) is there a second time"},
            {"both triangles", symmetric + "3 3 2\n2 1 1\n1 2 1\n", "f:4", "second time"},
            {"one direction", general + "3 3 3\n2 1 1\n1 2 1\n3 1 1\n", "f:5", "(1, 3) is not"},
            {"unequal", general + "3 3 2\n2 1 1\n1 2 4\n", "f:4", "(2, 1) is 1"},
            {"unequal in an array", array + "2 2\n0\n\n1\n2\n0\n", "f:6", "directed"},
            {"array too short", array + "2 2\n0\n1\n1\n", "f:5", "before value (2, 2)"},
            {"array too long", array + "2 2\n0\n1\n1\n0\n0\n", "f:7", "more"},
            {"nodes out of nothing", general + "2000000000 2000000000 1\n1 1 1\n", "f:2", "2000000000 nodes"},
            {"more than 2^31", general + "3000000000 3000000000 1\n1 1 1\n", "f:2", "3000000000"},
            {"entries out of nothing", general + "3 3 9000000000000000000\n1 1 1\n", "f:3", "ends after 1"},
            {"an array out of nothing", array + "2000000000 2000000000\n1\n", "f:3", "ends"},
        },
        [](const std::string& text) { (void)parse_matrix_market(text, "f"); });
}

TEST(MatrixMarket, WritesTheLowerTriangleRowByRow) {
    EXPECT_EQ(matrix_market_text(path_with_weights()), symmetric + "4 4 2\n2 1 2.5\n3 2 1\n");
}

TEST(MatrixMarket, MatricesNeedBeNeitherSquareNorPositive) {
    const SparseMatrix matrix{2, 3, {0, 1, 2}, {2, 0}, {1, -0.5}};
    EXPECT_EQ(matrix_market_text(matrix), general + "2 3 2\n1 3 1\n2 1 -0.5\n");
    EXPECT_EQ(parse_matrix_market_matrix(matrix_market_text(matrix), "f"), matrix);
    EXPECT_EQ(parse_matrix_market_matrix(symmetric + "2 2 1\n2 1 3\n", "f").indices, (std::vector<NodeId>{1, 0}));
}

TEST(MatrixMarket, RefusesBrokenMatrices) {
    expect_refusals(
        {
            {"twice", general + "2 3 2\n1 3 1\n1 3 1\n", "f", "(1, 3)"},
            {"NaN", general + "2 3 1\n1 3 nan\n", "f:3", "nan"},
            {"outside", general + "2 3 1\n3 3 1\n", "f:3", "outside 1..2"},
            {"symmetric but not square", symmetric + "2 3 1\n1 1 1\n", "f:2", "2 x 3"},
            {"rows out of nothing", array + "2147483647 0\n", "f:2", "2147483647"},
        },
        [](const std::string& text) { (void)parse_matrix_market_matrix(text, "f"); });
}

TEST(Positions, AreTheFirstTwoColumns) {
    const std::vector<Point> expected{{1, 3}, {-2, 0}};
    EXPECT_EQ(parse_positions(array + "2 2\n1\n-2\n3\n0\n", "f"), expected);
    EXPECT_EQ(parse_positions(array + "2 3\n1\n-2\n3\n0\n9\n9\n", "f"), expected);
}

TEST(Positions, RefusesBrokenFiles) {
    expect_refusals(
        {
            {"empty", "", "f:1"},
            {"one column", array + "2 1\n1\n2\n", "f:2", "2 or 3"},
            {"four columns", array + "1 4\n1\n2\n1\n2\n", "f:2", "2 or 3"},
            {"coordinate", general + "2 2 0\n", "f:2", "array"},
            {"too short", array + "2 2\n1\n2\n3\n", "f:5", "ends"},
            {"too long", array + "1 2\n1\n2\n3\n", "f:5", "more"},
            {"NaN", array + "1 2\n1\nnan\n", "f:4", "nan"},
            {"a word", array + "1 2\n1\nx\n", "f:4", "'x'"},
            {"two in a line", array + "1 2\n1 2\n", "f:3", "end of the line"},
            {"out of nothing", array + "2000000000 2\n1\n", "f:3", "ends"},
        },
        [](const std::string& text) { (void)parse_positions(text, "f"); });
}

}  // namespace
}  // namespace ndpool
