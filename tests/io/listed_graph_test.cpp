// GraphML and GML, which list nodes and edges with ids of their own.
#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "ndpool/io/formats/gml.hpp"
#include "ndpool/io/formats/graphml.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

using Names = std::vector<std::string>;

Graph path(double second_weight) {
    return Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, second_weight}});
}

std::string graphml(const std::string& inside) {
    return "<?xml version='1.0' encoding='utf-8'?>\n<graphml>\n" + inside + "</graphml>\n";
}

const std::string three_nodes = "<node id=\"0\"/><node id=\"1\"/><node id=\"2\"/>\n";

TEST(GraphMl, ReadsWhatNetworkXWrites) {
    const NamedGraph graph = parse_graphml(
        graphml("<key id=\"d1\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
                "<key id=\"d0\" for=\"edge\" attr.name=\"colour\" attr.type=\"string\"/>\n<graph edgedefault=\"undirected\">\n" +
                three_nodes +
                "<edge source=\"0\" target=\"1\"><data key=\"d0\">red</data></edge>\n"
                "<edge source=\"2\" target=\"1\"><data key=\"d1\"> 0.5 </data></edge>\n</graph>\n"),
        "f");
    EXPECT_EQ(graph.graph, path(0.5));
    EXPECT_TRUE(graph.names.empty());
}

TEST(GraphMl, NamesAreLabelsThenNamesThenIds) {
    const std::string keys =
        "<key id=\"l\" for=\"node\" attr.name=\"label\"/><key id=\"n\" for=\"node\" attr.name=\"name\"/><graph "
        "edgedefault=\"undirected\">";
    const NamedGraph graph = parse_graphml(
        graphml(keys + "<edge source=\"c\" target=\"a\"/><node id=\"a\"/><node id=\"b\"><data key=\"n\">Bo &amp; "
                       "Co</data></node><node id=\"c\"><data key=\"n\">no</data><data key=\"l\">C</data></node></graph>"),
        "f");
    EXPECT_EQ(graph.names, (Names{"a", "Bo & Co", "C"}));
    EXPECT_EQ(graph.graph.weight(0, 2), 1);
    EXPECT_TRUE(parse_graphml(graphml("<graph><node id=\"n0\"/><node id=\"n1\"/></graph>"), "f").names.empty());
    EXPECT_EQ(parse_graphml(graphml("<graph><node id=\"5\"/><node id=\"1\"/></graph>"), "f").names, (Names{"5", "1"}));
}

TEST(GraphMl, IdsThatAreNumbersAreTheNumbers) {
    const NamedGraph graph =
        parse_graphml(graphml("<graph edgedefault=\"undirected\"><node id=\"2\"/><node id=\"0\"/><node id=\"1\"/>"
                              "<edge source=\"2\" target=\"1\"/><edge source=\"1\" target=\"0\"/></graph>"),
                      "f");
    EXPECT_EQ(graph.graph, path(1));
    EXPECT_TRUE(graph.names.empty());
}

TEST(GraphMl, DirectionsAreThoseOfTheGraphOrTheEdge) {
    const std::string arcs =
        graphml("<graph edgedefault=\"directed\">" + three_nodes +
                "<edge source=\"0\" target=\"1\"/>\n<edge source=\"1\" target=\"2\" directed=\"false\"/>\n</graph>");
    expect_refusal({"an arc", arcs, "f:4", "directed"}, [](const std::string& text) { (void)parse_graphml(text, "f"); });
    EXPECT_EQ(parse_graphml(arcs, "f", Symmetrize::max).graph, path(1));
}

TEST(GraphMl, RefusesBrokenFiles) {
    const std::string graph = "<graph edgedefault=\"undirected\">\n" + three_nodes;
    expect_refusals(
        {
            {"empty", "", "f:1", "XML"},
            {"binary garbage", std::string("\x89PNG\r\n\x1a\n\0", 9), "f:3"},
            {"cut off", "<graphml>\n<graph>\n<node id=\"0\">", "f:3", "XML"},
            {"another document", "<html></html>", "f:1", "graphml"},
            {"no graph", graphml(""), "f:2", "no graph"},
            {"two graphs", graphml("<graph/>\n<graph/>"), "f:4", "second graph"},
            {"no id", graphml("<graph>\n<node/></graph>"), "f:4", "no id"},
            {"an id twice", graphml("<graph><node id=\"a\"/>\n<node id=\"a\"/></graph>"), "f:4", "second time"},
            {"an unknown node", graphml(graph + "<edge source=\"0\" target=\"7\"/></graph>"), "f:5", "'7'"},
            {"no target", graphml(graph + "<edge source=\"0\"/></graph>"), "f:5", "target"},
            {"an edge twice", graphml(graph + "<edge source=\"0\" target=\"1\"/>\n<edge source=\"1\" target=\"0\"/></graph>"),
             "f:6", "second time"},
            {"a hyperedge", graphml(graph + "<hyperedge/></graph>"), "f:5", "hyperedge"},
            {"a nested graph", graphml("<graph><node id=\"a\">\n<graph/></node></graph>"), "f:4", "in a node"},
            {"a word as weight",
             graphml("<key id=\"w\" for=\"edge\" attr.name=\"weight\"/>" + graph +
                     "<edge source=\"0\" target=\"1\"><data key=\"w\">x</data></edge></graph>"),
             "f:5", "'x'"},
            {"a negative weight",
             graphml("<key id=\"w\" for=\"edge\" attr.name=\"weight\"/>" + graph +
                     "<edge source=\"0\" target=\"1\"><data key=\"w\">-1</data></edge></graph>"),
             "f:5", "at least 0"},
        },
        [](const std::string& text) { (void)parse_graphml(text, "f"); });
}

