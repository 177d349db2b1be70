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

TEST(GraphMl, InAnotherEncodingPlacesHaveNoLine) {  // offsets are those of the converted text
    std::string wide = "\xff\xfe";
    for (const char c :
         "<graphml><graph edgedefault=\"directed\">\n" + three_nodes + "\n<edge source=\"0\" target=\"1\"/></graph></graphml>") {
        wide += c;
        wide += '\0';
    }
    expect_refusal({"an arc", wide, "f", "directed"}, [](const std::string& text) { (void)parse_graphml(text, "f"); });
    EXPECT_EQ(parse_graphml(wide, "f", Symmetrize::max).graph.edge_count(), 1);
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

std::string repeated(const std::string& piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) {
        text += piece;
    }
    return text;
}

TEST(GraphMl, RefusesElementsThatNestTooDeep) {
    const auto nested = [](int depth) { return graphml("<graph/>\n" + repeated("<a>", depth) + repeated("</a>", depth)); };
    EXPECT_EQ(parse_graphml(nested(900), "f").graph.node_count(), 0);
    expect_refusals({{"elements", nested(100'000), "f:4", "nest more than 1000 deep"},
                     {"elements in a node",
                      graphml("<graph>\n<node id=\"0\"><data>" + repeated("<a>", 100'000) + repeated("</a>", 100'000) +
                              "</data></node></graph>"),
                      "f:4", "nest more than 1000 deep"},
                     {"elements that never end", "<graphml>\n" + repeated("<a>", 100'000), "f:2", "XML"}},
                    [](const std::string& text) { (void)parse_graphml(text, "f"); });
}

TEST(GraphMl, RefusesGraphsInGraphsInWhateverElement) {
    const std::string nodes = "<graph><node id=\"a\"/><node id=\"b\"/>\n";
    expect_refusals(
        {{"in a graph", graphml(nodes + "<graph/></graph>"), "f:4", "a graph in a graph"},
         {"in an edge", graphml(nodes + "<edge source=\"a\" target=\"b\"><graph/></edge></graph>"), "f:4", "in an edge"},
         {"many", graphml(nodes + repeated("<graph>", 100'000) + repeated("</graph>", 100'000) + "</graph>"), "f:4"}},
        [](const std::string& text) { (void)parse_graphml(text, "f"); });
}

TEST(GraphMl, WeightsMayHaveAKeyForEachType) {  // as NetworkX writes whole numbers beside others
    const NamedGraph graph =
        parse_graphml(graphml("<key id=\"d3\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
                              "<key id=\"d2\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/>\n"
                              "<key id=\"d1\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>\n"
                              "<key id=\"d0\" for=\"node\" attr.name=\"label\" attr.type=\"long\"/>\n"
                              "<graph edgedefault=\"undirected\"><node id=\"x\"><data key=\"d1\">ex</data></node>"
                              "<node id=\"y\"><data key=\"d0\">7</data></node><node id=\"z\"/>"
                              "<edge source=\"x\" target=\"y\"><data key=\"d2\">2</data></edge>"
                              "<edge source=\"y\" target=\"z\"><data key=\"d3\">1.5</data></edge></graph>"),
                      "f");
    EXPECT_EQ(graph.graph.weight(0, 1), 2);
    EXPECT_EQ(graph.graph.weight(1, 2), 1.5);
    EXPECT_EQ(graph.names, (Names{"ex", "7", "z"}));
}

TEST(GraphMl, ReadsWhatIgraphWrites) {
    const NamedGraph graph = parse_graphml(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\n"
        "  xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"a\n b\">\n<!-- Created by igraph -->\n"
        "  <key id=\"g_title\" for=\"graph\" attr.name=\"title\" attr.type=\"string\"/>\n"
        "  <key id=\"v_name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n"
        "  <key id=\"e_weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
        "  <graph id=\"G\" edgedefault=\"undirected\">\n    <data key=\"g_title\">T</data>\n"
        "    <node id=\"n0\">\n      <data key=\"v_name\">Zo\xc3\xab</data>\n    </node>\n"
        "    <node id=\"n1\">\n      <data key=\"v_name\">B &amp; &lt;C&gt;</data>\n    </node>\n"
        "    <node id=\"n2\"/>\n"
        "    <edge source=\"n0\" target=\"n1\">\n      <data key=\"e_weight\">0.5</data>\n    </edge>\n"
        "    <edge source=\"n1\" target=\"n2\">\n      <data key=\"e_weight\">3</data>\n    </edge>\n  </graph>\n</graphml>\n",
        "f");
    EXPECT_EQ(graph.names, (Names{"Zo\xc3\xab", "B & <C>", "n2"}));
    EXPECT_EQ(graph.graph.weight(0, 1), 0.5);
    EXPECT_EQ(graph.graph.weight(1, 2), 3);
}

TEST(GraphMl, ReadsWhatGephiWrites) {
    const NamedGraph graph = parse_graphml(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
        "<key attr.name=\"label\" attr.type=\"string\" for=\"node\" id=\"label\"/>\n"
        "<key attr.name=\"Edge Label\" attr.type=\"string\" for=\"edge\" id=\"edgelabel\"/>\n"
        "<key attr.name=\"weight\" attr.type=\"double\" for=\"edge\" id=\"weight\"/>\n"
        "<key attr.name=\"r\" attr.type=\"int\" for=\"node\" id=\"r\"/>\n<graph edgedefault=\"directed\">\n"
        "<node id=\"0\"><data key=\"label\">a</data><data key=\"r\">153</data></node>\n<node id=\"1\"/><node id=\"2\"/>\n"
        "<edge directed=\"false\" id=\"9\" label=\"knows\" source=\"0\" target=\"1\"><data key=\"edgelabel\">5</data>"
        "<data key=\"weight\">2.0</data></edge>\n"
        "<edge directed=\"false\" id=\"4\" source=\"2\" target=\"1\"><data "
        "key=\"weight\">1.0</data></edge>\n</graph></graphml>\n",
        "f");
    EXPECT_EQ(graph.names, (Names{"a", "1", "2"}));
    EXPECT_EQ(graph.graph.weight(0, 1), 2);
    EXPECT_EQ(graph.graph.weight(1, 2), 1);
}

TEST(GraphMl, WeightsAreFoundByNameInAnyCaseOrByTheIdOfTheirKey) {
    const auto weight = [](const std::string& key) {
        return parse_graphml(graphml("<key " + key + " for=\"edge\"/><graph>" + three_nodes +
                                     "<edge source=\"0\" target=\"1\"><data key=\"k\">4</data><data "
                                     "key=\"weight\">4</data></edge></graph>"),
                             "f")
            .graph.weight(0, 1);
    };
    EXPECT_EQ(weight("id=\"k\" attr.name=\"Weight\""), 4);
    EXPECT_EQ(weight("id=\"weight\""), 4);
    EXPECT_EQ(weight("id=\"k\" attr.name=\"w\""), 1) << "what else edges have is no weight";
    EXPECT_EQ(weight("id=\"weight\" attr.name=\"colour\""), 1);
}

TEST(GraphMl, TextIsWholeWhateverItIsMadeOf) {
    const NamedGraph graph = parse_graphml(
        "<?xml version=\"1.0\"?><g:graphml xmlns:g=\"http://graphml.graphdrawing.org/xmlns\">"
        "<g:key id=\"l\" for=\"node\" attr.name=\"label\"/><g:graph edgedefault=\"undirected\">"
        "<g:node id=\"a\"><g:data key=\"l\">A <![CDATA[<&>]]> B<!-- not this --> C</g:data></g:node>"
        "<g:node id=\"&#233;&#x65E5;\"/><g:edge source=\"&#233;&#x65E5;\" target=\"a\"/></g:graph></g:graphml>",
        "f");
    EXPECT_EQ(graph.names, (Names{"A <&> B C", "\xc3\xa9\xe6\x97\xa5"}));
    EXPECT_EQ(graph.graph.edge_count(), 1);
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

TEST(Gml, RefusesListsThatNestTooDeep) {
    const auto nested = [](int depth) { return "graph [\nx " + repeated("[ x ", depth) + "1" + repeated(" ]", depth) + " ]"; };
    EXPECT_EQ(parse_gml(nested(900), "f").graph.node_count(), 0);
    expect_refusals(
        {{"keys", nested(100'000), "f:2", "nest more than 1000 deep"},
         {"brackets", "graph [\nx " + std::string(100'000, '[') + std::string(100'000, ']') + " ]", "f:2", "1000 deep"},
         {"graphs", "graph [\n" + repeated("graph [ ", 100'000), "f:2", "a graph in a graph"}},
        [](const std::string& text) { (void)parse_gml(text, "f"); });
}

TEST(Gml, ReadsWhatIgraphWrites) {
    const NamedGraph graph = parse_gml(
        "Creator \"igraph version 1.0.0 Wed Nov 18 06:49:57 2026\"\nVersion 1\ngraph\n[\n  directed 0\n  title \"T\"\n"
        "  node\n  [\n    id 0\n    name \"Zo\xc3\xab\"\n  ]\n  node\n  [\n    id 1\n    name \"B &amp; <C>\"\n  ]\n"
        "  edge\n  [\n    source 1\n    target 0\n    weight 0.5\n    colour \"r\"\n  ]\n]\n",
        "f");
    EXPECT_EQ(graph.names, (Names{"Zo\xc3\xab", "B & <C>"}));
    EXPECT_EQ(graph.graph.weight(0, 1), 0.5);
}

TEST(Gml, ReadsWhatGephiWrites) {  // which calls the weight value, and has directions of edges where they differ
    const std::string nodes =
        "graph\n[\n  Creator \"Gephi\"\n  directed 1\n  node\n  [\n    id 0\n    label \"a\"\n    graphics\n    [\n"
        "      x -1.5E-4\n      fill \"#999999\"\n    ]\n  ]\n  node\n  [\n    id 1\n    label \"b\"\n  ]\n";
    const auto edge = [](const std::string& inside) {
        return "  edge\n  [\n    id 0\n    source 0\n    target 1\n" + inside + "    fill \"#000000\"\n  ]\n]\n";
    };
    const NamedGraph graph = parse_gml(nodes + edge("    value 2.5\n    directed 0\n"), "f");
    EXPECT_EQ(graph.names, (Names{"a", "b"}));
    EXPECT_EQ(graph.graph.weight(0, 1), 2.5);
    EXPECT_EQ(parse_gml(nodes + edge("    weight 3\n    value 2.5\n    directed 0\n"), "f").graph.weight(0, 1), 3);
    EXPECT_EQ(parse_gml(nodes + edge("    value \"many\"\n    directed 0\n"), "f").graph.weight(0, 1), 1)
        << "a text is no weight";
    expect_refusals({{"an arc", nodes + edge("    value 2.5\n    directed 1\n"), "f:20", "directed"},
                     {"a negative value", nodes + edge("    directed 0\n    value -2.5\n"), "f:26", "at least 0"}},
                    [](const std::string& text) { (void)parse_gml(text, "f"); });
}

}  // namespace
}  // namespace ndpool
