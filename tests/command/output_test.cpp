// Outputs appear as a whole or not at all, and nothing foreign is ever replaced.
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "command/run_command.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

class Output : public CommandTest {
protected:
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& entry : fs::directory_iterator(folder.path())) {
            all.push_back(entry.path().filename().string());
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    /// The manifest and every file it promises are there.
    void expect_whole(const std::string& out) const {
        const Json manifest = Json::parse(text(out + "/manifest.json"));
        for (const Json& level : manifest.at("levels")) {
            for (const std::string file : {"adjacency.mtx", "pool.mtx", "nodes.txt"}) {
                EXPECT_TRUE(fs::exists(folder / (out + "/level_" + level.at("level").dump()) / file));
            }
        }
    }
};

TEST_F(Output, AnOldResultIsReplacedWithNothingLeftOfIt) {
    run_well({"coarsen", "path:20", "-o", "out", "--levels", "1,2,3"});
    run_well({"coarsen", "path:20", "-o", "out", "--levels", "4"});
    EXPECT_EQ(tree("out").contains("level_1/"), false);
    EXPECT_EQ(tree("out").contains("level_4/"), true);
    EXPECT_EQ(names(), Words{"out"});
    run_well({"generate", "bench:easy-small,6", "-o", "out"});
    EXPECT_EQ(tree("out").contains("level_4/"), false);
    run_well({"coarsen", "path:20", "-o", "out/", "--levels", "1"});
    EXPECT_EQ(tree("out").contains("level_1/"), true);
    fs::create_directory(folder / "empty");
    run_well({"coarsen", "path:20", "-o", "empty"});
    expect_whole("empty");
}

TEST_F(Output, AForeignFolderOrFileIsNeverReplaced) {
    put("photos/holiday.jpg", "beach");
    put("site/manifest.json", R"({"name": "a web page", "version": "1"})");
    put("site/index.html", "page");
    put("broken/manifest.json", "{");
    put("file", "text");
    const auto before = tree();
    for (const std::string foreign : {"photos", "site", "broken", "file"}) {
        SCOPED_TRACE(foreign);
        expect_refusal(run({"coarsen", "path:9", "-o", foreign}), 2, {foreign, "expected"});
        expect_refusal(run({"generate", "bench:easy-small,6", "-o", foreign}), 2, {foreign, "expected"});
        expect_refusal(run({"reproduce", "cut-size", "--quick", "-o", foreign}), 2, {foreign, "expected"});
        if (foreign != "file") {
            expect_refusal(run({"cut", "path:9", "-o", foreign}), 2, {foreign, "this is a folder"});
            expect_refusal(run({"view", "path:9", "-o", foreign}), 2, {foreign, "this is a folder"});
        }
    }
    EXPECT_EQ(tree(), before);
}

TEST_F(Output, AnOutputThatWouldRemoveTheInputIsRefused) {
    run_well({"generate", "bench:easy-small,6", "-o", "SET"});
    run_well({"coarsen", "SET", "-o", "out"});
    const auto before = tree();
    expect_refusal(run({"coarsen", "SET", "-o", "SET"}), 2, {"would remove the input SET"});
    expect_refusal(run({"coarsen", "out/level_1", "-o", "out/"}), 2, {"would remove the input out/level_1"});
    EXPECT_EQ(tree(), before);
}

TEST_F(Output, AFileThatIsTheInputIsRefused) {
    run_well({"generate", "grid:4x4", "-o", "net.mtx"});
    const auto before = tree();
    expect_refusal(run({"coarsen", "net.mtx", "-o", "net.mtx", "--nodes", "3"}), 2,
                   {"net.mtx: writing the file would replace the input"});
    expect_refusal(run({"coarsen", "net.mtx", "-o", "./net.mtx", "--nodes", "3"}), 2, {"would replace the input"});
    expect_refusal(run({"cut", "net.mtx", "-o", "net.mtx"}), 2, {"would replace the input"});
    EXPECT_EQ(tree(), before);
}

TEST_F(Output, ADashIsRefusedBecauseNothingIsWrittenToStandardOutput) {
    for (const Words& words :
         {Words{"generate", "grid:3x3"}, Words{"cut", "grid:3x3"}, Words{"coarsen", "grid:3x3"}, Words{"view", "grid:3x3"}}) {
        Words all = words;
        all.insert(all.end(), {"-o", "-"});
        expect_refusal(run(all), 2, {"--output", "standard output"});
    }
    EXPECT_TRUE(tree().empty());
    run_well({"cut", "grid:3x3", "-o", "./-", "--quiet"});
}

TEST_F(Output, WhatCannotBeWrittenIsAFailureAtRunTime) {
    const std::vector<std::pair<Words, std::string>> all{
        {{"cut", "path:9", "-o", "/dev/full"}, "No space left"},
        {{"generate", "path:9", "-o", "/dev/full", "--format", "mtx"}, "No space left"},
        {{"view", "path:9", "-o", "/dev/full"}, "No space left"},
        {{"cut", "path:9", "-o", "none/p.txt"}, "there is no folder none"},
        {{"generate", "path:9", "-o", "none/p.mtx"}, "there is no folder none"},
        {{"view", "path:9", "-o", "none/p.html"}, "there is no folder none"},
        {{"coarsen", "path:9", "-o", "none/out"}, "there is no folder none"},
        {{"coarsen", "path:9", "-o", "none/out/"}, "there is no folder none"},
        {{"reproduce", "cut-size", "-o", "none/out"}, "there is no folder none"},
        {{"coarsen", "path:9", "-o", "/proc/out"}, "/proc/out: "},
        {{"generate", "path:9", "-o", "/proc/out.mtx"}, "/proc/out.mtx: "}};
    for (const auto& [words, reason] : all) {
        SCOPED_TRACE(words.front() + " " + words.at(words.size() - 1));
        expect_refusal(run(words), 1, {reason});
        EXPECT_TRUE(names().empty());
    }
}

