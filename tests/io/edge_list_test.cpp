#include "ndpool/io/formats/edge_list.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace ndpool {
namespace {

Graph path(double second_weight) {
    const std::vector<Edge> edges{{0, 1, 1}, {1, 2, second_weight}};
    return Graph::from_edges(3, edges);
}

TEST(EdgeList, ReadsEverySeparator) {
    EXPECT_EQ(parse_edge_list("0 1\n1 2\n", "f"), path(1));
    EXPECT_EQ(parse_edge_list("# a\n% b\n0\t1\n\n 2\t1", "f"), path(1));
    EXPECT_EQ(parse_edge_list("0,1,1\r\n1,2,0.5\r\n", "f"), path(0.5));
    EXPECT_EQ(parse_edge_list("0;1;1\n1; 2 ;0.5\n", "f"), path(0.5));
    EXPECT_EQ(parse_edge_list("\xef\xbb\xbf"
                              "source,target,weight\n0,1,1\n1,2,.5\n",
                              "f"),
              path(0.5));
    EXPECT_EQ(parse_edge_list("\"from\" \"to\"\n0 1\n1 2\n", "f"), path(1));
}

TEST(EdgeList, EdgesMayBeThereOnceOrTwice) {
    EXPECT_EQ(parse_edge_list("0 1\n1 2\n1 0\n2 1\n", "f"), path(1));
}

TEST(EdgeList, TheCommentWithTheNodesKeepsTheIsolatedOnes) {
    EXPECT_EQ(parse_edge_list("# ndpool nodes=5\n0 1\n", "f").node_count(), 5);
    EXPECT_EQ(parse_edge_list("# ndpool nodes=5\n", "f").node_count(), 5);
    EXPECT_EQ(parse_edge_list("# other\n# ndpool nodes=5\r\n0 1\r\n", "f").node_count(), 5);
}

TEST(EdgeList, WithSymmetrizeTheLinesAreArcs) {
    EXPECT_EQ(parse_edge_list("0 1 4\n1 0 2\n1 2 2\n", "f", Symmetrize::mean).weight(0, 1), 3);
    EXPECT_EQ(parse_edge_list("0 1 4\n1 0 2\n1 2 2\n", "f", Symmetrize::mean).weight(2, 1), 1);
}

TEST(EdgeList, RefusesBrokenFiles) {
    expect_refusals(
        {
            {"empty", "", "f:1", "no edges"},
            {"only comments", "# a\n# b\n", "f:2", "no edges"},
            {"only a header", "source,target\n", "f:1", "no edges"},
            {"binary garbage", std::string("\x89PNG\r\n\x1a\n\0", 9), "f:1"},
            {"one name", "alice bob\ncarol\n", "f:2", "two nodes"},
            {"a word as weight", "alice bob x\n", "f:1", "'x'"},
            {"names and columns that change", "alice bob\nbob carol 2\n", "f:2", "expected 2"},
            {"names and an edge twice", "alice bob\nbob carol\nalice bob\n", "f:3", "second time"},
            {"names and more than a weight", "alice bob 1 2\n", "f:1", "end of the line"},
            {"names and a number of nodes", "# ndpool nodes=3\nalice bob\n", "f:2", "'alice'"},
            {"attributes without end", "0 1 {'weight': 1\n", "f:1", "attributes"},
            {"attributes with a word as weight", "0 1 {}\n1 2 {'weight': 'x'}\n", "f:2", "'x'"},
            {"attributes with a negative weight", "0 1 {'weight': -1.0}\n", "f:1", "at least 0"},
            {"attributes and more", "0 1 {} 7\n", "f:1", "end of the line"},
            {"one column", "0 1\n2\n", "f:2", "line ends too early"},
            {"four columns", "0 1 2 3\n", "f:1", "end of the line"},
            {"columns that change", "0 1\n1 2 3\n", "f:2", "expected 2"},
            {"columns that change back", "0 1 1\n1 2\n", "f:2", "expected 3"},
            {"a trailing comma", "0,1,\n", "f:1", "weight"},
            {"two commas", "0,,1\n", "f:1"},
            {"negative id", "0 -1\n", "f:1", "node -1"},
            {"fraction as id", "0 1.5\n", "f:1", "'1.5'"},
            {"id above 2^31", "0 3000000000\n", "f:1", "3000000000"},
            {"id without all the nodes before", "0 2000000000\n", "f", "2000000001 nodes for 1 entries"},
            {"NaN", "0 1 1\n1 2 nan\n", "f:2", "nan"},
            {"infinite", "0 1 inf\n", "f:1", "inf"},
            {"negative weight", "0 1 -1\n", "f:1", "negative"},
            {"twice", "0 1\n1 2\n0 1\n", "f:3", "second time"},
            {"directed", "0 1\n1 0\n\n1 2\n", "f:4", "(2, 1) is not"},
            {"unequal", "0 1 1\n1 0 2\n", "f:1", "(1, 0) is 2"},
            {"more nodes than said", "# ndpool nodes=2\n0 2\n", "f:2", "outside 0..1"},
            {"said nonsense", "# ndpool nodes=many\n0 1\n", "f:1", "nodes=N"},
            {"said negative", "# ndpool nodes=-1\n0 1\n", "f:1", "-1 nodes"},
            {"said far too many", "# ndpool nodes=2000000000\n0 1\n", "f:1", "2000000000 nodes"},
        },
        [](const std::string& text) { (void)parse_edge_list(text, "f"); });
}

TEST(EdgeList, ReadsTheAttributesOfNetworkX) {
    EXPECT_EQ(parse_edge_list("#made by a script\n0 1 {}\n1 2 {'weight': 0.5, 'x': 'a } \\' b', 'y': (1, [2])}\n", "f"),
              path(0.5));
    EXPECT_EQ(parse_edge_list("0 1 {\"x\": {\"weight\": 7}}\n1 2 {'weight': np.float64(0.5)}\n", "f"), path(0.5));
}

TEST(EdgeList, NodesMayHaveNames) {
    using Names = std::vector<std::string>;
    for (const std::string text : {"a b\nb c 0.5\n", "'a' \"b\" 1\nb c 0.5\n", "a,b,1\nb,c,0.5\n", "a\tb\t1\r\nb\tc\t.5\r\n",
                                   "source,target,weight\na,b,1\nb,c,0.5\n", "# c\na b {}\nb c {'weight': 0.5}\n"}) {
        if (text == "a b\nb c 0.5\n") {
            EXPECT_THROW((void)parse_named_edge_list(text, "f"), InvalidInput) << "columns change";
            continue;
        }
        const NamedGraph graph = parse_named_edge_list(text, "f");
        EXPECT_EQ(graph.graph, path(0.5)) << text;
        EXPECT_EQ(graph.names.back(), "c") << text;
    }
    EXPECT_EQ(parse_named_edge_list("New York,Boston\nBoston,\"Washington, D.C.\"\n", "f").names,
              (Names{"New York", "Boston", "Washington, D.C."}));
    const NamedGraph mixed = parse_named_edge_list("5 7\n7 x\n", "f");
    EXPECT_EQ(mixed.names, (Names{"5", "7", "x"})) << "one name is enough";
    EXPECT_EQ(mixed.graph, path(1));
    EXPECT_TRUE(parse_named_edge_list("0 1\n1 2\n", "f").names.empty());
    EXPECT_EQ(parse_named_edge_list("a b\nb a\nb c\nc b\n", "f").graph, path(1)) << "both directions";
}

TEST(EdgeList, WritesEachEdgeOnce) {
    EXPECT_EQ(edge_list_text(path(1)), "# ndpool nodes=3\n0 1\n1 2\n");
    EXPECT_EQ(edge_list_text(path(0.5), ','), "# ndpool nodes=3\n0,1,1\n1,2,0.5\n");
}

}  // namespace
}  // namespace ndpool
