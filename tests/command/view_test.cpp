// The pages of ndpool view and ndpool reproduce.
#include "command/run_command.hpp"

namespace ndpool {
namespace {

class Pages : public CommandTest {};

TEST_F(Pages, ViewDrawsEveryLevelUpToTheLast) {
    const Json facts = run_json({"view", "grid:5x5", "-o", "grid.html", "--levels", "1,3"});
    EXPECT_EQ(facts.at("levels"), 3);
    EXPECT_EQ(facts.at("output"), "grid.html");
    EXPECT_NE(text("grid.html").find("data-graph"), std::string::npos);
    EXPECT_NE(text("grid.html").find("grid:5x5"), std::string::npos);
    run_well({"view", "grid:5x5", "-o", "grid.svg"});
    EXPECT_TRUE(text("grid.svg").starts_with("<svg"));
    run_well({"view", "bench:easy-small,9", "--graph", "9", "-o", "graph.html"});
}

TEST_F(Pages, ViewWritesTheSameBytesWhateverTheThreads) {
    run_well({"view", "sensor:80", "-o", "a.html", "--threads", "1"});
    run_well({"view", "sensor:80", "-o", "b.html", "--threads", "8"});
    EXPECT_EQ(text("a.html"), text("b.html"));
}

TEST_F(Pages, ViewUsesThePositionsGiven) {
    put("square.txt", "0 1\n1 2\n2 3\n3 0\n");
    put("flat.mtx", "%%MatrixMarket matrix array real general\n4 2\n0\n1\n1\n0\n0\n0\n1\n1\n");
    put("slanted.mtx", "%%MatrixMarket matrix array real general\n4 2\n0\n1\n2\n1\n0\n0\n1\n1\n");
    run_well({"view", "square.txt", "--positions", "flat.mtx", "-o", "flat.svg"});
    run_well({"view", "square.txt", "--positions", "slanted.mtx", "-o", "slanted.svg"});
    EXPECT_NE(text("flat.svg"), text("slanted.svg"));
}

TEST_F(Pages, ViewDrawsAStoredPyramidAsItIs) {
    run_well({"coarsen", "sensor:60", "-o", "pyramid", "--levels", "1,3", "--format", "npz"});
    const Json facts = run_json({"view", "pyramid", "-o", "stored.html"});
    EXPECT_EQ(facts.at("levels"), 2);
    const std::string page = text("stored.html");
    EXPECT_NE(page.find("<dt>made of</dt><dd>sensor:60</dd>"), std::string::npos);
    EXPECT_NE(page.find("Level 3"), std::string::npos);
    EXPECT_EQ(page.find("Level 2"), std::string::npos);
    run_well({"view", "pyramid", "-o", "stored.svg"});
    // What is in the files is what is drawn.
    run_well({"coarsen", "sensor:60", "-o", "dense", "--levels", "1,3", "--epsilon", "0"});
    run_well({"view", "dense", "-o", "dense.html"});
    EXPECT_NE(text("dense.html"), page);
}

TEST_F(Pages, ViewDrawsAGraphOfAStoredDataset) {
    for (const Words& words : {Words{}, Words{"--format", "npz"}, Words{"--method", "graclus"}}) {
        Words coarsen{"coarsen", "bench:easy-small,6", "-o", "coarse", "--levels", "1,2"};
        coarsen.insert(coarsen.end(), words.begin(), words.end());
        run_well(coarsen);
        EXPECT_EQ(run_json({"view", "coarse", "-o", "one.html"}).at("levels"), 2);
        run_well({"view", "coarse", "--graph", "1", "-o", "first.html"});
        run_well({"view", "coarse", "--graph", "6", "-o", "last.html"});
        EXPECT_NE(text("first.html"), text("last.html"));
        EXPECT_NE(text("one.html").find("<dt>graph</dt><dd>1 of 6</dd>"), std::string::npos);
        EXPECT_NE(text("last.html").find("<dt>graph</dt><dd>6 of 6</dd>"), std::string::npos);
        expect_refusal(run({"view", "coarse", "--graph", "7", "-o", "no.html"}), 2, {"--graph", "1 to 6"});
    }
}

TEST_F(Pages, ViewOfADatasetSaysWhichGraphItDraws) {
    run_well({"view", "bench:easy-small,6", "-o", "one.html"});
    EXPECT_NE(text("one.html").find("<dt>graph</dt><dd>1 of 6</dd>"), std::string::npos);
    run_well({"view", "grid:4x4", "-o", "single.html"});
    EXPECT_EQ(text("single.html").find("<dt>graph</dt>"), std::string::npos);
}

TEST_F(Pages, ViewRefusesOptionsThatAStoredPyramidCannotFollow) {
    run_well({"coarsen", "grid:4x4", "-o", "pyramid", "--levels", "1"});
    for (const Words& words :
         {Words{"--levels", "1"}, Words{"--epsilon", "0.1"}, Words{"--method", "graclus"}, Words{"--cut-method", "sdp"},
          Words{"--seed", "1"}, Words{"--symmetrize", "max"}, Words{"--accuracy", "lean"}, Words{"--relative-epsilon"}}) {
        Words view{"view", "pyramid", "-o", "no.html"};
        view.insert(view.end(), words.begin(), words.end());
        expect_refusal(run(view), 2, {words.front(), "pyramid", "stored"});
    }
    expect_refusal(run({"view", "pyramid", "-o", "no.html", "--graph", "1"}), 2, {"--graph", "single graph"});
    run_well({"view", "pyramid", "-o", "yes.html", "--threads", "2"});
}

TEST_F(Pages, ViewSaysWhatAFolderLacks) {
    std::filesystem::create_directory(folder / "empty");
    expect_refusal(run({"view", "empty", "-o", "no.html"}), 2, {"empty", "manifest.json", "NAME_A.txt"});
    put("empty/manifest.json", "{}");
    expect_refusal(run({"view", "empty", "-o", "no.html"}), 2, {"empty/manifest.json", "levels"});
    EXPECT_FALSE(std::filesystem::exists(folder / "no.html"));
}

TEST_F(Pages, ViewDrawsEveryMethod) {
    for (const std::string method : {"graclus", "nmf", "kmis"}) {
        EXPECT_EQ(run_json({"view", "sensor:60", "--method", method, "-o", "joined.html", "--levels", "2"}).at("levels"), 2);
        EXPECT_NE(text("joined.html").find("joined nodes meet in the middle"), std::string::npos);
        EXPECT_NE(text("joined.html").find("<dt>method</dt><dd>" + method + "</dd>"), std::string::npos);
        run_well({"view", "sensor:60", "--method", method, "-o", "joined.svg"});
    }
    expect_refusal(run({"view", "sensor:60", "--method", "nmf", "--epsilon", "1", "-o", "no.html"}), 2, {"--epsilon", "ndp"});
}

TEST_F(Pages, ViewPutsMethodsSideBySide) {
    run_well({"view", "sensor:60", "--method", "ndp,graclus,nmf", "-o", "all.html", "--levels", "2", "--epsilon", "0.1"});
    const std::string page = text("all.html");
    for (const std::string heading : {"<h3>ndp</h3>", "<h3>graclus</h3>", "<h3>nmf</h3>"}) {
        EXPECT_NE(page.find(heading), std::string::npos) << heading;
    }
    expect_refusal(run({"view", "sensor:60", "--method", "ndp,graclus", "-o", "no.svg"}), 2, {"--method", "SVG"});
    expect_refusal(run({"view", "sensor:60", "--method", "ndp,metis", "-o", "no.html"}), 2, {"--method", "metis"});
    expect_refusal(run({"view", "sensor:60", "--method", "graclus,nmf", "--epsilon", "1", "-o", "no.html"}), 2,
                   {"--epsilon", "ndp"});
}

TEST_F(Pages, ViewOfALargeGraphBeginsWithTheFirstLevelThatFits) {
    const Json facts = run_json({"view", "ring:24000", "-o", "large.html"});
    EXPECT_EQ(facts.at("levels"), 4) << "until a level has fewer than 2000 nodes";
    EXPECT_NE(text("large.html").find("Levels before have more than 20,000 nodes and are not drawn."), std::string::npos);
    EXPECT_EQ(run_json({"view", "ring:24000", "-o", "two.html", "--levels", "1,2"}).at("levels"), 2);
}

TEST_F(Pages, ReproduceListsItsTargets) {
    const Json list = run_json({"reproduce", "--list"});
    ASSERT_TRUE(list.at("targets").is_array());
    EXPECT_FALSE(list.at("targets").empty());
    const Outcome text_list = run({"reproduce", "--list"});
    for (const Json& target : list.at("targets")) {
        EXPECT_NE(text_list.out.find(target.get<std::string>()), std::string::npos);
    }
}

TEST_F(Pages, ReproduceWritesCsvJsonSvgAndAPageOfEachTargetOnce) {
    const Json printed = run_json({"reproduce", "cut-size", "cut-size", "--quick", "-o", "out"});
    EXPECT_EQ(printed.size(), 1U);
    const auto files = tree("out");
    EXPECT_EQ(files.size(), 5U) << "and nothing else";
    EXPECT_EQ(Json::parse(files.at("cut-size.json")), printed.at("cut-size"));
    EXPECT_TRUE(files.at("cut-size.svg").starts_with("<svg"));
    EXPECT_NE(files.at("index.html").find("<table"), std::string::npos);
    EXPECT_TRUE(Json::accept(files.at("manifest.json")));
    for (const std::string& line : lines("out/cut-size.csv")) {
        bool quoted = false;
        int fields = 1;
        for (const char c : line) {
            quoted = c == '"' ? !quoted : quoted;
            fields += c == ',' && !quoted ? 1 : 0;
        }
        EXPECT_EQ(fields, 6) << line;
    }
    run_well({"reproduce", "cut-size", "--quick", "-o", "out"});
    EXPECT_EQ(tree("out").at("cut-size.csv"), files.at("cut-size.csv")) << "the same numbers again";
}

TEST_F(Pages, ReproduceShowsTrainedTablesFromResultsAndNamesWhatIsMissing) {
    std::filesystem::create_directories(folder.path() / "results/table-graphs");
    put("results/table-graphs/table-graphs.json",
        R"({"name":"table-graphs","title":"T","note":"","rows":[{"name":"MUTAG","cells":{"NDP":{"ours":{"mean":85.7,"std":7.8},)"
        R"("paper":{"mean":87.9,"std":5.7}},"NMF":{"ours":null,"paper":{"mean":76.7,"std":14.4}}}}]})");
    const Json printed = run_json({"reproduce", "table-graphs", "fig-significance", "-o", "out", "--results", "results"});
    EXPECT_EQ(printed.at("table-graphs").at("verdict").at("agreement"), "agrees");
    EXPECT_EQ(printed.at("fig-significance").at("verdict").at("agreement"), "missing");
    EXPECT_NE(printed.at("fig-significance").at("fill_command").get<std::string>().find("ndpool reproduce"), std::string::npos);

    put("results/table-graphs/table-graphs.json", "{\"rows\": 7}");
    expect_refusal(run({"reproduce", "table-graphs", "-o", "again", "--results", "results"}), 2, {"table-graphs.json"});
    expect_refusal(run({"reproduce", "table-graphs", "-o", "again", "--results", "none"}), 2, {"none"});
}

TEST_F(Pages, AnalyseComparesLevelsWithTheGraphWhateverTheMethod) {
    const Json ndp = run_json({"analyse", "sensor:80", "--levels", "1,2"});
    ASSERT_EQ(ndp.at("levels").size(), 3U);
    for (const Json& level : ndp.at("levels")) {
        EXPECT_EQ(level.at("spectrum").size(), level.at("nodes").get<std::size_t>());
        EXPECT_TRUE(level.at("degrees").at("holds").get<bool>());
        if (level.at("level") > 0) {
            EXPECT_TRUE(level.at("interlacing").at("holds").get<bool>());
            EXPECT_TRUE(level.at("theorem_1").at("within_weyl").get<bool>());
            EXPECT_LT(level.at("resistance_error").get<double>(), 0.2);
        }
    }
    const Json graclus = run_json({"analyse", "sensor:80", "--method", "graclus", "--levels", "1,2"});
    EXPECT_FALSE(graclus.at("levels")[1].at("interlacing").at("holds").get<bool>());
    EXPECT_TRUE(run_json({"analyse", "sensor:60", "--method", "nmf", "--levels", "1"}).at("levels")[1].contains("interlacing"));

    const Json ring = run_json({"analyse", "ring:12", "--levels", "1"});
    EXPECT_TRUE(ring.at("levels")[0].at("degrees").at("regular").get<bool>());
    EXPECT_LT(ring.at("levels")[0].at("degrees").at("regular_error").get<double>(), 1e-12);

    run_well({"coarsen", "sensor:80", "-o", "pyramid", "--levels", "1,2"});
    const Json stored = run_json({"analyse", "pyramid", "-o", "spectra.svg"});
    EXPECT_EQ(stored.at("levels")[2].at("nodes"), ndp.at("levels")[2].at("nodes"));
    EXPECT_TRUE(text("spectra.svg").starts_with("<svg"));
    expect_refusal(run({"analyse", "sensor:80", "-o", "spectra.pdf"}), 2, {".html or .svg"});
    expect_refusal(run({"analyse", "bench:easy-small"}), 2, {"dataset"});
}

TEST_F(Pages, CutBoundsWhatSdpFindsAndSaysWhetherTrevisansGuaranteeApplies) {
    const Json sdp = run_json({"cut", "erdos-renyi:200,0.1", "--method", "sdp"});
    EXPECT_LT(sdp.at("upper_bound").get<double>(), 0.8);
    EXPECT_GE(sdp.at("upper_bound").get<double>(), sdp.at("cut_fraction").get<double>());
    EXPECT_LE(sdp.at("upper_bound").get<double>(), sdp.at("lambda_max").get<double>() / 2 + 1e-6);
    EXPECT_NE(sdp.at("bound_from").get<std::string>().find("semidefinite dual"), std::string::npos);
    EXPECT_FALSE(sdp.at("trevisan_guarantee").get<bool>());
    EXPECT_TRUE(run_json({"cut", "grid:6x6"}).at("trevisan_guarantee").get<bool>());
}

}  // namespace
}  // namespace ndpool
