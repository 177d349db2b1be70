// ndpool coarsen with methods other than the paper's.
#include "command/run_command.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"

namespace ndpool {
namespace {

class CoarsenMethods : public CommandTest {};

TEST_F(CoarsenMethods, GraclusHalvesExactlyWithFakeNodes) {
    const Json manifest = run_json({"coarsen", "sensor:100", "-o", "out", "--method", "graclus", "--levels", "1,3"});
    EXPECT_EQ(manifest.at("options").at("method"), "graclus");
    EXPECT_EQ(manifest.at("options").at("fake_nodes"), true);
    EXPECT_EQ(manifest.at("nodes"), 100);
    const NodeId fake = manifest.at("fake_nodes");
    const Json& levels = manifest.at("levels");
    EXPECT_EQ(levels.at(0).at("nodes").get<NodeId>() * 2, 100 + fake);
    EXPECT_EQ(levels.at(1).at("nodes").get<NodeId>() * 8, 100 + fake);
    EXPECT_EQ(levels.at(0).at("origin"), "graclus");
    EXPECT_FALSE(levels.at(0).contains("cut_fraction")) << "there was no cut";
    const SparseMatrix pool = read_matrix(folder / "out/level_1/pool.mtx");
    EXPECT_EQ(pool.columns, 100 + fake);
    EXPECT_EQ(pool.indices.size(), static_cast<std::size_t>(100 + fake));
    const std::vector<std::string> nodes = lines("out/level_1/nodes.txt");
    EXPECT_EQ(nodes.front(), "0");
    EXPECT_EQ(std::count(nodes.begin(), nodes.end(), "-1"), levels.at(0).value("fake_nodes", 0));
    EXPECT_EQ(load_pyramid(folder / "out").pyramid.fake_nodes, fake);
}

TEST_F(CoarsenMethods, GraclusWithoutFakeNodesHasNone) {
    const Json manifest = run_json({"coarsen", "star:9", "-o", "out", "--method", "graclus", "--no-fake-nodes", "--levels", "1"});
    EXPECT_EQ(manifest.at("options").at("fake_nodes"), false);
    EXPECT_FALSE(manifest.contains("fake_nodes"));
    EXPECT_EQ(manifest.at("levels").at(0).at("nodes"), 8);
}

TEST_F(CoarsenMethods, NmfHasHalfOfTheNodesAndAllTheWeight) {
    const Json manifest = run_json({"coarsen", "ring:9", "-o", "out", "--method", "nmf", "--levels", "1,2", "--format", "npz",
                                    "--nmf-iterations", "50", "--nmf-tolerance", "0"});
    EXPECT_EQ(manifest.at("options").at("most_iterations"), 50);
    EXPECT_EQ(manifest.at("levels").at(0).at("nodes"), 5);
    EXPECT_EQ(manifest.at("levels").at(1).at("nodes"), 3);
    const Graph level = read_graph(folder / "out/level_2/adjacency.npz");
    double sum = 0;
    for (const double weight : level.adjacency().values) {
        sum += weight;
    }
    EXPECT_NEAR(sum, 18, 1e-9);
}

TEST_F(CoarsenMethods, KmisKeepsNodesThatAreApart) {
    const Json manifest = run_json({"coarsen", "ring:12", "-o", "out", "--method", "kmis", "--levels", "1"});
    EXPECT_EQ(manifest.at("options").at("connect"), "clusters");
    EXPECT_EQ(manifest.at("levels").at(0).at("nodes"), 6);
    EXPECT_FALSE(manifest.at("levels").at(0).contains("cut_fraction")) << "there was no cut";
    const Json reduced = run_json(
        {"coarsen", "ring:12", "-o", "kron", "--method", "kmis", "--kmis-steps", "2", "--kmis-connect", "kron", "--levels", "1"});
    EXPECT_EQ(reduced.at("levels").at(0).at("nodes"), 4);
    EXPECT_EQ(lines("kron/level_1/nodes.txt"), (std::vector<std::string>{"0", "3", "6", "9"}));
    EXPECT_NEAR(read_graph(folder / "kron/level_1/adjacency.mtx").weight(0, 1), 1.0 / 3, 1e-12);
}

TEST_F(CoarsenMethods, LevelsOfADatasetAreDatasets) {
    for (const std::string method : {"graclus", "nmf", "kmis"}) {
        SCOPED_TRACE(method);
        const Words words{"coarsen", "bench:easy-small,9", "--method", method, "--levels", "1,2"};
        Words one = words;
        one.insert(one.end(), {"-o", "one", "--threads", "1"});
        Words two = words;
        two.insert(two.end(), {"-o", "two", "--threads", "2"});
        EXPECT_EQ(run_json(one).at("graphs"), 9);
        ASSERT_EQ(run(two).code, 0);
        auto first = tree("one");
        auto second = tree("two");
        first.erase("manifest.json");  // has times
        second.erase("manifest.json");
        EXPECT_EQ(first, second);
        EXPECT_EQ(read_dataset(folder / "one/level_2").graphs.size(), 9U);
    }
}

TEST_F(CoarsenMethods, OptionsOfOtherMethodsAreRefusedInOneLine) {
    const auto expect_refused = [&](const Words& more, const std::string& option) {
        Words words{"coarsen", "path:9", "-o", "out"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run(words);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.err.find("ndpool: " + option + ": belongs to the method"), 0U) << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
        EXPECT_FALSE(std::filesystem::exists(folder / "out"));
    };
    expect_refused({"--fake-nodes"}, "--fake-nodes");
    expect_refused({"--nmf-drop-below", "0.1"}, "--nmf-drop-below");
    expect_refused({"--method", "nmf", "--no-fake-nodes"}, "--no-fake-nodes");
    expect_refused({"--method", "nmf", "--until", "4"}, "--until");
    expect_refused({"--method", "graclus", "--epsilon", "0.1"}, "--epsilon");
    expect_refused({"--method", "graclus", "--accuracy", "exact"}, "--accuracy");
    expect_refused({"--method", "graclus", "--measure"}, "--measure");
    expect_refused({"--method", "graclus", "--nmf-iterations", "3"}, "--nmf-iterations");
    expect_refused({"--kmis-steps", "2"}, "--kmis-steps");
    expect_refused({"--method", "graclus", "--cut-steps", "3"}, "--cut-steps");
}

TEST_F(CoarsenMethods, WhatDoesNotFitIsRefusedBeforeItIsTried) {
    EXPECT_EQ(run({"coarsen", "path:3000", "-o", "out", "--method", "nmf", "--memory-limit", "0.01"}).code, 1);
    EXPECT_EQ(run({"coarsen", "star:10", "-o", "out", "--method", "graclus", "--levels", "50"}).code, 1);
    EXPECT_EQ(run({"coarsen", "path:9", "-o", "out", "--method", "magic"}).code, 2);
}

}  // namespace
}  // namespace ndpool
