// ndpool predict and ndpool reproduce table-graphs.
#include <regex>
#include <sstream>

#include "command/run_command.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

class Predict : public CommandTest {
protected:
    void train(const std::string& epochs = "5") const {
        run_well({"train", "bench:easy-small,45", "-o", "run", "--folds", "2", "--epochs", epochs, "--channels", "8,8"});
    }
};

TEST_F(Predict, PrintsALineForEveryGraph) {
    train();
    const Outcome outcome = run({"predict", "run", "bench:easy-small,45"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(outcome.err.starts_with("accuracy: ")) << outcome.err;
    put("all.csv", outcome.out);
    const std::vector<std::string> all = lines("all.csv");
    ASSERT_EQ(all.size(), 46U);
    EXPECT_EQ(all[0], "graph,class,probability of 1,probability of 2,probability of 3");
    for (std::size_t i = 1; i < all.size(); ++i) {
        int graph = 0;
        int label = 0;
        double p[3] = {};
        ASSERT_EQ(std::sscanf(all[i].c_str(), "%d,%d,%lf,%lf,%lf", &graph, &label, &p[0], &p[1], &p[2]), 5) << all[i];
        EXPECT_EQ(graph, static_cast<int>(i));
        EXPECT_NEAR(p[0] + p[1] + p[2], 1, 1e-5);
        EXPECT_EQ(p[label - 1], std::max({p[0], p[1], p[2]}));
    }
    const Outcome quiet = run({"predict", "run", "bench:easy-small,45", "--quiet"});
    EXPECT_EQ(quiet.err, "");
    EXPECT_EQ(quiet.out, outcome.out);
    run_well({"predict", "run", "bench:easy-small,45", "-o", "file.csv"});
    EXPECT_EQ(text("file.csv"), outcome.out);
    EXPECT_EQ(run({"predict", "run", "bench:easy-small,45", "--threads", "2"}).out, outcome.out);
}

TEST_F(Predict, JsonHasClassesGraphsAndTheAccuracy) {
    train();
    const Json all = run_json({"predict", "run", "bench:easy-small,45"});
    EXPECT_EQ(all.at("classes"), (std::vector<long>{1, 2, 3}));
    ASSERT_EQ(all.at("graphs").size(), 45U);
    double right = 0;
    for (std::size_t g = 0; g < 45; ++g) {
        EXPECT_EQ(all.at("graphs")[g].at("probabilities").size(), 3U);
        right += all.at("graphs")[g].at("class") == static_cast<long>(1 + g / 15) ? 1 : 0;
    }
    EXPECT_NEAR(all.at("accuracy").get<double>(), right / 45, 1e-12);
    const Json first = run_json({"predict", "run", "bench:easy-small,45", "--fold", "1"});
    const Json second = run_json({"predict", "run", "bench:easy-small,45", "--fold", "2"});
    const auto share = [](const Json& json) { return json.at("graphs")[7].at("probabilities")[1].get<double>(); };
    EXPECT_NE(share(first), share(second));
    EXPECT_NEAR(share(all), (share(first) + share(second)) / 2, 1e-5);
}

TEST_F(Predict, ClassifiesGraphsWhoseClassIsNotKnown) {
    train();
    run_well({"generate", "bench:easy-small,45", "-o", "SET"});
    const Json labelled = run_json({"predict", "run", "SET"});
    EXPECT_TRUE(labelled.contains("accuracy"));
    EXPECT_TRUE(fs::remove(folder / "SET/bench_easy_small_graph_labels.txt"));
    const Json unlabelled = run_json({"predict", "run", "SET"});
    EXPECT_FALSE(unlabelled.contains("accuracy"));
    EXPECT_EQ(unlabelled.at("graphs"), labelled.at("graphs"));
    EXPECT_EQ(run({"predict", "run", "SET"}).err, "");
}

TEST_F(Predict, OfClassesThatTheNetworksDoNotKnowThereIsNoAccuracy) {
    train();
    run_well({"generate", "bench:easy-small,45", "-o", "SET"});
    std::string labels;
    for (const std::string& line : lines("SET/bench_easy_small_graph_labels.txt")) {
        labels += line == "3" ? "7\n" : line + "\n";
    }
    put("SET/bench_easy_small_graph_labels.txt", labels);
    const Outcome outcome = run({"predict", "run", "SET"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(
        outcome.err,
        "ndpool: note: no accuracy, because the data has classes that the networks do not know (7); they were trained on 1, "
        "2, 3\n");
    EXPECT_FALSE(run_json({"predict", "run", "SET"}).contains("accuracy"));
}

TEST_F(Predict, CountsNodesWhoseLabelsTheNetworksDoNotKnow) {
    train();
    run_well({"generate", "bench:easy-small,45", "-o", "SET"});
    const std::string file = "SET/bench_easy_small_node_labels.txt";
    const std::vector<std::string> known = lines(file);
    std::string some = "77\n-5\n77\n";
    std::string others;
    for (std::size_t node = 0; node < known.size(); ++node) {
        some += node < 3 ? "" : known[node] + "\n";
        others += node % 2 == 0 ? "77\n" : "-5\n";
    }
    put(file, some);
    const Outcome outcome = run({"predict", "run", "SET"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string note = "ndpool: note: 3 of " + std::to_string(known.size()) +
                             " nodes have labels that the networks do not know (-5, 77) and count as nodes without a label\n";
    EXPECT_NE(outcome.err.find(note), std::string::npos) << outcome.err;
    EXPECT_EQ(run_json({"predict", "run", "SET"}).at("unknown_node_labels"), (std::vector<long>{-5, 77}));
    EXPECT_FALSE(run_json({"predict", "run", "bench:easy-small,45"}).contains("unknown_node_labels"));

    put(file, others);
    expect_refusal(run({"predict", "run", "SET"}), 2,
                   {"bench_easy_small: every node has a label that the networks do not know (-5, 77)"});
    EXPECT_TRUE(fs::remove(folder / file));
    expect_refusal(run({"predict", "run", "SET"}), 2, {"bench_easy_small: there are 0 columns of node labels, expected 1"});
}

TEST_F(Predict, SaysHowManyFoldsOfAnUnfinishedRunItUses) {
    train();
    fs::remove(folder / "run/checkpoints/fold_2.cbor");
    EXPECT_TRUE(run({"predict", "run", "bench:easy-small,45"})
                    .err.starts_with("ndpool: note: the run is not finished, these are the networks of 1 of 2 folds\n"));
}

TEST_F(Predict, NumbersOfAConfigurationAreCheckedAgainstTheirRanges) {
    train();
    const Json good = Json::parse(text("run/config.json"));
    for (const auto& [place, bad] : std::map<std::string, Json>{{"/options/network/channels/0", -8},
                                                                {"/options/network/channels/1", 1e15},
                                                                {"/options/folds", 1000000000},
                                                                {"/options/training/batch_size", 0}}) {
        Json config = good;
        config[Json::json_pointer(place)] = bad;
        put("run/config.json", config.dump());
        expect_refusal(run({"predict", "run", "bench:easy-small,45"}), 2, {"run/config.json: ", "found " + bad.dump()});
    }
}

TEST_F(Predict, RefusesWhatItCannotDo) {
    train();
    const auto before = tree();
    expect_refusal(run({"predict", "run", "bench:easy-small,45", "--fold", "3"}), 2, {"run: there is no fold 3"});
    expect_refusal(run({"predict", "run", "bench:easy-small,45", "--fold", "0"}), 2, {"--fold"});
    expect_refusal(run({"predict", "nowhere", "bench:easy-small,45"}), 2, {"nowhere: there is no run"});
    expect_refusal(run({"predict", "run", "NOWHERE"}), 2, {"NOWHERE"});
    expect_refusal(run({"predict", "run", "grid:4x4"}), 2, {"grid:4x4: this is one graph"});
    expect_refusal(run({"predict", "run", "bench:easy-small,45", "-o", "run"}), 2, {"run: this is a folder"});
    expect_refusal(run({"predict", "run", "bench:easy-small,45", "-o", "none/a.csv"}), 1, {"there is no folder none"});
    expect_refusal(run({"predict"}), 2, {"RUN is required"});
    EXPECT_EQ(tree(), before);
    put("PLAIN/PLAIN_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n");
    put("PLAIN/PLAIN_graph_indicator.txt", "1\n1\n2\n2\n");
    put("PLAIN/PLAIN_graph_labels.txt", "1\n2\n");
    expect_refusal(run({"predict", "run", "PLAIN"}), 2, {"label"});
    fs::remove(folder / "run/checkpoints/fold_1.cbor");
    fs::remove(folder / "run/checkpoints/fold_2.cbor");
    expect_refusal(run({"predict", "run", "bench:easy-small,45"}), 2, {"run: no fold has been trained to its end", "--resume"});
    put("run/config.json", "{");
    expect_refusal(run({"predict", "run", "bench:easy-small,45"}), 2, {"config.json"});
}

class TableGraphs : public CommandTest {
protected:
    /// Without the lines of progress, which slow machines print.
    [[nodiscard]] static std::string without_progress(const std::string& text) {
        std::string kept;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            kept += line.starts_with("ndpool: ") ? "" : line + '\n';
        }
        return kept;
    }
    const Words quick{"reproduce", "table-graphs", "--quick", "--datasets", "easy_small", "--methods", "flat,ndp,wl"};
    [[nodiscard]] Words with(const Words& more) const {
        Words words = quick;
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
};

TEST_F(TableGraphs, IsMadeOnceAndThenFoundAgain) {
    const Outcome outcome = run(with({"-o", "table"}));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(without_progress(outcome.err),
              "Bench-easy (small): WL\nBench-easy (small): Flat\nBench-easy (small): NDP\nwritten to table\n");
    for (const std::string file : {"table-graphs.csv", "table-graphs.json", "seconds-per-epoch.csv", "seconds-per-epoch.json",
                                   "index.html", "runs/easy_small/ndp/result.json", "runs/easy_small/wl/result.json"}) {
        EXPECT_TRUE(fs::exists(folder / "table" / file)) << file;
    }
    const auto before = tree();
    const Outcome again = run(with({"-o", "table"}));
    EXPECT_EQ(again.err, "written to table\n") << "nothing was trained";
    EXPECT_EQ(again.out, outcome.out);
    EXPECT_EQ(tree(), before);
    EXPECT_EQ(run(with({"-o", "table", "--quiet"})).err, "");
    const Json json = run_json(with({"-o", "table"}));
    EXPECT_TRUE(json.contains("table-graphs"));
    EXPECT_TRUE(json.contains("seconds-per-epoch"));
    EXPECT_EQ(tree(), before);

    // Numbers of other options are never passed off as these.
    for (const Words& more : {Words{"--seed", "5"}, Words{"--preset", "authors"}}) {
        Words words = with({"-o", "table"});
        words.insert(words.end(), more.begin(), more.end());
        expect_refusal(run(words), 2, {"this is another run"});
    }
    expect_refusal(run({"reproduce", "table-graphs", "-o", "table", "--datasets", "easy_small", "--methods", "wl"}), 2,
                   {"this is another run"});
    EXPECT_EQ(tree(), before);
}

TEST_F(TableGraphs, RefusesRowsWhoseCellsHaveOtherData) {
    run_well({"generate", "bench:easy-small,45", "-o", "easy_small"});
    run_well(
        {"reproduce", "table-graphs", "--quick", "--datasets", "easy_small", "--methods", "flat", "--data", ".", "-o", "table"});
    fs::remove_all(folder / "easy_small");
    const auto before = tree();
    const Words words{"reproduce", "table-graphs", "--quick", "--datasets", "easy_small", "--methods", "dense", "-o", "table"};
    expect_refusal(run(words), 2,
                   {"runs/easy_small/dense", "is not that of", "runs/easy_small/flat", "45 graphs", "same in all cells"});
    EXPECT_EQ(tree(), before);
    run_well({"reproduce", "table-graphs", "--quick", "--datasets", "easy_small", "--methods", "dense", "-o", "other"});
    fs::copy(folder / "other/runs/easy_small/dense", folder / "table/runs/easy_small/dense", fs::copy_options::recursive);
    expect_refusal(run(words), 2, {"is not that of", "same in all cells"});
}

TEST_F(TableGraphs, HasNdpWithEitherSideOfTheCut) {
    for (const std::string side : {"smaller", "larger"}) {
        run_well({"reproduce", "table-graphs", "--quick", "--datasets", "easy_small", "--methods", "ndp-" + side, "-o", "table"});
        const Json options = Json::parse(text("table/runs/easy_small/ndp-" + side + "/config.json")).at("options");
        EXPECT_EQ(options.at("pool"), "ndp");
        EXPECT_EQ(options.at("coarsening").at("keep"), side);
    }
}

TEST_F(TableGraphs, TheAblationHasTheSameCellsAsTrainingWithItsOptions) {
    const Outcome outcome = run({"reproduce", "table-ablation", "--quick", "--datasets", "hard_small", "--methods",
                                 "take,harmonic-jump,harmonic-cut-auto", "-o", "table"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const std::string file : {"table-ablation.csv", "table-ablation.json", "index.html"}) {
        EXPECT_TRUE(fs::exists(folder / "table" / file)) << file;
    }
    run_well({"train", "bench:hard-small", "-o", "alone", "--folds", "2", "--epochs", "5", "--reduce", "harmonic", "--jump"});
    EXPECT_EQ(text("alone/metrics.csv").substr(0, 30), text("table/runs/hard_small/harmonic-jump/metrics.csv").substr(0, 30));
    const auto options = [&](const std::string& run) { return Json::parse(text(run + "/config.json")).at("options"); };
    EXPECT_EQ(options("alone"), options("table/runs/hard_small/harmonic-jump"));
    EXPECT_EQ(options("table/runs/hard_small/harmonic-cut-auto").at("coarsening").at("cut_method"), "auto");
}

TEST_F(TableGraphs, TheCurvesAreTrainedToTheLastEpochAndCondensed) {
    const Words words{"reproduce",  "fig-curves",     "--folds",   "2",   "--epochs", "3",
                      "--datasets", "hard_recreated", "--methods", "ndp", "-o",       "curves"};
    EXPECT_EQ(run(words).err, "Bench-hard (recreated): NDP\nwritten to curves\n");
    const Json training = Json::parse(text("curves/runs/hard_recreated/ndp/config.json")).at("options").at("training");
    EXPECT_EQ(training.at("epochs"), 3);
    EXPECT_EQ(training.at("patience"), 3) << "nothing stops it early";
    const std::string curve = text("curves/runs/hard_recreated/ndp/curve.csv");
    EXPECT_EQ(std::count(curve.begin(), curve.end(), '\n'), 4) << curve;
    const Json figure = Json::parse(text("curves/fig-curves.json"));
    EXPECT_EQ(figure.at("charts").at(0).at("title"), "Bench-hard (recreated)");
    EXPECT_TRUE(figure.contains("fill_command")) << "the other data sets and pools are named as missing";
    for (const std::string ending : {".csv", ".svg"}) {
        EXPECT_TRUE(fs::exists(folder / "curves" / ("fig-curves" + ending))) << ending;
    }

    // Metrics are not needed any more, and nothing is trained again.
    fs::remove(folder / "curves/runs/hard_recreated/ndp/metrics.jsonl");
    const auto before = tree();
    EXPECT_EQ(run(words).err, "written to curves\n");
    EXPECT_EQ(tree(), before);
    // Beside other figures the curves are shown from results.
    run_well({"reproduce", "fig-curves", "fig-schema", "--results", "curves", "-o", "shown"});
    EXPECT_EQ(Json::parse(text("shown/fig-curves.json")).at("charts"), figure.at("charts"));
}

TEST_F(TableGraphs, TimesCellsApartFromTheirTraining) {
    EXPECT_EQ(run(with({"-o", "table"})).code, 0);
    const Outcome timed = run(with({"-o", "table", "--time-epochs", "2"}));
    EXPECT_EQ(timed.err, "Bench-easy (small): Flat\nBench-easy (small): NDP\nwritten to table\n");
    const auto after = tree();
    EXPECT_EQ(run(with({"-o", "table", "--time-epochs", "2"})).err, "written to table\n") << "nothing was timed again";
    EXPECT_EQ(tree(), after);
    EXPECT_EQ(std::distance(fs::recursive_directory_iterator(folder / "table/timing"), {}), 3) << "one folder, two files";
    const Json ndp = Json::parse(text("table/timing/easy_small/ndp.json"));
    EXPECT_EQ(ndp.at("epochs"), 2);
    const Json shown = run_json(with({"-o", "table"}));
    EXPECT_EQ(shown.at("seconds-per-epoch").at("rows").at(0).at("cells").at("NDP").at("ours").at("mean"),
              ndp.at("seconds_per_epoch"));
    for (const std::string figure : {"table-graphs", "fig-time", "fig-significance"}) {
        EXPECT_NE(text("table/index.html").find("data-figure=\"" + figure), std::string::npos) << figure;
        EXPECT_TRUE(fs::exists(folder / "table" / (figure + ".svg"))) << figure;
    }
    put("table/timing/easy_small/ndp.json", "{}");
    expect_refusal(run(with({"-o", "table"})), 2, {"ndp.json: expected the time of an epoch"});
}

TEST_F(TableGraphs, LeavesOutCellsThatWouldTakeTooLong) {
    EXPECT_EQ(run(with({"-o", "table"})).code, 0);
    fs::remove_all(folder / "table/runs/easy_small/ndp");
    put("table/timing/easy_small/ndp.json", R"({"epochs": 1, "seconds_per_epoch": 5000})");
    const Json shown = run_json(with({"-o", "table", "--most-hours", "5"}));
    const Json cells = shown.at("table-graphs").at("rows").at(0).at("cells");
    EXPECT_TRUE(cells.at("NDP").at("ours").is_null());
    EXPECT_TRUE(std::regex_match(cells.at("NDP").at("left_out").get<std::string>(), std::regex("over [0-9]+ hours")));
    EXPECT_FALSE(cells.at("Flat").at("ours").is_null());
    EXPECT_FALSE(cells.at("Flat").contains("left_out"));
    EXPECT_FALSE(fs::exists(folder / "table/runs/easy_small/ndp"));
    EXPECT_NE(text("table/index.html").find("over "), std::string::npos);
    EXPECT_FALSE(run_json(with({"-o", "table"})).at("table-graphs").at("rows").at(0).at("cells").at("NDP").contains("left_out"))
        << "without a limit it is trained";
}

TEST_F(TableGraphs, RefusesNamesAndFoldersThatAreNotItsOwn) {
    put("photos/holiday.jpg", "beach");
    put("file", "");
    const auto before = tree();
    expect_refusal(run({"reproduce", "table-graphs", "-o", "out", "--datasets", "EASY"}), 2,
                   {"no dataset EASY", "easy_small", "PROTEINS"});
    expect_refusal(run({"reproduce", "table-graphs", "-o", "out", "--methods", "magic"}), 2, {"no method magic", "wl", "ndp"});
    expect_refusal(run({"reproduce", "table-graphs", "-o", "out", "--preset", "magic", "--datasets", "easy_small"}), 2,
                   {"magic", "paper, authors, modern or tuned"});
    expect_refusal(run({"reproduce", "table-graphs"}), 2, {"-o DIR"});
    expect_refusal(run({"reproduce", "table-graphs", "cut-size", "-o", "out"}), 2, {"cannot be combined with other targets"});
    expect_refusal(run(with({"-o", "photos"})), 2, {"photos: something else is there"});
    expect_refusal(run(with({"-o", "file"})), 2, {"file: something else is there"});
    expect_refusal(run(with({"-o", "out", "--frob"})), 2, {"there is no option --frob"});
    EXPECT_EQ(tree(), before);
}

TEST_F(TableGraphs, DatasetsThatAreNotThereAreLeftOutWithARemark) {
    const Outcome outcome = run({"reproduce", "table-graphs", "--quick", "-o", "out", "--datasets", "MUTAG"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.err.find("MUTAG is left out: "), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace ndpool
