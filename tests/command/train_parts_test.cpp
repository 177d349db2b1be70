// Folds that are trained in parts and merged are the run that is trained as a whole, to the byte except for times.
#include <fmt/format.h>

#include <regex>

#include "command/run_command.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

class TrainParts : public CommandTest {
protected:
    [[nodiscard]] static Words small_run(const std::string& name, const Words& more = {}) {
        Words words{"train", "bench:easy-small,45", "-o",  name,      "--folds",         "3",   "--epochs",
                    "4",     "--channels",          "8,8", "--quiet", "--learning-rate", "0.01"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    /// Every file with its bytes, without what a clock decides; checkpoints have times inside and are left out.
    [[nodiscard]] std::map<std::string, std::string> content(const std::string& name) const {
        std::map<std::string, std::string> files;
        for (const auto& [file, bytes] : tree(name)) {
            if (!file.starts_with("checkpoints")) {
                files[file] = without_times(file, bytes);
            }
        }
        return files;
    }
    [[nodiscard]] static std::string without_times(const std::string& file, const std::string& bytes) {
        if (file == "result.json") {
            Json json = Json::parse(bytes);
            json.erase("seconds_per_epoch");
            json.erase("coarsening_seconds");
            return json.dump();
        }
        if (file == "metrics.jsonl" || file == "metrics.csv") {
            return std::regex_replace(bytes, std::regex(file == "metrics.csv" ? ",[^,\n]*\n" : "\"seconds\":[^}]*"), "\n");
        }
        return file == "index.html" ? "" : bytes;  // the page shows times
    }
    /// Trains in parts and merges them, the last one first.
    void merge_parts_to(const std::string& name, int parts) const {
        Words merge{"merge", "-o", name, "--quiet"};
        for (int part = parts; part >= 1; --part) {
            const std::string at = fmt::format("part{}of{}", part, parts);
            run_well(small_run(at, {"--part", fmt::format("{}/{}", part, parts)}));
            EXPECT_EQ(fs::exists(folder / at / "result.json"), parts == 1);
            merge.push_back(at);
        }
        run_well(merge);
    }
};

TEST_F(TrainParts, MergedAreTheUndividedRun) {
    run_well(small_run("whole"));
    const auto whole = content("whole");
    EXPECT_TRUE(whole.contains("models/fold_3.npz") && whole.contains("predictions.csv") && whole.contains("index.html"));
    for (int parts = 1; parts <= 3; ++parts) {
        const std::string name = fmt::format("merged{}", parts);
        merge_parts_to(name, parts);
        const auto there = content(name);
        ASSERT_EQ(there.size(), whole.size());
        for (const auto& [file, bytes] : whole) {
            EXPECT_TRUE(there.contains(file) && there.at(file) == bytes) << parts << " parts: " << file << " differs";
        }
    }
}

TEST_F(TrainParts, MayShareOneFolderOneAfterTheOther) {
    run_well(small_run("whole"));
    run_well(small_run("run", {"--part", "2/2"}));
    EXPECT_FALSE(fs::exists(folder / "run/models/fold_1.npz"));
    run_well(small_run("run", {"--part", "1/2", "--resume"}));
    auto there = content("run");
    there.erase("input.json");
    EXPECT_EQ(there, content("whole"));
}

TEST_F(TrainParts, ThatAreNotOneRunAreRefused) {
    const auto expect_refused = [&](const Words& words, const Words& expected) {
        const auto before = tree();
        expect_refusal(run(words), 2, expected);
        EXPECT_EQ(tree(), before) << "something was changed";
    };
    run_well(small_run("one", {"--part", "1/3"}));
    run_well(small_run("two", {"--part", "2/3"}));
    run_well(small_run("three", {"--part", "3/3"}));
    run_well(small_run("other", {"--part", "3/3", "--seed", "5"}));
    run_well(small_run("whole"));
    expect_refused({"merge", "one", "two", "-o", "run"}, {"fold 3 is not finished in any of these folders"});
    expect_refused({"merge", "one", "two", "three", "one", "-o", "run"}, {"fold 1 is in one and in one"});
    expect_refused({"merge", "one", "two", "other", "-o", "run"}, {"other: this is another run than one"});
    expect_refused({"merge", "one", "two", "three", "-o", "whole"}, {"whole"});
    expect_refused({"merge", "whole", "-o", "run"}, {"whole: this is no part of a run"});
    expect_refused({"merge", "one", "nowhere", "-o", "run"}, {"nowhere: there is no run"});
    expect_refused(small_run("run", {"--part", "4/4"}), {"there are 3 folds in 4 parts"});
    expect_refused(small_run("run", {"--part", "0/4"}), {"0/4", "expected K/N"});
    expect_refused({"train", "signals:grid", "-o", "run", "--part", "1/2"}, {"--part", "belongs to datasets of graphs"});
}

TEST_F(TrainParts, OfTheTableOfGraphsAreTheTableOfOneCall) {
    const auto call = [&](const std::string& out, const Words& more) {
        Words words{"reproduce",  "table-graphs", "--quick", "--quiet",   "--datasets",
                    "easy_small", "-o",           out,       "--methods", "flat,ndp,wl"};
        words.insert(words.end(), more.begin(), more.end());
        run_well(words);
    };
    call("whole", {});
    call("parts", {"--part", "2/2"});
    EXPECT_FALSE(fs::exists(folder / "parts/runs/easy_small/ndp/result.json"));
    EXPECT_TRUE(fs::exists(folder / "parts/runs/easy_small/flat/result.json"));
    call("parts", {"--part", "1/2"});
    call("parts", {});
    for (const std::string file : {"table-graphs.json", "table-graphs.csv"}) {
        EXPECT_EQ(text("parts/" + file), text("whole/" + file)) << file;
    }
}

}  // namespace
}  // namespace ndpool
