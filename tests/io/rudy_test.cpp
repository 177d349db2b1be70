#include "ndpool/io/formats/rudy.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace ndpool {
namespace {

TEST(Rudy, ReadsEdgesWithAndWithoutWeight) {
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, 3}};
    EXPECT_EQ(parse_rudy("4 2\n2 1\n2 3 3\n", "f"), Graph::from_edges(4, edges));
    EXPECT_EQ(parse_rudy(" 4 2\r\n1 2 1\r\n\r\n3 2 3.0", "f"), Graph::from_edges(4, edges));
    EXPECT_EQ(rudy_text(Graph::from_edges(4, edges)), "4 2\n1 2 1\n2 3 3\n");
}

TEST(Rudy, RefusesBrokenFiles) {
    expect_refusals(
        {
            {"empty", "", "f:1", "empty"},
            {"binary garbage", std::string("\1\2\3\0\xff", 5), "f:1"},
            {"no edge count", "4\n", "f:1", "number of edges"},
            {"negative nodes", "-4 0\n", "f:1", "-4 nodes"},
            {"negative edges", "4 -1\n", "f:1", "-1"},
            {"three numbers above", "4 1 1\n1 2 1\n", "f:1", "end of the line"},
            {"too few edges", "4 2\n1 2 1\n", "f:2", "ends after 1 edges"},
            {"too many edges", "4 1\n1 2 1\n2 3 1\n", "f:3", "more than the 1 edges"},
            {"truncated line", "4 1\n1", "f:2", "node id"},
            {"id zero", "4 1\n0 2 1\n", "f:2", "node 0"},
            {"id too large", "4 1\n1 5 1\n", "f:2", "node 5 is outside 1..4"},
            {"a word", "4 1\n1 x 1\n", "f:2", "'x'"},
            {"a fourth number", "4 1\n1 2 1 1\n", "f:2", "end of the line"},
            {"negative weight", "4 2\n1 2 1\n1 3 -1\n", "f:3", "negative"},
            {"NaN", "4 1\n1 2 nan\n", "f:2", "nan"},
            {"infinite", "4 1\n1 2 inf\n", "f:2", "inf"},
            {"both directions", "4 2\n1 2 1\n2 1 1\n", "f:3", "second time"},
            {"twice", "4 3\n1 2 1\n1 3 1\n1 2 1\n", "f:4", "(1, 2) is there a second time"},
            {"nodes out of nothing", "2000000000 1\n1 2 1\n", "f:1", "2000000000 nodes"},
            {"edges out of nothing", "4 9000000000000000000\n1 2 1\n", "f:2", "ends after 1"},
        },
        [](const std::string& text) { (void)parse_rudy(text, "f"); });
}

TEST(SignedRudy, ReadsNegativeWeightsAndRefusesTheRest) {
    const std::vector<Edge> edges{{0, 1, -1}, {1, 2, 3}};
    EXPECT_EQ(parse_signed_rudy("4 2\n2 1 -1\n2 3 3\n", "f"), SignedGraph::from_edges(4, edges));
    expect_refusals(
        {
            {"NaN", "4 1\n1 2 nan\n", "f:2", "nan"},
            {"twice", "4 3\n1 2 -1\n1 3 -1\n1 2 1\n", "f:4", "(1, 2) is there a second time"},
            {"a fourth number", "4 1\n1 2 -1 1\n", "f:2", "end of the line"},
        },
        [](const std::string& text) { (void)parse_signed_rudy(text, "f"); });
}

}  // namespace
}  // namespace ndpool
