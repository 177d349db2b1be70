// The system refuses one call, whichever it is: then there is the old output or the new one, one line and a right exit code.
#include <algorithm>
#include <csignal>

#include "command/run_command.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

struct Scenario {
    Words before;        ///< what makes the old output; nothing if empty
    Words words;         ///< what makes the new one
    std::string output;  ///< what both write
};

/// Fails the n-th call for n = 1, 2, ... until the command makes fewer.
class Faults : public CommandTest {
protected:
    void SetUp() override {
        if (std::string(NDPOOL_FAIL_CALL).empty()) {
            GTEST_SKIP() << "NOT RUN: faults are injected by $LD_PRELOAD, which sanitizers do not go with";
        }
        put("graph.txt", "0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n0 2\n");
    }

    /// The bytes of the output, times aside; empty if there is none.
    [[nodiscard]] std::map<std::string, std::string> content(const fs::path& path) const {
        if (!fs::exists(folder / path)) {
            return {};
        }
        if (fs::is_regular_file(folder / path)) {
            return {{".", text(path.string())}};
        }
        auto files = tree(path.string());
        for (auto& [name, bytes] : files) {
            if (name.ends_with("manifest.json")) {
                Json manifest = Json::parse(bytes);
                if (manifest.contains("levels")) {
                    for (Json& level : manifest.at("levels")) {
                        level.erase("seconds");
                    }
                }
                bytes = manifest.dump();
            }
        }
        return files;
    }

    [[nodiscard]] Outcome run_failing(const Words& words, const std::string& call, long number) const {
        fs::remove(folder / "mark");
        return run(words, {folder.path(),
                           {{"LD_PRELOAD", NDPOOL_FAIL_CALL},
                            {"NDPOOL_FAIL", call + ":" + std::to_string(number)},
                            {"NDPOOL_FAIL_MARK", (folder / "mark").string()}}});
    }

    void expect_no_partials() const {
        for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
            EXPECT_EQ(entry.path().filename().string().find(".partial-"), std::string::npos) << entry.path();
        }
    }

    void expect_old_or_new(const Scenario& scenario, const std::string& call, long step_after = 1'000'000) const {
        SCOPED_TRACE(scenario.words.front() + " " + call);
        fs::remove_all(folder / scenario.output);
        if (!scenario.before.empty()) {
            ASSERT_EQ(run(scenario.before).code, 0);
        }
        const auto old_content = content(scenario.output);
        const fs::path aside = folder / "aside";
        fs::remove_all(aside);
        if (!old_content.empty()) {
            fs::copy(folder / scenario.output, aside, fs::copy_options::recursive);
        }
        ASSERT_EQ(run(scenario.words).code, 0);
        const auto new_content = content(scenario.output);
        ASSERT_NE(new_content, old_content);
        long failures = 0;
        for (long number = 1;; number += number < step_after ? 1 : number / 4) {
            SCOPED_TRACE(number);
            fs::remove_all(folder / scenario.output);
            if (!old_content.empty()) {
                fs::copy(aside, folder / scenario.output, fs::copy_options::recursive);
            }
            const Outcome outcome = run_failing(scenario.words, call, number);
            if (!fs::exists(folder / "mark")) {
                EXPECT_EQ(outcome.code, 0) << outcome.err;
                break;
            }
            ++failures;
            ASSERT_EQ(outcome.signal, 0) << outcome.err;
            if (outcome.code == 0) {
                EXPECT_EQ(content(scenario.output), new_content);
            } else {
                EXPECT_EQ(outcome.code, 1) << outcome.err;
                EXPECT_TRUE(outcome.err.starts_with("ndpool: ")) << outcome.err;
                EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
                EXPECT_EQ(content(scenario.output), old_content) << outcome.err;
            }
            expect_no_partials();
            if (HasFailure()) {
                break;
            }
        }
        fs::remove_all(aside);
        RecordProperty("calls of " + call + " that failed", static_cast<int>(failures));
    }
};

TEST_F(Faults, CoarseningLeavesTheOldFolderOrTheNewOne) {
    const Scenario scenario{{"coarsen", "path:20", "-o", "out", "--quiet"},
                            {"coarsen", "graph.txt", "-o", "out", "--levels", "1,2", "--threads", "2", "--quiet"},
                            "out"};
    for (const std::string call : {"write", "rename", "fsync", "mkdir", "thread"}) {
        expect_old_or_new(scenario, call);
    }
    expect_old_or_new(scenario, "malloc", 60);
    expect_old_or_new(scenario, "memory");
}

TEST_F(Faults, OneFileOfOneLevelToo) {
    const Scenario scenario{{"coarsen", "path:20", "-o", "out.npz", "--nodes", "4", "--quiet"},
                            {"coarsen", "graph.txt", "-o", "out.npz", "--nodes", "3", "--quiet"},
                            "out.npz"};
    for (const std::string call : {"write", "rename", "fsync"}) {
        expect_old_or_new(scenario, call);
    }
}

TEST_F(Faults, GeneratingAndCutting) {
    const Scenario generate{
        {"generate", "path:20", "-o", "out.npz", "--quiet"}, {"generate", "sensor:30", "-o", "out.npz"}, "out.npz"};
    const Scenario data{{}, {"generate", "bench:easy-small", "-o", "bench"}, "bench"};
    const Scenario cut{{"cut", "path:20", "-o", "parts.txt"}, {"cut", "graph.txt", "-o", "parts.txt"}, "parts.txt"};
    for (const std::string call : {"write", "rename", "fsync", "mkdir", "thread"}) {
        expect_old_or_new(generate, call);
        expect_old_or_new(cut, call);
        expect_old_or_new(data, call);
    }
    expect_old_or_new(generate, "malloc", 60);
    expect_old_or_new(cut, "malloc", 60);
    expect_old_or_new(generate, "memory");
    expect_old_or_new(cut, "memory");
}

