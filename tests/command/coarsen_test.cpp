// What ndpool coarsen writes: the manifest and the levels, and that they agree with each other.
#include <set>

#include "command/run_command.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool {
namespace {

std::set<std::string> keys_of(const Json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items()) {
        keys.insert(key);
    }
    return keys;
}

/// A manifest without what may differ from run to run.
Json without_seconds(Json manifest) {
    for (Json& level : manifest.at("levels")) {
        level.erase("seconds");
    }
    return manifest;
}

class Coarsen : public CommandTest {
protected:
    [[nodiscard]] Json manifest(const std::string& out) const { return Json::parse(text(out + "/manifest.json")); }

    [[nodiscard]] std::vector<NodeId> numbers(const std::string& file) const {
        std::vector<NodeId> all;
        for (const std::string& line : lines(file)) {
            all.push_back(std::stoi(line));
        }
        return all;
    }

    /// Every file of a result; the manifest without its seconds.
    [[nodiscard]] std::map<std::string, std::string> result(const std::string& out) const {
        auto files = tree(out);
        files.at("manifest.json") = without_seconds(manifest(out)).dump();
        return files;
    }

    /// Checks every level of a single graph against the one before and against the manifest.
    void expect_levels_fit(const std::string& out, const std::string& ending, NodeId nodes) const {
        std::vector<NodeId> before(static_cast<std::size_t>(nodes));
        for (NodeId i = 0; i < nodes; ++i) {
            before[i] = i;
        }
        const Json written = manifest(out);
        for (const Json& facts : written.at("levels")) {
            const std::string at = out + "/level_" + facts.at("level").dump();
            SCOPED_TRACE(at);
            const Graph graph = read_graph(folder / (at + "/adjacency" + ending));
            const SparseMatrix pool = read_matrix(folder / (at + "/pool" + ending));
            EXPECT_EQ(facts.at("nodes"), graph.node_count());
            EXPECT_EQ(facts.at("edges"), graph.edge_count());
            EXPECT_GE(facts.at("edges_before_sparsify").get<EntryIndex>(), graph.edge_count());
            EXPECT_EQ(facts.at("components"), connected_components(graph).count());
            EXPECT_EQ(pool.rows, graph.node_count());
            EXPECT_EQ(pool.columns, static_cast<NodeId>(before.size()));
            std::vector<NodeId> composed;
            for (NodeId row = 0; row < pool.rows; ++row) {
                ASSERT_EQ(pool.offsets[row + 1] - pool.offsets[row], 1) << "a decimation matrix has one entry a row";
                EXPECT_EQ(pool.values[row], 1);
                composed.push_back(before[pool.indices[row]]);
            }
            EXPECT_EQ(numbers(at + "/nodes.txt"), composed) << "the pool matrices lead to other nodes of the input";
            before = composed;
        }
    }
};

TEST_F(Coarsen, TheManifestHasWhatTheContractPromises) {
    const Json printed = run_json({"coarsen", "sensor:100", "-o", "out", "--levels", "1,3", "--seed", "5", "--epsilon", "0.02"});
    const Json written = manifest("out");
    EXPECT_EQ(printed, written) << "--json prints the manifest";
    EXPECT_EQ(written.at("version"), NDPOOL_VERSION);
    EXPECT_EQ(written.at("input"), "sensor:100");
    EXPECT_EQ(written.at("seed"), 5);
    const Json& options = written.at("options");
    EXPECT_EQ(options.at("levels"), (std::vector<int>{1, 3}));
    EXPECT_EQ(options.at("epsilon"), 0.02);
    EXPECT_EQ(options.at("method"), "ndp");
    EXPECT_EQ(options.at("cut_method"), "spectral");
    EXPECT_EQ(options.at("accuracy"), "exact");
    EXPECT_EQ(options.at("laplacian"), "symmetric");
    ASSERT_EQ(written.at("levels").size(), 2U);
    for (const Json& level : written.at("levels")) {
        const std::set<std::string> keys = keys_of(level);
        for (const std::string key :
             {"level", "nodes", "edges", "edges_before_sparsify", "cut_fraction", "upper_bound", "origin", "components"}) {
            EXPECT_TRUE(keys.contains(key)) << key;
        }
        EXPECT_EQ(keys_of(level.at("seconds")), (std::set<std::string>{"eigen", "cut", "kron", "sparsify"}));
    }
    EXPECT_EQ(written.at("levels").at(0).at("level"), 1);
    EXPECT_EQ(written.at("levels").at(1).at("level"), 3);
}

TEST_F(Coarsen, APathHalvesAtEveryLevel) {
    run_well({"coarsen", "path:9", "-o", "out", "--levels", "1,2,3"});
    EXPECT_EQ(numbers("out/level_1/nodes.txt"), (std::vector<NodeId>{0, 2, 4, 6, 8}));
    EXPECT_EQ(numbers("out/level_2/nodes.txt"), (std::vector<NodeId>{0, 4, 8}));
    const Graph first = read_graph(folder / "out/level_1/adjacency.mtx");
    EXPECT_EQ(first.edge_count(), 4);
    EXPECT_DOUBLE_EQ(first.weight(0, 1), 0.5) << "two resistors in a row";
    EXPECT_DOUBLE_EQ(read_graph(folder / "out/level_2/adjacency.mtx").weight(0, 1), 0.25);
}

