#include <gtest/gtest.h>

#include <fstream>

#include "io/refusal.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/tu/tu_files.hpp"
#include "ndpool/io/tu/tu_parse.hpp"
#include "ndpool/io/tu/tu_write.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

using Texts = std::map<std::string, std::string>;

/// Two graphs: an edge with a loop at its second node, and a path of three nodes.
Texts two_graphs() {
    return {
        {"A", "1, 2\n2, 1\n2, 2\n3, 4\n4, 3\n4, 5\n5, 4\n"}, {"graph_indicator", "1\n1\n2\n2\n2\n"}, {"graph_labels", "1\n-1\n"}};
}

Dataset parse(const Texts& texts, Symmetrize how = Symmetrize::refuse) {
    TuFiles files;
    for (const auto& [key, text] : texts) {
        files[key] = {key, text};
    }
    return parse_tu_dataset("X", files, how);
}

Dataset parse_with(const std::string& key, const std::string& text, Symmetrize how = Symmetrize::refuse) {
    Texts texts = two_graphs();
    texts[key] = text;
    return parse(texts, how);
}

TEST(TuDataset, ReadsGraphsAndLabels) {
    const Dataset dataset = parse(two_graphs());
    const std::vector<Edge> first{{0, 1, 1}, {1, 1, 1}};
    const std::vector<Edge> second{{0, 1, 1}, {1, 2, 1}};

    EXPECT_EQ(dataset.name, "X");
    EXPECT_EQ(dataset.graphs, (std::vector<Graph>{Graph::from_edges(2, first), Graph::from_edges(3, second)}));
    EXPECT_EQ(dataset.graph_labels, (std::vector<long>{1, -1}));
    EXPECT_TRUE(dataset.node_labels.empty());
}

TEST(TuDataset, TheOrderAndLookOfTheLinesDoNotMatter) {
    EXPECT_EQ(parse_with("A", "4 5\n2,1\r\n5,4\n2;2\n\n1\t2\n4,3\n3 , 4").graphs, parse(two_graphs()).graphs);
}

TEST(TuDataset, ReadsEveryTable) {
    Texts texts = two_graphs();
    texts["graph_attributes"] = "0.5\n1e-3\n";
    texts["node_labels"] = "1, 0\n2, 0\n3, 0\n4, 0\n5, 1\n";
    texts["node_attributes"] = "0.5,1\n-1,2\n1,3\n1,4\n1,5\n";
    texts["edge_labels"] = "1\n1\n1\n1\n1\n1\n1\n";
    texts["edge_attributes"] = "2\n2\n3\n4\n4\n5\n5\n";
    texts["split"] = "train\ntest\n";
    const Dataset dataset = parse(texts);

    EXPECT_EQ(dataset.graph_attributes, (Table<double>{1, {0.5, 1e-3}}));
    EXPECT_EQ(dataset.node_labels, (Table<long>{2, {1, 0, 2, 0, 3, 0, 4, 0, 5, 1}}));
    EXPECT_EQ(dataset.node_attributes.row(1)[0], -1);
    EXPECT_EQ(dataset.graphs[0].weight(1, 1), 3);
    EXPECT_EQ(dataset.graphs[1].weight(1, 2), 5);
    EXPECT_EQ(dataset.graph_split, (std::vector<std::string>{"train", "test"}));
}

TEST(TuDataset, SeveralEdgeAttributesAreNoWeights) {
    const Dataset dataset = parse_with("edge_attributes", "2, -1\n2, -1\n3, 0\n4, 1\n4, 1\n5, 1\n5, 1\n");
    EXPECT_EQ(dataset.graphs, parse(two_graphs()).graphs);
    EXPECT_EQ(dataset.edge_attributes, (Table<double>{2, {2, -1, 2, -1, 3, 0, 4, 1, 4, 1, 5, 1, 5, 1}}));
    EXPECT_TRUE(parse_with("edge_attributes", "2\n2\n3\n4\n4\n5\n5\n").edge_attributes.empty());
}

TEST(TuDataset, EdgeTablesFollowTheStoredEntries) {
    Texts texts = two_graphs();
    texts["A"] = "4, 5\n2, 1\n5, 4\n2, 2\n1, 2\n4, 3\n3, 4\n";
    texts["edge_labels"] = "5, 0\n1, -1\n5, 0\n7, 7\n1, -1\n4, 0\n4, 0\n";
    EXPECT_EQ(parse(texts).edge_labels, (Table<long>{2, {1, -1, 1, -1, 7, 7, 4, 0, 4, 0, 5, 0, 5, 0}}));
}