TEST_F(Faults, DrawingAndReproducing) {
    const Scenario view{{"view", "path:20", "-o", "page.html"}, {"view", "graph.txt", "-o", "page.html"}, "page.html"};
    for (const std::string call : {"write", "rename", "fsync", "thread"}) {
        expect_old_or_new(view, call);
    }
}

#ifdef NDPOOL_WITH_TORCH

/// Training leaves what it has done so far, and the same words finish it.
class TrainingFaults : public Faults {
protected:
    void SetUp() override {
        Faults::SetUp();
        std::string edges;
        std::string members;
        std::string labels;
        for (int graph = 0; graph < 12; ++graph) {  // triangles and paths of three nodes
            const int first = 3 * graph;
            for (const auto& [from, to] : {std::pair{1, 2}, {2, 3}, {3, 1}}) {
                if (graph % 2 == 0 || from != 3) {
                    edges += fmt_edge(first + from, first + to) + fmt_edge(first + to, first + from);
                }
            }
            for (int node = 0; node < 3; ++node) {
                members += std::to_string(graph + 1) + "\n";
            }
            labels += std::to_string(graph % 2) + "\n";
        }
        fs::create_directory(folder / "TINY");
        put("TINY/TINY_A.txt", edges);
        put("TINY/TINY_graph_indicator.txt", members);
        put("TINY/TINY_graph_labels.txt", labels);
    }

    static std::string fmt_edge(int from, int to) { return std::to_string(from) + ", " + std::to_string(to) + "\n"; }

    /// What a run has learned: the models, the accuracies and losses, without times.
    [[nodiscard]] std::map<std::string, std::string> learned(const std::string& run) const {
        std::map<std::string, std::string> files;
        for (auto& [name, bytes] : tree(run)) {
            if (name.ends_with(".npz") || name.ends_with("predictions.csv")) {
                files[name] = bytes;
            }
            if (name.ends_with("result.json")) {
                const Json result = Json::parse(bytes);
                files[name] = result.at("folds").dump() + result.at("epochs").dump() + result.at("best_epochs").dump();
            }
        }
        return files;
    }

    /// Stops the n-th call for n = 1, 2, ..., each time in a new folder, and finishes the run.
    void expect_to_finish_alike(const Words& words, const Words& finish, const std::string& run_folder, const std::string& call,
                                long step_after) const {
        SCOPED_TRACE(call);
        fs::remove_all(folder / "run");
        ASSERT_EQ(run(words).code, 0);
        const auto expected = learned(run_folder);
        ASSERT_FALSE(expected.empty());
        for (long number = 1;; number += number < step_after ? 1 : number / 2) {
            SCOPED_TRACE(number);
            fs::remove_all(folder / "run");
            const Outcome outcome = run_failing(words, call, number);
            if (!fs::exists(folder / "mark")) {
                EXPECT_EQ(outcome.code, 0) << outcome.err;
                break;
            }
            if (call == "kill") {
                EXPECT_EQ(outcome.signal, SIGKILL);
            } else if (outcome.code != 0) {
                ASSERT_EQ(outcome.signal, 0) << outcome.err;
                EXPECT_EQ(outcome.code, 1) << outcome.err;
                EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
                expect_no_partials();
            }
            const Outcome finished = run(finish);
            EXPECT_EQ(finished.code, 0) << finished.err;
            EXPECT_EQ(learned(run_folder), expected);
            expect_no_partials();
            if (HasFailure()) {
                break;
            }
        }
    }
};

const Words train_words{"train", "TINY",    "-o",         "run",   "--folds",   "2", "--epochs", "3", "--checkpoint-seconds",
                        "0",     "--quiet", "--channels", "4,4,4", "--threads", "1"};

TEST_F(TrainingFaults, AKilledTrainingIsResumedToTheSameModelsWhereverItWasKilled) {
    Words resume = train_words;
    resume.emplace_back("--resume");
    expect_to_finish_alike(train_words, resume, "run", "kill", 12);
}

TEST_F(TrainingFaults, ARefusedWriteEndsTrainingInALineAndItIsResumed) {
    Words resume = train_words;
    resume.emplace_back("--resume");
    for (const std::string call : {"write", "rename", "mkdir"}) {
        expect_to_finish_alike(train_words, resume, "run", call, 8);
    }
}

TEST_F(TrainingFaults, AKilledTableIsMadeToTheSameModelsWhereverItWasKilled) {
    const Words words{"reproduce", "table-graphs", "-o", "run",      "--datasets", "easy_small",           "--methods",
                      "ndp",       "--folds",      "2",  "--epochs", "1",          "--checkpoint-seconds", "0",
                      "--quiet",   "--threads",    "1"};
    expect_to_finish_alike(words, words, "run/runs", "kill", 3);
}

TEST_F(TrainingFaults, PredictionsAreTheOldFileOrTheNewOne) {
    ASSERT_EQ(run(train_words).code, 0);
    const Scenario scenario{{"predict", "run", "TINY", "-o", "labels.csv", "--fold", "1", "--quiet"},
                            {"predict", "run", "TINY", "-o", "labels.csv", "--quiet"},
                            "labels.csv"};
    for (const std::string call : {"write", "rename", "fsync"}) {
        expect_old_or_new(scenario, call);
    }
}

#endif

}  // namespace
}  // namespace ndpool