TEST(GraphMl, DeepNestingIsNoProblem) {
    std::string deep = "<graphml><graph/>";
    for (int i = 0; i < 200'000; ++i) {
        deep += "<a>";
    }
    for (int i = 0; i < 200'000; ++i) {
        deep += "</a>";
    }
    EXPECT_EQ(parse_graphml(deep + "</graphml>", "f").graph.node_count(), 0);
}

TEST(Gml, ReadsWhatNetworkXWrites) {
    const NamedGraph graph = parse_gml(
        "Creator \"someone\"\ngraph [\n  multigraph 0\n  node [\n    id 0\n    label \"0\"\n    graphics [ x 1.5 y [ z 2 ] ]\n  "
        "]\n"
        "  node [ id 1 label \"1\" ]\n  # a comment ]\n  node [ id 2 label \"2\" ]\n  edge [ source 0 target 1 colour \"red ] "
        "[\" ]\n"
        "  edge [ source 2 target 1 weight 0.5 ]\n]\n",
        "f");
    EXPECT_EQ(graph.graph, path(0.5));
    EXPECT_TRUE(graph.names.empty());
}

TEST(Gml, LabelsAreNames) {
    const NamedGraph graph = parse_gml(
        "graph [ edge [ source 7 target -1 ] node [ id -1 label \"Zo&#235; &quot;Z&quot;\" ] node [ id 7 name \"Bo\" ] ]", "f");
    EXPECT_EQ(graph.names, (Names{"Zo\xc3\xab \"Z\"", "Bo"}));
    EXPECT_EQ(graph.graph.weight(0, 1), 1);
    EXPECT_EQ(parse_gml("graph [ node [ id 3 ] ]", "f").names, Names{"3"});
}

TEST(Gml, DirectedGraphsAreArcs) {
    const std::string arcs = "graph [ directed 1\nnode [ id 0 ] node [ id 1 ]\nedge [ source 0 target 1 ] ]";
    expect_refusal({"an arc", arcs, "f:3", "directed"}, [](const std::string& text) { (void)parse_gml(text, "f"); });
    EXPECT_EQ(parse_gml(arcs, "f", Symmetrize::max).graph.edge_count(), 1);
}

TEST(Gml, RefusesBrokenFiles) {
    expect_refusals(
        {
            {"empty", "", "f:1", "no 'graph ['"},
            {"binary garbage", std::string("\x89PNG\r\n\x1a\n\0", 9), "f:3"},
            {"not closed", "graph [\nnode [ id 0 ]\n", "f:2", "ends here"},
            {"a string without end", "graph [\nlabel \"a\n]", "f:2", "quote"},
            {"no list", "graph 1", "f:1", "'['"},
            {"two graphs", "graph [ ]\ngraph [ ]", "f:2", "second graph"},
            {"no id", "graph [\nnode [ label \"a\" ] ]", "f:2", "no id"},
            {"a word as id", "graph [\nnode [ id a ] ]", "f:2", "'a'"},
            {"an id twice", "graph [ node [ id 1 ]\nnode [ id 1 ] ]", "f:2", "second time"},
            {"an unknown node", "graph [ node [ id 1 ]\nedge [ source 1 target 2 ] ]", "f:2", "node 2"},
            {"no target", "graph [ node [ id 1 ]\nedge [ source 1 ] ]", "f:2", "target"},
            {"a negative weight", "graph [ node [ id 1 ]\nedge [ source 1 target 1\nweight -2 ] ]", "f:3", "at least 0"},
            {"an infinite weight", "graph [ node [ id 1 ]\nedge [ source 1 target 1\nweight 1e999 ] ]", "f:3", "'1e999'"},
            {"an edge twice", "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ]\nedge [ source 1 target 0 ] ]",
             "f:2", "second time"},
            {"a bracket too many", "graph [ ] ]", "f:1", "a key"},
        },
        [](const std::string& text) { (void)parse_gml(text, "f"); });
}

TEST(Gml, DeepNestingIsNoProblem) {
    EXPECT_EQ(parse_gml("graph [ x " + std::string(200'000, '[') + std::string(200'000, ']') + " ]", "f").graph.node_count(), 0);
}

}  // namespace
}  // namespace ndpool
