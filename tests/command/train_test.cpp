// ndpool train: what a run leaves, how it goes on after a kill, and what it refuses.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "command/run_command.hpp"
#include "ndpool/io/file.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

class Train : public CommandTest {
protected:
    /// A small run; `more` comes last.
    [[nodiscard]] static Words small_run(const std::string& name, const Words& more = {}) {
        Words words{"train", "bench:easy-small,45", "-o",  name,      "--folds",         "2",   "--epochs",
                    "5",     "--channels",          "8,8", "--quiet", "--learning-rate", "0.01"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Json json_file(const std::string& name) const { return Json::parse(text(name)); }
    /// result.json without what a clock decides.
    [[nodiscard]] Json result(const std::string& name) const {
        Json json = json_file(name + "/result.json");
        json.erase("seconds_per_epoch");
        json.erase("coarsening_seconds");
        return json;
    }
    [[nodiscard]] std::vector<Json> metrics(const std::string& name) const {
        std::vector<Json> all;
        for (const std::string& line : lines(name + "/metrics.jsonl")) {
            all.push_back(Json::parse(line));
            all.back().erase("seconds");
        }
        return all;
    }
    void expect_same_run(const std::string& first, const std::string& second) const {
        EXPECT_EQ(result(first), result(second));
        EXPECT_EQ(metrics(first), metrics(second));
        for (const std::string file : {"config.json", "models/fold_1.npz", "models/fold_2.npz"}) {
            EXPECT_EQ(text(first + "/" + file), text(second + "/" + file)) << file;
        }
    }
    void expect_refused(const Words& words, const Words& expected) const {
        std::string line;
        for (const std::string& word : words) {
            line += " " + word;
        }
        SCOPED_TRACE(line);
        const auto before = tree();
        expect_refusal(run(words), 2, expected);
        EXPECT_EQ(tree(), before) << "something was changed";
    }
};

TEST_F(Train, ValuesThatAreNothingAreRefused) {
    for (const std::string option : {"--layer", "--readout", "--features", "--cut-method", "--keep", "--reduce"}) {
        expect_refusal(run({"train", "bench:easy-small,45", "-o", "run", option, ""}), 2, {option + ": there is nothing"});
    }
}

TEST_F(Train, LeavesTheFilesOfARunAndNoOthers) {
    run_well({"train", "bench:easy_small", "-o", "run", "--folds", "2", "--epochs", "5"});
    Words names;
    for (const auto& [name, bytes] : tree("run")) {
        names.push_back(name);
    }
    EXPECT_EQ(names, (Words{"checkpoints/", "checkpoints/fold_1.cbor", "checkpoints/fold_2.cbor", "config.json", "index.html",
                            "metrics.csv", "metrics.jsonl", "models/", "models/fold_1.npz", "models/fold_2.npz",
                            "predictions.csv", "result.json"}));
    const std::string page = text("run/index.html");
    for (const std::string part : {"id=\"curves\"", "id=\"folds\"", "id=\"classes\"", "id=\"wrong\"", "id=\"options\""}) {
        EXPECT_NE(page.find(part), std::string::npos) << part;
    }
    const Words predicted = lines("run/predictions.csv");
    ASSERT_EQ(predicted.size(), 1U + 2 * 27) << "both networks test the 27 graphs of the data's own split";
    EXPECT_EQ(predicted[0], "fold,graph,class,predicted");
    const Json result = json_file("run/result.json");
    for (const std::string key : {"folds", "mean", "std", "seconds_per_epoch", "coarsening_seconds", "parameters", "epochs",
                                  "best_epochs", "validation"}) {
        EXPECT_TRUE(result.contains(key)) << key;
    }
    EXPECT_EQ(result.size(), 9U);
    const std::vector<double> folds = result.at("folds");
    ASSERT_EQ(folds.size(), 2U);
    EXPECT_NEAR(result.at("mean").get<double>(), (folds[0] + folds[1]) / 2, 1e-12);
    EXPECT_NEAR(result.at("std").get<double>(), std::abs(folds[0] - folds[1]) / 2, 1e-12);
    // Five colours through Eq. 1 three times, which has two matrices each, and a dense layer with a bias to three classes.
    EXPECT_EQ(result.at("parameters"), 2 * 5 * 32 + 2 * 32 * 32 * 2 + 33 * 3);
    const Json config = json_file("run/config.json");
    EXPECT_EQ(config.at("program"), "ndpool");
    EXPECT_EQ(config.at("version"), NDPOOL_VERSION);
    EXPECT_EQ(config.at("graphs"), 300);
    EXPECT_EQ(config.at("classes"), (std::vector<long>{1, 2, 3}));
    EXPECT_EQ(config.at("options").at("pool"), "ndp");
    EXPECT_EQ(config.at("options").at("folds"), 2);
    EXPECT_EQ(config.at("options").at("training").at("epochs"), 5);
    EXPECT_EQ(config.at("options").at("coarsening").at("levels"), (std::vector<int>{1, 2}));
    const std::vector<std::string> lines_of_epochs = lines("run/metrics.jsonl");
    ASSERT_EQ(lines_of_epochs.size(), 10U);
    EXPECT_EQ(lines("run/metrics.csv").size(), 11U);
    for (std::size_t i = 0; i < 10; ++i) {
        const Json line = Json::parse(lines_of_epochs[i]);
        EXPECT_EQ(line.at("fold"), i / 5 + 1);
        EXPECT_EQ(line.at("epoch"), i % 5 + 1);
        for (const std::string key : {"loss", "accuracy", "validation_loss", "validation_accuracy", "seconds"}) {
            EXPECT_TRUE(line.at(key).is_number()) << key;
        }
    }
}

TEST_F(Train, NumbersGoToStandardOutputAndOnlyRemarksToStandardError) {
    Words words = small_run("run");
    std::erase(words, "--quiet");
    const Outcome plain = run(words);
    EXPECT_EQ(plain.code, 0);
    EXPECT_EQ(plain.err, "written to run\n");
    for (const std::string part : {"accuracy", "fold 2", "seconds per epoch", "parameters"}) {
        EXPECT_NE(plain.out.find(part), std::string::npos) << plain.out;
    }
    const Json json = run_json(small_run("other"));
    Json same = json;
    same.erase("seconds_per_epoch");
    same.erase("coarsening_seconds");
    EXPECT_EQ(same, result("run"));
    const Outcome full = run(small_run("third"), {.folder = folder.path(), .standard_output = "/dev/full"});
    EXPECT_EQ(full.code, 1);
    EXPECT_EQ(full.err, "ndpool: cannot write to standard output\n");
}

TEST_F(Train, DependsOnTheSeedAndNotOnThreads) {
    run_well(small_run("one", {"--threads", "1"}));
    run_well(small_run("two", {"--threads", "2"}));
    expect_same_run("one", "two");
    run_well(small_run("seeded", {"--seed", "9"}));
    EXPECT_NE(metrics("one"), metrics("seeded"));
}

TEST_F(Train, KilledAtAnyMomentItEndsWithTheSameNumbersWhenResumed) {
    const auto long_run = [&](const std::string& name) {
        Words words = small_run(name);
        words[7] = "40";
        words.insert(words.end(), {"--threads", "1"});
        return words;
    };
    run_well(long_run("undisturbed"));
    ASSERT_EQ(metrics("undisturbed").size(), 80U);
    for (const std::size_t epochs : {0U, 1U, 30U, 50U, 79U}) {
        SCOPED_TRACE(epochs);
        const std::string name = "killed-" + std::to_string(epochs);
        {
            RunningCommand running(long_run(name), {folder.path()});
            const auto begin = std::chrono::steady_clock::now();
            const auto is_there = [&] {
                const std::string file = name + "/" + (epochs == 0 ? "config.json" : "metrics.jsonl");
                return fs::exists(folder / file) && (epochs == 0 || lines(file).size() >= epochs);
            };
            while (!is_there() && std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            running.send(SIGKILL);
            const Outcome outcome = running.finish();
            EXPECT_TRUE(outcome.signal == SIGKILL || outcome.code == 0);
        }
        Words resume = long_run(name);
        resume.emplace_back("--resume");
        run_well(resume);
        expect_same_run(name, "undisturbed");
        for (const auto& [file, bytes] : tree(name)) {
            EXPECT_EQ(file.find(".partial-"), std::string::npos) << file;
        }
    }
    const auto before = tree("undisturbed");
    Words again = long_run("undisturbed");
    again.emplace_back("--resume");
    run_well(again);
    EXPECT_EQ(tree("undisturbed"), before) << "a finished run is not touched";
}

TEST_F(Train, ResumeIsRefusedWithOtherOptionsOrAnotherDataset) {
    run_well(small_run("run"));
    const auto changed = [&](const Words& more) {
        Words words = small_run("run", more);
        words.emplace_back("--resume");
        return words;
    };
    expect_refused(changed({"--pool", "flat"}), {"run: this is another run", "pool is \"ndp\" there and \"flat\" here"});
    expect_refused(changed({"--batch-size", "7"}), {"batch_size is 32 there and 7 here"});
    expect_refused(changed({"--layer", "gcn"}), {"layer is \"mp\" there and \"gcn\" here"});
    expect_refused(changed({"--seed", "4"}), {"this is another run"});
    Words other = changed({});
    other[1] = "bench:hard-small,45";
    expect_refused(other, {"run: this is another run"});
    other[1] = "bench:easy-small,48";
    expect_refused(other, {"graphs is 45 there and 48 here"});
}

TEST_F(Train, WhatIsThereIsKeptUnlessItIsToldOtherwise) {
    run_well(small_run("run"));
    expect_refused(small_run("run"), {"run: there is a run already", "--resume", "--overwrite"});
    expect_refused(small_run("run", {"--resume", "--overwrite"}), {"exclude each other"});
    put("photos/holiday.jpg", "beach");
    put("file", "text");
    put("site/config.json", R"({"name": "somebody else's"})");
    for (const std::string foreign : {"photos", "file", "site"}) {
        expect_refused(small_run(foreign, {"--overwrite"}), {foreign});
    }
    expect_refused(small_run("photos"), {"photos: something else is there"});
    expect_refused(small_run("site", {"--resume"}), {"site/config.json"});
    put("run/notes.txt", "mine");
    Words bad = small_run("run", {"--overwrite", "--own-folds"});
    bad[5] = "46";  // more than there are graphs
    expect_refused(bad, {"46"});
    run_well(small_run("run", {"--overwrite", "--seed", "3"}));
    run_well(small_run("fresh", {"--seed", "3"}));
    expect_same_run("run", "fresh");
    EXPECT_EQ(text("run/notes.txt"), "mine");
}

TEST_F(Train, BadWordsAreRefusedInOneLine) {
    const auto with = [&](const Words& more) { return small_run("run", more); };
    expect_refused(with({"--pool", "magic"}), {"magic", "ndp, graclus", "diffpool"});
    expect_refused(with({"--layer", "magic"}), {"magic", "gcn"});
    expect_refused(with({"--preset", "magic"}), {"magic", "paper, authors, modern or tuned"});
    expect_refused(with({"--features", "magic"}), {"magic", "paper", "authors"});
    expect_refused(with({"--stride", "3"}), {"--stride", "power of two"});
    expect_refused(with({"--batch-size", "0"}), {"--batch-size"});
    expect_refused(with({"--pool", "flat", "--epsilon", "0.1"}), {"--epsilon: belongs to the pool ndp", "flat"});
    expect_refused(with({"--pool", "nmf", "--keep", "smaller"}), {"--keep: belongs to the pool ndp", "nmf"});
    expect_refused(with({"--keep", "both"}), {"both", "first, smaller, larger"});
    expect_refused(with({"--pool", "topk", "--reduce", "max"}), {"--reduce: belongs to pools of a pyramid", "topk"});
    expect_refused(with({"--pool", "topk", "--layer", "relational"}), {"relational", "do not work with the pool topk"});
    expect_refused(with({"--frob"}), {"there is no option --frob", "ndpool train --help"});
    for (const std::string channels : {"0", "8,x"}) {
        Words words = small_run("run");
        words[9] = channels;
        expect_refused(words, {"--channels"});
    }
    expect_refused({"train", "bench:easy-small,45"}, {"--output is required"});
    expect_refused({"train"}, {"INPUT is required"});
}

TEST_F(Train, DataThatCannotBeLearnedFromIsRefused) {
    const auto on = [&](const std::string& input) {
        Words words = small_run("run");
        words[1] = input;
        return words;
    };
    expect_refused(on("NOWHERE"), {"NOWHERE: no such file or folder"});
    expect_refused(on("grid:4x4"), {"grid:4x4: this is one graph, expected a dataset"});
    put("ONE/ONE_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n5, 6\n6, 5\n");
    put("ONE/ONE_graph_indicator.txt", "1\n1\n2\n2\n3\n3\n");
    put("ONE/ONE_graph_labels.txt", "1\n1\n1\n");
    expect_refused(on("ONE"), {"class"});
    put("TWO/TWO_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n5, 6\n6, 5\n");
    put("TWO/TWO_graph_indicator.txt", "1\n1\n2\n2\n3\n3\n");
    put("TWO/TWO_graph_labels.txt", "1\n1\n2\n");
    Words many = on("TWO");
    many[5] = "4";
    expect_refused(many, {"4", "3"});
}

TEST_F(Train, AFullDiskIsAFailureAndTheRunGoesOnAfterwards) {
    run_well(small_run("undisturbed"));
    std::string line = "trap '' XFSZ; ulimit -f 4; cd '" + folder.path().string() + "' && NDPOOL_CACHE= '" NDPOOL_COMMAND "'";
    for (const std::string& word : small_run("run")) {
        line += " " + word;
    }
    const int status = std::system((line + " > out.txt 2> err.txt").c_str());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 1);
    ASSERT_EQ(lines("err.txt").size(), 1U) << text("err.txt");
    EXPECT_TRUE(text("err.txt").starts_with("ndpool: ")) << text("err.txt");
    EXPECT_NE(text("err.txt").find("cannot write: File too large"), std::string::npos) << text("err.txt");
    EXPECT_EQ(text("out.txt"), "");
    EXPECT_FALSE(fs::exists(folder / "run/result.json"));
    run_well(small_run("run", {"--resume"}));
    expect_same_run("run", "undisturbed");
}

TEST_F(Train, HelpNamesEveryPoolAndItsOptions) {
    const std::string help = run({"train", "--help"}).out;
    for (const std::string part : {"Usage: ndpool train",
                                   "Examples:\n  ndpool train",
                                   "--resume",
                                   "--overwrite",
                                   "--preset",
                                   "--folds",
                                   "--seed",
                                   "--threads",
                                   "--quiet",
                                   "--json",
                                   "--version",
                                   "  ndp ",
                                   "  graclus ",
                                   "  graclus-plain ",
                                   "  nmf ",
                                   "  topk ",
                                   "  sagpool ",
                                   "  diffpool ",
                                   "  mincut ",
                                   "  edgepool ",
                                   "  maxcut ",
                                   "  kmis ",
                                   "  kmis-kron ",
                                   "  flat ",
                                   "  dense "}) {
        EXPECT_NE(help.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(run({"train", "-h"}).out, help);
    EXPECT_EQ(run({"train", "--version"}).out, run({"--version"}).out);
    EXPECT_EQ(run({"predict", "--version"}).out, run({"--version"}).out);
}

TEST_F(Train, CommonOptionsComeBeforeOrAfterTheName) {
    Words before = small_run("before");
    before.insert(before.begin(), {"--seed", "7"});
    run_well(before);
    run_well(small_run("after", {"--seed", "7"}));
    expect_same_run("before", "after");
}

TEST_F(Train, OnATerminalALineFollowsTheEpochs) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) {
        GTEST_SKIP() << "SKIPPED: this system gives no pseudo-terminals, so no line was looked at";
    }
    close(terminal);
    Words words = small_run("run", {"--pool", "mincut"});
    std::erase(words, "--quiet");
    const Outcome outcome = run(words, {.folder = folder.path(), .terminal = true});
    EXPECT_EQ(outcome.code, 0);
    for (const std::string part : {"fold 1/2, epoch 1: loss ", "fold 2/2: test accuracy ", "after 5 epochs", "written to run"}) {
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(outcome.out.find("epoch 1:"), std::string::npos);
}

TEST_F(Train, CoarsenedGraphsAreKeptInTheCacheThatIsNamed) {
    const std::map<std::string, std::string> variables{{"NDPOOL_CACHE", (folder / "cache").string()}};
    EXPECT_EQ(run(small_run("first"), {.folder = folder.path(), .variables = variables}).code, 0);
    EXPECT_EQ(tree("cache").size(), 1U);
    const auto before = tree("cache");
    EXPECT_EQ(run(small_run("second"), {.folder = folder.path(), .variables = variables}).code, 0);
    EXPECT_EQ(tree("cache"), before);
    expect_same_run("first", "second");
}

TEST(LearningProgram, IsTheOnlyOneThatLoadsLibTorch) {
    const ScratchFolder folder;
    const auto libraries_of = [&](const std::string& program) {
        const std::string file = (folder / "libraries.txt").string();
        EXPECT_EQ(std::system(("ldd '" + program + "' > '" + file + "'").c_str()), 0);
        return read_bytes(file);
    };
    EXPECT_EQ(libraries_of(NDPOOL_COMMAND).find("torch"), std::string::npos);
    EXPECT_NE(libraries_of(NDPOOL_COMMAND "-learn").find("torch"), std::string::npos);
}

}  // namespace
}  // namespace ndpool