TEST_F(Coarsen, LevelsAgreeWithTheirPoolMatricesNodesAndManifest) {
    put("parts.txt", "# ndpool nodes=12\n0 1\n1 2\n2 3\n3 4\n5 6\n6 7\n7 8\n");
    for (const std::string input : {"sensor:150", "grid:9x7", "community:120", "parts.txt"}) {
        const NodeId nodes = run_json({"info", input}).at("nodes");
        for (const std::string format : {"mtx", "npz"}) {
            SCOPED_TRACE(input + " " + format);
            run_well({"coarsen", input, "-o", "out", "--levels", "1,2,4", "--format", format});
            expect_levels_fit("out", "." + format, nodes);
            EXPECT_EQ(tree("out").contains("level_3/"), false);
        }
    }
    EXPECT_EQ(manifest("out").at("levels").at(2).at("components"), 5) << "no component vanishes";
}

TEST_F(Coarsen, EpsilonAndItsRelativesDecideWhatIsKept) {
    const auto edges = [&](const Words& more) {
        Words words{"coarsen", "sensor:120", "-o", "out", "--levels", "2"};
        words.insert(words.end(), more.begin(), more.end());
        return run_json(words).at("levels").at(0);
    };
    const Json none = edges({"--epsilon", "0"});
    EXPECT_EQ(none.at("edges"), none.at("edges_before_sparsify"));
    EXPECT_LT(edges({"--epsilon", "0.1"}).at("edges"), none.at("edges"));
    EXPECT_LT(edges({"--epsilon", "0.1", "--relative-epsilon"}).at("edges"), none.at("edges"));
    EXPECT_EQ(edges({"--epsilon", "1e300"}).at("edges"), 0);
    EXPECT_LE(edges({"--epsilon", "0.05", "--sparsify", "each"}).at("edges_before_sparsify"), none.at("edges"));
}

TEST_F(Coarsen, TheSameBytesWhateverTheThreadsAndTwice) {
    for (const std::string input : {"sensor:400", "bench:easy-small,12"}) {
        run_well({"coarsen", input, "-o", "expected", "--threads", "1"});
        for (const std::string threads : {"1", "2", "8"}) {
            run_well({"coarsen", input, "-o", "out", "--threads", threads});
            EXPECT_EQ(result("out"), result("expected")) << input << " with " << threads << " threads";
        }
    }
}

TEST_F(Coarsen, ManyLevelsEndInASingleNode) {
    const Json levels = run_json({"coarsen", "sensor:60", "-o", "out", "--levels", "1,40"}).at("levels");
    EXPECT_EQ(levels.at(1).at("level"), 40);
    EXPECT_EQ(levels.at(1).at("nodes"), 1);
    EXPECT_EQ(numbers("out/level_40/nodes.txt").size(), 1U);
}

TEST_F(Coarsen, InputMayFollowEveryOption) {
    run_well({"coarsen", "-o", "out", "--levels", "1,2", "path:9"});
    run_well({"coarsen", "-o", "out", "--format", "npz", "path:9"});
    EXPECT_TRUE(tree("out").contains("level_1/adjacency.npz"));
}

TEST_F(Coarsen, EveryLevelOfADatasetIsADataset) {
    run_well({"generate", "bench:easy-small,12", "-o", "SET"});
    const Json input = run_json({"info", "SET"});
    const Json written = run_json({"coarsen", "SET", "-o", "out", "--levels", "1,3"});
    EXPECT_EQ(written.at("graphs"), 12);
    const std::string name = "bench_easy_small";
    const auto labels = lines("SET/" + name + "_node_labels.txt");
    const auto graphs = lines("SET/" + name + "_graph_indicator.txt");
    for (const Json& facts : written.at("levels")) {
        const std::string at = "out/level_" + facts.at("level").dump();
        SCOPED_TRACE(at);
        const Json info = run_json({"info", at});
        for (const std::string key : {"graphs", "classes", "node_label_columns"}) {
            EXPECT_EQ(info.at(key), input.at(key)) << key;
        }
        for (const std::string key : {"nodes", "edges", "components"}) {
            EXPECT_EQ(info.at(key), facts.at(key)) << key;
        }
        EXPECT_EQ(text(at + "/" + name + "_graph_labels.txt"), text("SET/" + name + "_graph_labels.txt"));
        const auto nodes = numbers(at + "/" + name + "_nodes.txt");
        const auto kept_labels = lines(at + "/" + name + "_node_labels.txt");
        const auto kept_graphs = lines(at + "/" + name + "_graph_indicator.txt");
        ASSERT_EQ(nodes.size(), kept_labels.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto node = static_cast<std::size_t>(nodes[i] - 1);  // all ids of TU files count from 1
            EXPECT_EQ(kept_labels[i], labels.at(node));
            EXPECT_EQ(kept_graphs[i], graphs.at(node));
        }
        EXPECT_EQ(lines(at + "/" + name + "_A.txt").size(), lines(at + "/" + name + "_edge_attributes.txt").size());
    }
}

}  // namespace
}  // namespace ndpool