TEST_F(Output, TooLittleMemoryIsAFailureThatLeavesTheOldResult) {
    run_well({"coarsen", "path:9", "-o", "out"});
    const auto before = tree();
    expect_refusal(run({"coarsen", "sensor:2000", "-o", "out", "--memory-limit", "0.0001"}), 1, {"would take", "100.0 kB"});
    EXPECT_EQ(tree(), before);
}

/// The exit code of a line for the shell, in which NDPOOL is the command.
int shell(const std::filesystem::path& folder, std::string line) {
    for (std::size_t at = line.find("NDPOOL"); at != std::string::npos; at = line.find("NDPOOL", at)) {
        line.replace(at, 6, NDPOOL_COMMAND);
    }
    const int status = std::system(("cd '" + folder.string() + "' && " + line).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST_F(Output, StandardErrorMayBeClosedOrFull) {
    for (const std::string stream : {"2>&-", "2>/dev/full", "2>&- <&-"}) {
        SCOPED_TRACE(stream);
        EXPECT_EQ(shell(folder.path(), "NDPOOL coarsen sensor:60 -o out > out.txt " + stream), 0);
        EXPECT_NE(text("out.txt").find("level"), std::string::npos);
        EXPECT_NE(text("out/manifest.json").find("levels"), std::string::npos);
        EXPECT_EQ(shell(folder.path(), "NDPOOL info nowhere.mtx " + stream), 2);
        EXPECT_EQ(shell(folder.path(), "NDPOOL generate path:9 -o path.mtx " + stream), 0);
        EXPECT_EQ(lines("path.mtx").size(), 10U) << "no remark got into the file";
    }
    EXPECT_EQ(shell(folder.path(), "NDPOOL info path:9 >&- 2>/dev/null"), 1);
}

TEST_F(Output, AFileThatGrowsTooLargeIsAFailureThatLeavesNothing) {
    EXPECT_EQ(shell(folder.path(), "(ulimit -f 8; NDPOOL generate sensor:5000 -o big.mtx 2> errors.txt)"), 1);
    EXPECT_NE(text("errors.txt").find("big.mtx: cannot write: File too large"), std::string::npos) << text("errors.txt");
    std::filesystem::remove(folder / "errors.txt");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(Output, FewerThreadsThanAskedForDoTheSameWork) {
    run_well({"coarsen", "sensor:300", "-o", "one", "--threads", "1"});
    // Stacks of threads are reserved, not used: little address space means few threads.
    EXPECT_EQ(shell(folder.path(), "(ulimit -v 300000; NDPOOL coarsen sensor:300 -o many --threads 64 --quiet > out.txt)"), 0);
    EXPECT_EQ(text("one/level_1/adjacency.mtx"), text("many/level_1/adjacency.mtx"));
}

TEST_F(Output, ARefusedOutputIsToldBeforeTheWorkBegins) {
    // Reading the input would fail: that it is the output that is complained of shows which comes first.
    put("photos/holiday.jpg", "beach");
    expect_refusal(run({"coarsen", "nowhere.mtx", "-o", "photos"}), 2, {"photos"});
    expect_refusal(run({"cut", "nowhere.mtx", "-o", "photos"}), 2, {"photos"});
    expect_refusal(run({"view", "nowhere.mtx", "-o", "photos"}), 2, {"photos"});
}

TEST_F(Output, LeftoversOfAKilledRunAreRemovedByTheNext) {
    run_well({"coarsen", "path:9", "-o", "out"});
    put(".out.partial-999999999/level_1/adjacency.mtx", "half");
    put(".other.partial-999999999/file", "somebody else's");
    run_well({"coarsen", "path:9", "-o", "out"});
    EXPECT_EQ(names(), (Words{".other.partial-999999999", "out"}));
}

TEST_F(Output, AKilledRunLeavesTheOldResultOrTheNewOne) {
    run_well({"coarsen", "path:9", "-o", "out"});
    const auto old = tree("out");
    for (const int signal : {SIGKILL, SIGINT, SIGTERM, SIGHUP}) {
        for (const int milliseconds : {0, 5, 20, 60}) {
            RunningCommand running({"coarsen", "sensor:1500", "-o", "out", "--quiet"}, {folder.path()});
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            running.send(signal);
            const Outcome outcome = running.finish();
            EXPECT_TRUE(outcome.signal == signal || outcome.code == 0) << outcome.code;
            expect_whole("out");
            if (outcome.code != 0 && Json::parse(text("out/manifest.json")).at("input") == "path:9") {
                EXPECT_EQ(tree("out"), old);
            }
        }
    }
    run_well({"coarsen", "path:9", "-o", "out"});
    EXPECT_EQ(names(), Words{"out"});
}

}  // namespace
}  // namespace ndpool
