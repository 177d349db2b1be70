// ndpool coarsen --nodes, and -o with the name of a file.
#include <set>

#include "command/run_command.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool {
namespace {

class CoarsenSize : public CommandTest {
protected:
    /// Expects a file with a connected graph of so many nodes, and beside it as many different nodes of the input, ascending.
    void expect_level(const std::string& name, const std::string& ending, std::size_t nodes, NodeId input_nodes) const {
        const Graph graph = read_graph(folder / (name + ending));
        EXPECT_EQ(graph.node_count(), static_cast<NodeId>(nodes));
        EXPECT_EQ(component_count(graph), 1);
        std::set<NodeId> kept;
        for (const std::string& line : lines(name + ".nodes.txt")) {
            kept.insert(std::stoi(line));
        }
        EXPECT_EQ(kept.size(), nodes);
        EXPECT_GE(*kept.begin(), 0);
        EXPECT_LT(*kept.rbegin(), input_nodes);
    }
};

TEST_F(CoarsenSize, ExactlySoManyNodesInEveryAccuracyAsAFile) {
    for (const std::string accuracy : {"exact", "faithful", "lean"}) {
        for (const std::size_t nodes : {1, 2, 77, 300, 599, 600}) {
            SCOPED_TRACE(accuracy + " " + std::to_string(nodes));
            run_well({"coarsen", "sensor:600", "-o", "small.mtx", "--nodes", std::to_string(nodes), "--accuracy", accuracy,
                      "--epsilon", "0", "--quiet"});
            expect_level("small", ".mtx", nodes, 600);
        }
    }
    run_well({"coarsen", "sensor:5000", "-o", "large.npz", "--nodes", "1700", "--accuracy", "lean", "--quiet"});
    expect_level("large", ".npz", 1700, 5000);
}

TEST_F(CoarsenSize, AFolderHasTheOneLevelAndItsManifestWhatWasResolved) {
    const Json manifest = run_json({"coarsen", "sensor:600", "-o", "out", "--nodes", "100"});
    ASSERT_EQ(manifest.at("levels").size(), 1U);
    EXPECT_EQ(manifest.at("levels").at(0).at("nodes"), 100);
    EXPECT_EQ(manifest.at("options").at("exactly_nodes"), 100);
    EXPECT_EQ(manifest.at("options").at("levels"), Json({manifest.at("levels").at(0).at("level")}));
    const Json until = run_json({"coarsen", "sensor:600", "-o", "out", "--until", "100"});
    EXPECT_EQ(until.at("options").at("levels"), (std::vector<int>{1, 2, 3}));
    const Json lean = run_json({"coarsen", "sensor:600", "-o", "out", "--accuracy", "lean"});
    EXPECT_EQ(lean.at("options").at("keep"), "cheaper") << "lean levels keep the side that is cheaper";
}

TEST_F(CoarsenSize, OneLevelOfAnyMethodIsAFileToo) {
    run_well({"coarsen", "sensor:100", "-o", "two.mtx", "--levels", "2", "--quiet"});
    run_well({"coarsen", "sensor:100", "-o", "joined.npz", "--levels", "1", "--method", "graclus", "--no-fake-nodes", "--quiet"});
    EXPECT_EQ(lines("two.nodes.txt").size(), static_cast<std::size_t>(read_graph(folder / "two.mtx").node_count()));
    EXPECT_EQ(lines("joined.nodes.txt").size(), static_cast<std::size_t>(read_graph(folder / "joined.npz").node_count()));
}

TEST_F(CoarsenSize, NodesThatHaveNamesAreNamedBesideTheFile) {
    put("friends.txt", "Ada Ben\nBen Cleo\nCleo Dan\n");
    run_well({"coarsen", "friends.txt", "-o", "two.mtx", "--nodes", "2", "--quiet"});
    EXPECT_EQ(lines("two.nodes.txt"), (std::vector<std::string>{"Ada", "Cleo"}));
}

TEST_F(CoarsenSize, AGraphWithoutEdgesIsItsOwnLevel) {
    put("apart.txt", "# ndpool nodes=7\n");
    for (const std::string accuracy : {"exact", "faithful", "lean"}) {
        SCOPED_TRACE(accuracy);
        run_well({"coarsen", "apart.txt", "-o", "all.mtx", "--nodes", "7", "--accuracy", accuracy, "--quiet"});
        EXPECT_EQ(read_graph(folder / "all.mtx").node_count(), 7);
        EXPECT_EQ(lines("all.nodes.txt").size(), 7U);
        EXPECT_EQ(run_json({"coarsen", "apart.txt", "-o", "out", "--nodes", "7", "--accuracy", accuracy}).at("levels").size(),
                  1U);
    }
}

TEST_F(CoarsenSize, WhatCannotBeIsRefused) {
    put("parts.txt", "# ndpool nodes=6\n0 1\n2 3\n4 5\n");
    const auto before = tree();
    for (const std::string accuracy : {"exact", "lean"}) {
        expect_refusal(run({"coarsen", "path:9", "-o", "out", "--nodes", "10", "--accuracy", accuracy}), 2, {"10", "9"});
        expect_refusal(run({"coarsen", "parts.txt", "-o", "out", "--nodes", "2", "--accuracy", accuracy}), 2, {"3 components"});
    }
    expect_refusal(run({"coarsen", "path:9", "-o", "out", "--nodes", "0"}), 2, {"--nodes"});
    expect_refusal(run({"coarsen", "path:9", "-o", "out", "--nodes", "3", "--levels", "1"}), 2, {"--nodes"});
    expect_refusal(run({"coarsen", "path:9", "-o", "out.mtx"}), 2, {"one level", "--nodes"});
    expect_refusal(run({"coarsen", "path:9", "-o", "out.mtx", "--until", "3"}), 2, {"one level"});
    for (const std::string name : {"out.graphml", "out.txt", "out.graph", "out.gml.gz"}) {
        expect_refusal(run({"coarsen", "path:9", "-o", name, "--nodes", "3"}), 2,
                       {name + ": one level is written as .mtx, .npz or .ndg"});
    }
    expect_refusal(run({"coarsen", "path:9", "-o", "out.npz", "--nodes", "3", "--format", "mtx"}), 2,
                   {"--format: out.npz", "npz"});
    expect_refusal(run({"coarsen", "bench:easy-small", "-o", "out", "--nodes", "3"}), 2, {"--nodes", "dataset"});
    expect_refusal(run({"coarsen", "bench:easy-small", "-o", "out.npz", "--levels", "1"}), 2, {"folder"});
    EXPECT_EQ(tree(), before);
}

}  // namespace
}  // namespace ndpool
