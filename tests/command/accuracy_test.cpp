// ndpool coarsen --accuracy faithful and lean, as a user has them.
#include "command/run_command.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool {
namespace {

class CoarsenAccuracy : public CommandTest {
protected:
    [[nodiscard]] Json lean(Words more) const {
        Words words{"coarsen", "sensor:3000", "-o", "out", "--accuracy", "lean"};
        words.insert(words.end(), more.begin(), more.end());
        return run_json(words);
    }
    /// All files but the manifest, whose seconds differ.
    [[nodiscard]] std::map<std::string, std::string> files(const std::string& out) const {
        auto all = tree(out);
        all.erase("manifest.json");
        return all;
    }
};

TEST_F(CoarsenAccuracy, LeanGoesDownUntilALevelHasFewerNodesAndStatesItsErrors) {
    const Json written = lean({"--until", "100"});
    const Json& levels = written.at("levels");
    EXPECT_EQ(written.at("options").at("accuracy"), "lean");
    EXPECT_EQ(written.at("options").at("cut_method"), "sdp");
    EXPECT_LT(levels.back().at("nodes"), 100);
    EXPECT_GE(levels.at(levels.size() - 2).at("nodes"), 100);
    for (const Json& level : levels) {
        EXPECT_LE(level.at("spectral_distance"), 0.02);
        EXPECT_EQ(level.at("spectrum").at("exact").size(), 10U);
        EXPECT_EQ(level.at("spectrum").at("here").size(), 10U);
        EXPECT_EQ(level.at("spectrum").at("distance"), level.at("spectral_distance"));
        EXPECT_TRUE(level.at("spectrum").at("converged"));
        EXPECT_EQ(level.at("components"), 1);
        EXPECT_LE(2 * level.at("edges").get<EntryIndex>(), 12 * level.at("nodes").get<EntryIndex>());
    }
}

TEST_F(CoarsenAccuracy, LeanTakesALevelListAndComposesWhatIsLeftOut) {
    const Json written = lean({"--levels", "2,4"});
    ASSERT_EQ(written.at("levels").size(), 2U);
    EXPECT_EQ(written.at("levels").at(1).at("level"), 4);
    const SparseMatrix pool = read_matrix(folder / "out/level_4/pool.mtx");
    EXPECT_EQ(pool.columns, written.at("levels").at(0).at("nodes"));
}

TEST_F(CoarsenAccuracy, LeanIsNotMeasuredIfThatIsDeclined) {
    const Json written = lean({"--until", "500", "--no-measure"});
    EXPECT_FALSE(written.at("levels").at(0).contains("spectral_distance"));
    expect_refusal(run({"coarsen", "sensor:100", "-o", "o", "--accuracy", "lean", "--measure", "--no-measure"}), 2,
                   {"--measure"});
}

TEST_F(CoarsenAccuracy, CertifyEnclosesTheExactEigenvalues) {
    const Json written = lean({"--until", "700", "--certify"});
    ASSERT_FALSE(written.at("levels").empty());
    for (const Json& level : written.at("levels")) {
        const Json& spectrum = level.at("spectrum");
        ASSERT_EQ(spectrum.at("lower").size(), 10U);
        for (std::size_t k = 0; k < 10; ++k) {
            const double exact = spectrum.at("exact").at(k);
            EXPECT_LE(spectrum.at("lower").at(k).get<double>(), exact * (1 + 1e-6));
            EXPECT_GE(spectrum.at("upper").at(k).get<double>(), exact * (1 - 1e-6));
        }
    }
}

TEST_F(CoarsenAccuracy, ExactLevelsAreMeasuredOnRequestAndHaveNoError) {
    const Json written = run_json({"coarsen", "sensor:300", "-o", "out", "--levels", "1,2", "--epsilon", "0", "--measure"});
    for (const Json& level : written.at("levels")) {
        EXPECT_LT(level.at("spectral_distance"), 1e-6);
    }
}

TEST_F(CoarsenAccuracy, LeanWritesTheSameBytesForEveryNumberOfThreads) {
    run_well({"coarsen", "sensor:5000", "-o", "one", "--accuracy", "lean", "--until", "100", "--threads", "1"});
    run_well({"coarsen", "sensor:5000", "-o", "three", "--accuracy", "lean", "--until", "100", "--threads", "3"});
    EXPECT_EQ(files("one"), files("three"));
}

TEST_F(CoarsenAccuracy, FaithfulHasTheEdgesOfExact) {
    for (const std::string accuracy : {"exact", "faithful"}) {
        run_well({"coarsen", "sensor:2000", "-o", accuracy, "--levels", "1,2,3", "--accuracy", accuracy});
    }
    for (const std::string level : {"1", "2", "3"}) {
        const Graph exact = read_graph(folder / ("exact/level_" + level + "/adjacency.mtx"));
        const Graph faithful = read_graph(folder / ("faithful/level_" + level + "/adjacency.mtx"));
        EXPECT_EQ(text("exact/level_" + level + "/nodes.txt"), text("faithful/level_" + level + "/nodes.txt"));
        ASSERT_EQ(exact.adjacency().indices, faithful.adjacency().indices) << "level " << level;
        for (std::size_t e = 0; e < exact.adjacency().values.size(); ++e) {
            EXPECT_NEAR(faithful.adjacency().values[e] / exact.adjacency().values[e], 1, 1e-4);
        }
    }
}

TEST_F(CoarsenAccuracy, LeanRefusesWhatItHasNoUseFor) {
    const Words lean_words{"coarsen", "sensor:100", "-o", "out", "--accuracy", "lean"};
    const auto with = [&](const Words& more) {
        Words words = lean_words;
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    EXPECT_NE(run(with({"--epsilon", "0.1"})).code, 0);
    EXPECT_NE(run(with({"--sparsify", "each"})).code, 0);
    EXPECT_NE(run(with({"--until", "50", "--levels", "1"})).code, 0);
    EXPECT_TRUE(tree().empty()) << "nothing is left behind";
}

TEST_F(CoarsenAccuracy, ALeanPyramidIsReadBackWithItsSpectra) {
    run_well({"coarsen", "sensor:1000", "-o", "out", "--accuracy", "lean", "--until", "200", "--format", "npz"});
    const StoredPyramid stored = load_pyramid(folder / "out");
    ASSERT_FALSE(stored.pyramid.levels.empty());
    for (const Level& level : stored.pyramid.levels) {
        ASSERT_TRUE(level.spectrum.has_value());
        EXPECT_EQ(level.spectrum->exact.size(), 10U);
    }
    run_well({"coarsen", "sensor:1000", "-o", "out", "--accuracy", "lean", "--until", "200", "--no-measure"});
    EXPECT_FALSE(load_pyramid(folder / "out").pyramid.levels.front().spectrum.has_value());
}

TEST_F(CoarsenAccuracy, EveryGraphOfADatasetCanBeLean) {
    run_well({"generate", "bench:easy", "-o", "set"});
    const Json written =
        run_json({"coarsen", "set", "-o", "out", "--accuracy", "lean", "--levels", "1,2", "--threads", "2", "--no-measure"});
    EXPECT_EQ(written.at("levels").size(), 2U);
}

TEST_F(CoarsenAccuracy, AutoIsExactWhereThatIsCheapAndTheManifestSaysSo) {
    const Json written = run_json({"coarsen", "sensor:500", "-o", "auto", "--accuracy", "auto"});
    run_well({"coarsen", "sensor:500", "-o", "exact"});
    EXPECT_EQ(written.at("options").at("accuracy"), "exact");
    EXPECT_EQ(files("auto"), files("exact"));
}

TEST_F(CoarsenAccuracy, AutoIsFaithfulForALargerMeshAndSaysWhy) {
    const Outcome outcome = run({"coarsen", "sensor:20000", "-o", "auto", "--accuracy", "auto", "--levels", "1,2", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json written = Json::parse(outcome.out);
    EXPECT_EQ(written.at("options").at("accuracy"), "faithful");
    EXPECT_EQ(written.at("options").at("cut_method"), "spectral");
    EXPECT_EQ(written.at("options").at("epsilon"), Threshold{}.epsilon);
    EXPECT_NE(outcome.err.find("the accuracy is faithful: exact is estimated to take"), std::string::npos) << outcome.err;
}

TEST_F(CoarsenAccuracy, ExactSaysBeforeItBeginsThatItTakesLong) {
    // The limit of memory ends it soon after.
    const Words words{"coarsen", "sensor:40000", "-o", "out", "--memory-limit", "0.01"};
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.err.starts_with("ndpool: note: exact levels are estimated to take ")) << outcome.err;
    EXPECT_NE(outcome.err.find(" of CPU time, --accuracy faithful 2 s, lean 2 s\n"), std::string::npos) << outcome.err;
    Words quiet = words;
    quiet.emplace_back("--quiet");
    EXPECT_EQ(run(quiet).err.find("estimated"), std::string::npos);
    EXPECT_EQ(run({"coarsen", "sensor:500", "-o", "out"}).err.find("estimated"), std::string::npos);
}

TEST_F(CoarsenAccuracy, ViewTakesAutoUnlessToldOtherwise) {
    EXPECT_NE(run({"view", "--help"}).out.find("--accuracy TEXT=auto "), std::string::npos);
    EXPECT_NE(run({"coarsen", "--help"}).out.find("--accuracy TEXT=exact "), std::string::npos);
    run_well({"view", "sensor:200", "-o", "auto.svg"});
    run_well({"view", "sensor:200", "-o", "exact.svg", "--accuracy", "exact"});
    EXPECT_EQ(text("auto.svg"), text("exact.svg"));
}

TEST_F(CoarsenAccuracy, FaithfulHasTheEdgesOfExactAlsoWhereWeightsAreFarFromOne) {
    run_well({"generate", "sensor:1500", "-o", "one.mtx", "--quiet"});
    const Graph million = read_graph(folder / "one.mtx").scaled_by(1e6);
    write_graph(million, folder / "million.mtx");
    for (const std::string accuracy : {"exact", "faithful"}) {
        run_well({"coarsen", "million.mtx", "-o", accuracy, "--levels", "2", "--accuracy", accuracy, "--quiet"});
    }
    const Graph exact = read_graph(folder / "exact/level_2/adjacency.mtx");
    const Graph faithful = read_graph(folder / "faithful/level_2/adjacency.mtx");
    EXPECT_NEAR(static_cast<double>(faithful.edge_count()), static_cast<double>(exact.edge_count()),
                1e-3 * static_cast<double>(exact.edge_count()));
}

TEST_F(CoarsenAccuracy, FaithfulRespectsTheMemoryLimitWhereAHubIsDropped) {
    std::string wheel = "# ndpool nodes=20001\n";
    for (int rim = 1; rim <= 20000; ++rim) {
        wheel += "0 " + std::to_string(rim) + "\n" + std::to_string(rim) + " " + std::to_string(rim % 20000 + 1) + "\n";
    }
    put("wheel.txt", wheel);
    expect_refusal(run({"coarsen", "wheel.txt", "-o", "out", "--levels", "1", "--accuracy", "faithful", "--memory-limit", "0.2",
                        "--keep", "larger", "--quiet"}),
                   1, {"200.0 MB", "cheaper side"});
    run_well({"coarsen", "wheel.txt", "-o", "out", "--levels", "1", "--accuracy", "faithful", "--memory-limit", "0.2", "--keep",
              "cheaper", "--quiet"});
}

}  // namespace
}  // namespace ndpool
