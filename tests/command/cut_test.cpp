// The numbers of ndpool cut, checked against the partition that it writes.
#include "command/run_command.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool {
namespace {

class CutCommand : public CommandTest {
protected:
    /// Cuts a file and recomputes from the graph and partition.txt what the command says.
    Json expect_cut_agrees_with_its_partition(const std::string& file, const Words& more) const {
        Words words{"cut", file, "-o", "partition.txt"};
        words.insert(words.end(), more.begin(), more.end());
        Json facts = run_json(words);
        const Graph graph = read_graph(folder / file);
        const std::vector<std::string> side = lines("partition.txt");
        EXPECT_EQ(side.size(), static_cast<std::size_t>(graph.node_count()));
        double cut = 0;
        double all = 0;
        for (NodeId i = 0; i < graph.node_count(); ++i) {
            for (NodeId j = 0; j < i; ++j) {
                all += graph.weight(i, j);
                cut += side[i] == side[j] ? 0 : graph.weight(i, j);
            }
        }
        EXPECT_NEAR(facts.at("cut_weight").get<double>(), cut, 1e-9 * all);
        EXPECT_NEAR(facts.at("cut_fraction").get<double>(), cut / all, 1e-9);
        EXPECT_LE(facts.at("cut_fraction").get<double>(), facts.at("upper_bound").get<double>() + 1e-9);
        EXPECT_EQ(facts.at("kept"), std::count(side.begin(), side.end(), "1"));
        EXPECT_EQ(facts.at("dropped"), std::count(side.begin(), side.end(), "0"));
        EXPECT_GE(facts.at("seconds").get<double>(), 0);
        EXPECT_TRUE(facts.at("origin").is_string());
        return facts;
    }
};

TEST_F(CutCommand, SucceedsIfTheDualDoesNotConverge) {
    const Json facts = run_json({"cut", "sensor:20000", "--method", "sdp", "--seed", "5"});
    EXPECT_GT(facts.at("cut_fraction").get<double>(), 0.67);
    EXPECT_LT(facts.at("upper_bound").get<double>(), 0.8);
}

TEST_F(CutCommand, SaysWhatItsPartitionSaysWithEveryMethod) {
    run_well({"generate", "sensor:90", "-o", "sensor.mtx"});
    put("loops.txt", "0 0 5\n0 1 1\n1 2 2\n2 0 3\n2 3 4\n3 3 7\n");
    for (const std::string file : {"sensor.mtx", "loops.txt"}) {
        for (const std::string method : {"spectral", "random", "trevisan", "power", "sdp", "auto"}) {
            for (const std::string laplacian : {"symmetric", "combinatorial"}) {
                SCOPED_TRACE(file + " " + method + " " + laplacian);
                (void)expect_cut_agrees_with_its_partition(file, {"--method", method, "--laplacian", laplacian});
            }
        }
    }
}

TEST_F(CutCommand, CutsEveryEdgeOfABipartiteGraph) {
    for (const std::string spec : {"grid:6x8", "path:9", "star:10", "ring:20"}) {
        run_well({"generate", spec, "-o", "graph.txt"});
        const Json facts = expect_cut_agrees_with_its_partition("graph.txt", {});
        EXPECT_EQ(facts.at("cut_fraction"), 1) << spec;
        EXPECT_EQ(facts.at("origin"), "bipartite_exact") << spec;
    }
}

TEST_F(CutCommand, HasTheKeysOfTheContractFirst) {
    const Json facts = run_json({"cut", "sensor:40"});
    for (const std::string key : {"cut_weight", "cut_fraction", "upper_bound", "kept", "dropped", "origin", "seconds"}) {
        EXPECT_TRUE(facts.contains(key)) << key;
    }
}

TEST_F(CutCommand, WritesTheSamePartitionWhateverTheThreads) {
    run_well({"cut", "sensor:500", "-o", "expected.txt", "--threads", "1"});
    for (const std::string threads : {"1", "2", "8"}) {
        run_well({"cut", "sensor:500", "-o", "partition.txt", "--threads", threads});
        EXPECT_EQ(text("partition.txt"), text("expected.txt")) << threads;
    }
}

TEST_F(CutCommand, CutsTheGraphsOfADatasetAsOne) {
    const Json info = run_json({"info", "bench:easy-small,6"});
    const Json facts = run_json({"cut", "bench:easy-small,6", "-o", "partition.txt"});
    EXPECT_EQ(info.at("nodes"), facts.at("kept").get<int>() + facts.at("dropped").get<int>());
    EXPECT_EQ(lines("partition.txt").size(), info.at("nodes").get<std::size_t>());
}

TEST_F(CutCommand, KeepsTheSideThatIsAskedFor) {
    put("star.txt", "0 2\n1 2\n2 3\n");
    const auto kept = [&](const Words& more) {
        Words words{"cut", "star.txt", "-o", "partition.txt"};
        words.insert(words.end(), more.begin(), more.end());
        run_well(words);
        return lines("partition.txt");
    };
    const std::vector<std::string> hub{"0", "0", "1", "0"};
    const std::vector<std::string> leaves{"1", "1", "0", "1"};
    EXPECT_EQ(kept({}), leaves);
    EXPECT_EQ(kept({"--keep", "first"}), leaves);
    EXPECT_EQ(kept({"--keep", "smaller"}), hub);
    EXPECT_EQ(kept({"--keep", "larger"}), leaves);
    expect_refusal(run({"cut", "star.txt", "--keep", "both"}), 2, {"both", "first, smaller, larger"});
    put("signed.rudy", "3 3\n1 2 2\n2 3 -1\n1 3 3\n");
    expect_refusal(run({"cut", "signed.rudy", "--method", "sdp", "--keep", "larger"}), 2, {"negative weights", "first node"});
}

TEST_F(CutCommand, WritesToAPipe) {
    const std::string script =
        "cd '" + folder.path().string() + "' && '" NDPOOL_COMMAND + "' cut path:3 -o /dev/stderr 2>&1 >/dev/null | cat > all.txt";
    ASSERT_EQ(std::system(script.c_str()), 0);
    EXPECT_EQ(text("all.txt"), "1\n0\n1\n");
}

TEST_F(CutCommand, TakesNegativeWeightsWithTheMethodsThatCanUseThem) {
    put("triangle.rudy", "3 3\n1 2 2\n2 3 -1\n1 3 3\n");
    put("triangle.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n2 1 2\n3 2 -1\n3 1 3\n");
    for (const std::string file : {"triangle.rudy", "triangle.mtx"}) {
        for (const std::string method : {"sdp", "power", "tabu", "auto"}) {
            const Json facts = run_json({"cut", file, "--method", method, "--cut-steps", "100", "-o", "partition.txt"});
            EXPECT_EQ(facts.at("cut_weight"), 5) << file << " " << method;
            EXPECT_EQ(lines("partition.txt"), (std::vector<std::string>{"1", "0", "0"}));
        }
        for (const std::string method : {"spectral", "trevisan"}) {
            expect_refusal(run({"cut", file, "--method", method}), 2, {file + ":", "negative", "sdp"});
        }
        EXPECT_EQ(run_json({"cut", file, "--method", "random"}).at("origin"), "random");
        expect_refusal(run({"coarsen", file, "-o", "out", "--cut-method", "sdp"}), 2, {file + ":", "negative"});
    }
}

TEST_F(CutCommand, GivesTheSameTabuCutForTheSameSteps) {
    const Words words{"cut", "sensor:300", "--method", "tabu", "--cut-steps", "5000", "-o"};
    const auto partition = [&](const std::string& file, const std::string& threads) {
        Words all = words;
        all.insert(all.end(), {file, "--threads", threads});
        run_well(all);
        return lines(file);
    };
    EXPECT_EQ(partition("one.txt", "1"), partition("two.txt", "2"));
}

}  // namespace
}  // namespace ndpool
