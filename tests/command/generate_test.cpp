// Graphs that were generated to a file are read back as they were.
#include "command/run_command.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool {
namespace {

class Generate : public CommandTest {};

TEST_F(Generate, EveryEndingHoldsTheSameGraph) {
    for (const std::string spec : {"sensor:60", "community:80", "path:1", "complete:5"}) {
        SCOPED_TRACE(spec);
        run_well({"generate", spec, "-o", "expected.mtx", "--seed", "3"});
        const Graph expected = read_graph(folder / "expected.mtx");
        for (const std::string ending : {"mtx.gz", "graph", "graph.gz", "txt", "csv", "tsv", "npz", "rudy", "txt.gz"}) {
            if (spec == "sensor:60" && ending.starts_with("graph")) {
                continue;  // METIS has whole weights only
            }
            SCOPED_TRACE(ending);
            const Json facts = run_json({"generate", spec, "-o", "graph." + ending, "--seed", "3"});
            EXPECT_EQ(facts.at("nodes"), expected.node_count());
            EXPECT_EQ(facts.at("edges"), expected.edge_count());
            EXPECT_EQ(facts.at("output"), "graph." + ending);
            EXPECT_EQ(read_graph(folder / ("graph." + ending)), expected);
            const Json from_file = run_json({"info", "graph." + ending});
            EXPECT_EQ(from_file, run_json({"info", spec, "--seed", "3"}));
        }
    }
}

TEST_F(Generate, TheFormatMayBeSaidInsteadOfTheEnding) {
    run_well({"generate", "ring:12", "-o", "G0", "--format", "rudy"});
    EXPECT_EQ(lines("G0").at(0), "12 12");
    run_well({"generate", "ring:12", "-o", "/dev/null", "--format", "mtx"});
}

TEST_F(Generate, TheSameSeedGivesTheSameBytes) {
    const auto bytes = [&](const std::string& seed, const std::string& threads) {
        run_well({"generate", "sensor:300", "-o", "a.npz", "--seed", seed, "--threads", threads});
        return text("a.npz");
    };
    EXPECT_EQ(bytes("1", "1"), bytes("1", "8"));
    EXPECT_NE(bytes("1", "1"), bytes("2", "1"));
}

TEST_F(Generate, ADatasetIsAFolderOrAnArchiveAndReadBack) {
    const Json expected = run_json({"info", "bench:easy-small,12"});
    const Json facts = run_json({"generate", "bench:easy-small,12", "-o", "bench"});
    EXPECT_EQ(facts.at("graphs"), 12);
    EXPECT_EQ(facts.at("nodes"), expected.at("nodes"));
    EXPECT_EQ(run_json({"info", "bench"}), expected);
    run_well({"generate", "bench:easy-small,12", "-o", "bench.zip"});
    EXPECT_TRUE(std::filesystem::is_regular_file(folder / "bench.zip"));
    EXPECT_EQ(run_json({"info", "bench.zip"}), expected);
    run_well({"generate", "bench:easy-small,15", "-o", "bench"});
    EXPECT_EQ(run_json({"info", "bench"}).at("graphs"), 15) << "the old one was replaced";
}

}  // namespace
}  // namespace ndpool
