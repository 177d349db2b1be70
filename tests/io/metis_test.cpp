#include "ndpool/io/formats/metis.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace ndpool {
namespace {

/// 0 - 1 - 2 with weights 1 and 5, and node 3 alone.
Graph path(double second_weight) {
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, second_weight}};
    return Graph::from_edges(4, edges);
}

TEST(Metis, ReadsEveryKindOfWeights) {
    EXPECT_EQ(parse_metis("% comment\n4 2\n2\n% comment\n1 3\n2\n\n", "f"), path(1));
    EXPECT_EQ(parse_metis("4 2 0\r\n2\r\n1 3\r\n2\r\n\r\n", "f"), path(1));
    EXPECT_EQ(parse_metis("4 2 1\n2 1\n1 1 3 5\n2 5\n\n", "f"), path(5));
    EXPECT_EQ(parse_metis("4 2 001\n2 1\n1 1 3 5\n2 5\n", "f"), path(5)) << "the last line may lack its line feed";
    EXPECT_EQ(parse_metis("4 2 10\n9 2\n9 1 3\n9 2\n9\n", "f"), path(1));
    EXPECT_EQ(parse_metis("4 2 011 2\n9 8 2 1\n9 8 1 1 3 5\n9 8 2 5\n9 8\n", "f"), path(5));
    EXPECT_EQ(parse_metis("4 2 100\n9 2\n9 1 3\n9 2\n9\n", "f"), path(1));
    EXPECT_EQ(parse_metis("4 2 111 1\n9 7 2 1\n9 7 1 1 3 5\n9 7 2 5\n9 7\n", "f"), path(5));
}

TEST(Metis, DirectedFilesAreReadIfAskedFor) {
    EXPECT_EQ(parse_metis("2 1\n2\n\n", "f", Symmetrize::max).edge_count(), 1);
}

TEST(Metis, RefusesBrokenFiles) {
    expect_refusals(
        {
            {"empty", "", "f:1", "empty"},
            {"only comments", "% a\n% b\n", "f:2", "empty"},
            {"binary garbage", std::string("\0\x9f\xff", 3), "f:1"},
            {"no edge count", "4\n", "f:1", "number of edges"},
            {"negative edges", "4 -2\n", "f:1", "-2"},
            {"negative nodes", "-4 2\n", "f:1", "-4 nodes"},
            {"fmt of other digits", "4 2 7\n2\n1 3\n2\n\n", "f:1", "fmt"},
            {"weights a node without fmt", "4 2 1 2\n2\n1 3\n2\n\n", "f:1", "weights per node"},
            {"too many words", "4 2 10 1 5\n", "f:1", "end of the line"},
            {"too few nodes", "4 2\n2\n1 3\n2", "f:4", "ends after 3 nodes"},
            {"too many nodes", "2 1\n2\n1\n1\n", "f:4", "more lines"},
            {"id too large", "2 1\n2\n3\n", "f:3", "node 3 is outside 1..2"},
            {"id zero", "2 1\n2\n0\n", "f:3", "node 0"},
            {"a word", "2 1\n2\nx\n", "f:3", "'x'"},
            {"no weight", "2 1 1\n2 3\n1\n", "f:3", "weight"},
            {"negative weight", "2 1 1\n2 -3\n1 -3\n", "f:2", "negative"},
            {"NaN", "2 1 1\n2 nan\n1 nan\n", "f:2", "nan"},
            {"infinite", "2 1 1\n2 inf\n1 inf\n", "f:2", "inf"},
            {"no node weight", "2 0 10\n1\n\n", "f:3", "weight of the node"},
            {"one direction", "3 1\n2\n\n\n", "f:2", "(2, 1) is not"},
            {"unequal weights", "2 1 1\n2 3\n1 4\n", "f:2", "(2, 1) is 4"},
            {"twice", "2 1\n2 2\n1\n", "f:2", "second time"},
            {"more edges than said", "3 1\n2 3\n1\n1\n", "f:1", "1 edges by this line"},
            {"fewer edges than said", "3 2\n2\n1\n\n", "f:1", "2 edges by this line"},
            {"nodes out of nothing", "2000000000 1\n\n", "f:1", "2000000000 nodes"},
            {"nodes and edges out of nothing", "2000000000 2000000000\n\n", "f:1", "2000000000 nodes"},
            {"edges out of nothing", "1 9223372036854775807\n\n", "f:1", "edges by this line"},
        },
        [](const std::string& text) { (void)parse_metis(text, "f"); });
}

TEST(Metis, WritesWholeWeightsOnly) {
    EXPECT_EQ(metis_text(path(1)), "4 2\n2\n1 3\n2\n\n");
    EXPECT_EQ(metis_text(path(5)), "4 2 001\n2 1\n1 1 3 5\n2 5\n\n");
    EXPECT_NE(refusal([] { (void)metis_text(path(0.5)); }).find("whole"), std::string::npos);
}

}  // namespace
}  // namespace ndpool