TEST(TuDataset, EdgesWithoutWeightHaveNoRowInEdgeTables) {
    Texts texts = two_graphs();
    texts["edge_labels"] = "1\n1\n2\n3\n3\n4\n4\n";
    texts["edge_attributes"] = "2\n2\n3\n0\n0\n5\n5\n";
    EXPECT_EQ(parse(texts).edge_labels, (Table<long>{1, {1, 1, 2, 4, 4}}));
    texts["edge_attributes"] = "0\n0\n0\n0\n0\n0\n0\n";
    EXPECT_EQ(parse(texts).edge_labels, Table<long>());
}

TEST(TuDataset, ALabelOfAnArcIsThatOfTheUndirectedEdge) {
    const Dataset dataset = parse({{"A", "2, 1\n"}, {"graph_indicator", "1\n1\n"}, {"edge_labels", "9\n"}}, Symmetrize::max);
    EXPECT_EQ(dataset.edge_labels, (Table<long>{1, {9, 9}}));
}

TEST(TuDataset, GraphsWithoutNodesAreKept) {
    const Dataset dataset = parse_with("graph_labels", "1\n-1\n1\n");
    ASSERT_EQ(dataset.graphs.size(), 3U);
    EXPECT_EQ(dataset.graphs[2], Graph());
    EXPECT_EQ(parse({{"A", ""}, {"graph_indicator", "1\n3\n3\n"}}).graphs.size(), 3U);
}

TEST(TuDataset, DirectedGraphsAreReadIfAskedFor) {
    EXPECT_EQ(parse_with("A", "1, 2\n", Symmetrize::max).graphs[0].edge_count(), 1);
}

TEST(TuDataset, RefusesBrokenFiles) {
    struct Broken {
        std::string key;
        BrokenText text;
    };
    const std::vector<Broken> all{
        {"A", {"outside", "1, 2\n2, 6\n", "A:2", "node 6 is outside 1..5"}},
        {"A", {"outside at the left", "1, 2\n0, 1\n", "A:2", "node 0"}},
        {"A", {"a word", "1, 2\n2, x\n", "A:2", "'x'"}},
        {"A", {"one column", "1, 2\n2\n", "A:2", "ends too early"}},
        {"A", {"three columns", "1, 2, 3\n", "A:1", "end of the line"}},
        {"A", {"between graphs", "1, 2\n2, 1\n1, 3\n", "A:3", "node 3 in graph 2"}},
        {"A", {"one direction", "3, 4\n4, 3\n\n1, 2\n", "A:4", "(2, 1) is not"}},
        {"A", {"twice", "3, 4\n4, 3\n1, 2\n2, 1\n4, 3\n", "A:5", "(4, 3) is there a second time"}},
        {"A", {"binary garbage", std::string("\0\1\2", 3), "A:1"}},
        {"A", {"huge id", "1, 99999999999999999999\n", "A:1"}},
        {"graph_indicator", {"falls", "1\n2\n1\n2\n2\n", "graph_indicator:3", "never fall"}},
        {"graph_indicator", {"zero", "0\n1\n2\n2\n2\n", "graph_indicator:1", "graph 0"}},
        {"graph_indicator", {"more than labels", "1\n1\n2\n2\n3\n", "graph_indicator:5", "graph 3 is outside 1..2"}},
        {"graph_indicator", {"huge", "1\n1\n2\n2\n2000000000\n", "graph_indicator:5", "2000000000"}},
        {"graph_indicator", {"a word", "1\none\n", "graph_indicator:2", "'one'"}},
        {"graph_indicator", {"two columns", "1 1\n", "graph_indicator:1", "end of the line"}},
        {"graph_indicator", {"too short", "1\n1\n2\n2\n", "A:6", "node 5 is outside 1..4"}},
        {"graph_labels", {"fraction", "1\n0.5\n", "graph_labels:2", "whole"}},
        {"graph_labels", {"two columns", "1, 2\n1, 3\n", "graph_labels", "2 labels"}},
        {"graph_labels", {"NaN", "1\nnan\n", "graph_labels:2", "nan"}},
        {"graph_attributes", {"too few", "1\n", "graph_attributes:1", "expected 2"}},
        {"graph_attributes", {"too many", "1\n2\n3\n", "graph_attributes:3", "more than 2"}},
        {"node_labels", {"too few", "1\n1\n1\n", "node_labels:3", "ends after 3 lines, expected 5"}},
        {"node_labels", {"too many", "1\n1\n1\n1\n1\n1\n", "node_labels:6", "more than 5"}},
        {"node_attributes", {"columns change", "1,1\n1,1\n1\n1,1\n1,1\n", "node_attributes:3", "expected 2"}},
        {"node_attributes", {"infinite", "1\ninf\n1\n1\n1\n", "node_attributes:2", "inf"}},
        {"edge_labels", {"too few", "1\n1\n", "edge_labels", "expected 7"}},
        {"edge_labels", {"unequal", "1\n\n2\n1\n1\n1\n1\n1\n", "edge_labels:3", "entry (2, 1) is 2 but entry (1, 2) is 1"}},
        {"edge_labels", {"fraction", "1\n1\n1\n1\n1\n1\n0.5\n", "edge_labels:7", "whole"}},
        {"edge_labels", {"columns change", "1\n1\n1 2\n1\n1\n1\n1\n", "edge_labels:3", "expected 1"}},
        {"edge_attributes", {"unequal pairs", "1,1\n1,1\n1,1\n1,1\n1,1\n1,1\n1,2\n", "edge_attributes:7", "(5, 4) is 2"}},
        {"edge_attributes", {"NaN in pairs", "1,1\n1,1\n1,nan\n1,1\n1,1\n1,1\n1,1\n", "edge_attributes:3", "nan"}},
        {"edge_attributes", {"too many", "1\n1\n1\n1\n1\n1\n1\n1\n", "edge_attributes", "expected 7"}},
        {"edge_attributes", {"negative", "1\n1\n1\n-1\n-1\n1\n1\n", "edge_attributes:4", "negative"}},
        {"edge_attributes", {"NaN", "1\n1\n1\nnan\n-1\n1\n1\n", "edge_attributes:4", "nan"}},
        {"edge_attributes", {"unequal", "1\n2\n1\n1\n1\n1\n1\n", "A:1", "(2, 1) is 2"}},
        {"edge_attributes", {"columns change", "1\n1, 2\n1\n1\n1\n1\n1\n", "edge_attributes:2", "end of the line"}},
        {"split", {"other words", "train\nlater\n", "split:2", "'later'"}},
        {"split", {"too few", "train\n", "split:1", "expected 2"}},
    };
    for (const Broken& broken : all) {
        expect_refusal(broken.text, [&](const std::string& text) { (void)parse_with(broken.key, text); });
    }
    EXPECT_NE(refusal([] { (void)parse({{"A", "1, 1\n"}}); }).find("X_graph_indicator.txt"), std::string::npos);
    EXPECT_NE(refusal([] { (void)parse({{"graph_indicator", "1\n"}}); }).find("X_A.txt"), std::string::npos);
}

void put(const std::filesystem::path& path, const std::string& content) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

TEST(TuDataset, IsFoundInFoldersAndArchives) {
    const ScratchFolder folder;
    std::vector<ZipMember> nested{{"X/README.txt", "hello"}};
    std::vector<ZipMember> flat;
    for (const auto& [key, text] : two_graphs()) {
        const std::string file = "X_" + key + ".txt";
        put(folder / "X" / file, text);
        put(folder / "geometric" / "raw" / file, text);
        put(folder / "twice" / "twice" / file, text);
        nested.push_back({"X/" + file, text});
        flat.push_back({file, text});
    }
    put(folder / "nested.zip", zip_bytes(nested));
    put(folder / "flat.zip", zip_bytes(flat));
    for (const std::string place : {"X", "X/", "geometric", "twice", "nested.zip", "flat.zip"}) {
        EXPECT_TRUE(is_dataset(folder / place)) << place;
        EXPECT_EQ(read_dataset(folder / place), parse(two_graphs())) << place;
    }
}

TEST(TuDataset, PlacesInAnArchiveNameTheMember) {
    const ScratchFolder folder;
    put(folder / "x.zip", zip_bytes({{"X/X_A.txt", "1, 2\n1, x\n"}, {"X/X_graph_indicator.txt", "1\n1\n"}}));
    const std::string message = refusal([&] { (void)read_dataset(folder / "x.zip"); });
    EXPECT_TRUE(message.starts_with((folder / "x.zip").string() + ":X/X_A.txt:2: ")) << message;
}

TEST(TuDataset, RefusesWhatIsNone) {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder / "empty");
    put(folder / "two" / "X_A.txt", "");
    put(folder / "two" / "Y_A.txt", "");
    put(folder / "text.zip", "no archive");
    put(folder / "other.zip", zip_bytes({{"a.txt", "x"}}));
    put(folder / "two.zip", zip_bytes({{"X_A.txt", ""}, {"Y_A.txt", ""}}));
    for (const std::string place : {"empty", "two", "text.zip", "other.zip", "two.zip", "missing.zip", "missing"}) {
        const std::string message = refusal([&] { (void)read_dataset(folder / place); });
        EXPECT_TRUE(message.starts_with((folder / place).string() + ": ")) << message;
    }
    EXPECT_FALSE(is_dataset(folder / "missing"));
    EXPECT_FALSE(is_dataset(folder / "net.txt"));
}

TEST(TuDataset, WritesBothDirectionsAndTheirWeights) {
    Dataset dataset = parse(two_graphs());
    const auto texts = tu_texts(dataset);
    EXPECT_EQ(texts.at("X_A.txt"), two_graphs().at("A"));
    EXPECT_EQ(texts.at("X_graph_indicator.txt"), two_graphs().at("graph_indicator"));
    EXPECT_EQ(texts.at("X_graph_labels.txt"), two_graphs().at("graph_labels"));
    EXPECT_EQ(texts.at("X_edge_attributes.txt"), "1\n1\n1\n1\n1\n1\n1\n");
    EXPECT_EQ(texts.size(), 4U);
}

TEST(TuDataset, EdgeTablesAreReadBackAsTheyWere) {
    Texts texts = two_graphs();
    texts["edge_labels"] = "1\n1\n2\n3\n3\n4\n4\n";
    texts["edge_attributes"] = "2, -1\n2, -1\n3, 0\n4, 1\n4, 1\n5, 1\n5, 1\n";
    const Dataset dataset = parse(texts);
    const ScratchFolder folder;
    write_dataset(dataset, folder / "X");
    EXPECT_EQ(read_dataset(folder / "X"), dataset);
}

TEST(TuDataset, RefusesToWriteWhatCouldNotBeReadBack) {
    Dataset pairs = parse_with("edge_attributes", "2, 1\n2, 1\n3, 0\n4, 1\n4, 1\n5, 1\n5, 1\n");
    EXPECT_NO_THROW((void)tu_texts(pairs));
    Dataset single = pairs;
    single.edge_attributes = {1, std::vector<double>(7, 2)};
    EXPECT_THROW((void)tu_texts(single), InvalidInput) << "it would be read as weights";
    Dataset short_labels = pairs;
    short_labels.edge_labels = {1, {1, 1}};
    EXPECT_THROW((void)tu_texts(short_labels), InvalidInput);
    Dataset weighted = std::move(pairs);
    weighted.graphs[0] = std::move(weighted.graphs[0]).scaled_by(2);
    EXPECT_THROW((void)tu_texts(weighted), InvalidInput) << "the weights would be lost";
    Dataset nameless = parse(two_graphs());
    nameless.name = "../X";
    EXPECT_THROW((void)tu_texts(nameless), InvalidInput);
    Dataset uncounted;
    uncounted.name = "X";
    uncounted.graphs = {Graph()};
    EXPECT_THROW((void)tu_texts(uncounted), InvalidInput);
    Dataset misfit = parse(two_graphs());
    misfit.graph_labels.push_back(1);
    EXPECT_THROW((void)tu_texts(misfit), InvalidInput);
}

TEST(TuDataset, NamesOfMembersCannotBreakTheLineOfAMessage) {
    const std::string bytes = zip_bytes({{"X/X_A.txt", "1, 1\n"}, {"X/X_gra\nph_A.txt", "1, 1\n"}});
    try {
        std::string name;
        (void)parse_tu_dataset(name, tu_files_in_zip(bytes, "f.zip", name));
        FAIL() << "it was read";
    } catch (const InvalidInput& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace ndpool
