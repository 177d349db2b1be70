// What holds for every command: help, version, common options, where output goes.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "command/run_command.hpp"
#include "ndpool/base/vector_variant.hpp"

namespace ndpool {
namespace {

const Words all_commands{"info", "generate", "cut", "coarsen", "view", "reproduce"};

/// A quick run of every command.
const std::map<std::string, Words> quick_runs{{"info", {"info", "path:9"}},
                                              {"generate", {"generate", "path:9", "-o", "path.mtx"}},
                                              {"cut", {"cut", "sensor:50"}},
                                              {"coarsen", {"coarsen", "sensor:50", "-o", "out"}},
                                              {"view", {"view", "sensor:50", "-o", "out.html"}},
                                              {"reproduce", {"reproduce", "--list"}}};

class Program : public CommandTest {};

TEST_F(Program, TellsItsVersionWithEveryCommand) {
    const Outcome alone = run({"--version"});
    EXPECT_EQ(alone.code, 0);
    const std::string vectors{vector_variant_name(vector_variant())};
    EXPECT_EQ(alone.out, std::string("ndpool ") + NDPOOL_VERSION + ", vectors " + vectors + "\n");
    for (const std::string& command : all_commands) {
        EXPECT_EQ(run({command, "--version"}).out, alone.out) << command;
    }
}

TEST_F(Program, VectorsCanBeForcedAndMustBeKnown) {
    for (const VectorVariant variant : vector_variants()) {
        const std::string name{vector_variant_name(variant)};
        const Outcome forced = run({"--version"}, {folder.path(), {{"NDPOOL_VECTORS", name}}});
        EXPECT_EQ(forced.out, std::string("ndpool ") + NDPOOL_VERSION + ", vectors " + name + "\n");
    }
    expect_refusal(run({"info", "path:9"}, {folder.path(), {{"NDPOOL_VECTORS", "mmx"}}}), 2,
                   {"NDPOOL_VECTORS", "'mmx'", "baseline"});
}

TEST_F(Program, HelpOfEveryCommandHasUsageOptionsAndExamplesThatNameIt) {
    for (const std::string& command : all_commands) {
        SCOPED_TRACE(command);
        const Outcome help = run({command, "--help"});
        EXPECT_EQ(help.code, 0);
        EXPECT_EQ(help.err, "");
        EXPECT_EQ(run({command, "-h"}).out, help.out);
        for (const std::string& part : {"Usage: ndpool " + command, std::string("Examples:\n  ndpool ") + command,
                                        std::string("--seed"), std::string("--threads"), std::string("--quiet"),
                                        std::string("--json"), std::string("--version"), std::string("--help")}) {
            EXPECT_NE(help.out.find(part), std::string::npos) << part << "\n" << help.out;
        }
        EXPECT_NE(run({"--help"}).out.find("  " + command + "  "), std::string::npos);
    }
}

TEST_F(Program, HelpNamesTheCommandsThatLearn) {
    const std::string help = run({"--help"}).out;
    EXPECT_NE(help.find("  train  "), std::string::npos) << help;
    EXPECT_NE(help.find("  predict  "), std::string::npos) << help;
    EXPECT_NE(run({"reproduce", "--list"}).out.find("table-graphs"), std::string::npos);
}

TEST_F(Program, WithoutTheLearningPartSaysSo) {
    std::filesystem::copy_file(NDPOOL_COMMAND, folder / "ndpool");
    for (const std::string words :
         {"train bench:easy-small,9 -o out", "predict out bench:easy-small,9", "reproduce table-graphs -o out", "train --help"}) {
        const std::string line = "cd '" + folder.path().string() + "' && ./ndpool " + words + " > out.txt 2> err.txt";
        const int status = std::system(line.c_str());
        EXPECT_EQ(WEXITSTATUS(status), 2);
        EXPECT_EQ(text("out.txt"), "");
        EXPECT_TRUE(text("err.txt").starts_with("ndpool: this ndpool has no learning part: ")) << text("err.txt");
        EXPECT_EQ(lines("err.txt").size(), 1U);
        EXPECT_FALSE(std::filesystem::exists(folder / "out"));
    }
}

TEST_F(Program, HelpOfGenerateNamesEveryGenerator) {
    const std::string help = run({"generate", "--help"}).out;
    for (const std::string name : {"grid:", "ring:", "sensor:", "sbm:", "erdos-renyi:", "community:", "knn-grid:",
                                   "barabasi-albert:", "road:", "delaunay:", "path:", "star:", "complete:", "bench:"}) {
        EXPECT_NE(help.find("  " + name), std::string::npos) << name;
    }
}

TEST_F(Program, EveryCommandTakesTheCommonOptionsBeforeAndAfterItsName) {
    for (const auto& [command, words] : quick_runs) {
        SCOPED_TRACE(command);
        Words after = words;
        after.insert(after.end(), {"--seed", "7", "--threads", "2", "--quiet"});
        Words before{"--seed", "7", "--threads", "2", "--quiet"};
        before.insert(before.end(), words.begin(), words.end());
        const Outcome first = run(after);
        const Outcome second = run(before);
        EXPECT_EQ(first.code, 0) << first.err;
        EXPECT_EQ(second.code, 0) << second.err;
        EXPECT_EQ(first.err + second.err, "");
        if (command != "cut") {  // that one prints seconds
            EXPECT_EQ(first.out, second.out);
        }
    }
}

TEST_F(Program, JsonIsOneObjectAndAllThereIsOnStandardOutput) {
    for (const auto& [command, words] : quick_runs) {
        SCOPED_TRACE(command);
        EXPECT_FALSE(run_json(words).empty());
    }
}

TEST_F(Program, TheSeedDecidesWhatIsRandomAndNothingElseDoes) {
    const auto fraction = [&](const std::string& seed) {
        return run_json({"cut", "erdos-renyi:60,0.2", "--method", "random", "--seed", seed}).at("cut_fraction").get<double>();
    };
    EXPECT_EQ(fraction("1"), fraction("1"));
    EXPECT_NE(fraction("1"), fraction("2"));
    EXPECT_EQ(fraction("010"), fraction("10")) << "a leading zero is no octal number";
    EXPECT_NE(fraction("18446744073709551615"), fraction("0"));
}

TEST_F(Program, RemarksGoToStandardErrorAndQuietSilencesThem) {
    const Outcome outcome = run({"coarsen", "path:9", "-o", "out"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "written to out\n");
    EXPECT_EQ(outcome.out.find("written"), std::string::npos);
    EXPECT_EQ(run({"coarsen", "path:9", "-o", "out", "--quiet"}).err, "");
}

class ProgramOnATerminal : public CommandTest {
protected:
    void SetUp() override {
        const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (terminal < 0) {
            GTEST_SKIP() << "SKIPPED: this system gives no pseudo-terminals, so no progress bar was looked at";
        }
        close(terminal);
    }
};

TEST_F(ProgramOnATerminal, ProgressIsShownUnlessQuiet) {
    const Words words{"coarsen", "path:9", "-o", "out"};
    const Outcome shown = run(words, {.folder = folder.path(), .terminal = true});
    EXPECT_EQ(shown.code, 0);
    EXPECT_NE(shown.err.find("] coarsening 0/3"), std::string::npos) << shown.err;
    EXPECT_EQ(shown.out.find("coarsening"), std::string::npos);
    Words quiet = words;
    quiet.emplace_back("--quiet");
    EXPECT_EQ(run(quiet, {.folder = folder.path(), .terminal = true}).err, "");
    EXPECT_EQ(run(words).err, "written to out\n") << "no bar where it is no terminal";
}

TEST_F(ProgramOnATerminal, ABarIsWipedBeforeAnErrorIsSaid) {
    // The bar is drawn before the first level, whose memory then does not suffice.
    const Outcome outcome =
        run({"coarsen", "sensor:400", "-o", "out", "--memory-limit", "0.00001"}, {.folder = folder.path(), .terminal = true});
    EXPECT_EQ(outcome.code, 1);
    const std::size_t message = outcome.err.find("ndpool: ");
    ASSERT_NE(message, std::string::npos) << outcome.err;
    EXPECT_TRUE(outcome.err.substr(0, message).ends_with("\r\033[K")) << outcome.err;
}

TEST_F(Program, AFullDeviceAsStandardOutputIsAFailure) {
    for (const Words& words : {Words{"info", "path:9"}, Words{"info", "path:9", "--json"}, Words{"reproduce", "--list"}}) {
        const Outcome outcome = run(words, {.folder = folder.path(), .standard_output = "/dev/full"});
        EXPECT_EQ(outcome.code, 1);
        EXPECT_EQ(outcome.err, "ndpool: cannot write to standard output\n");
    }
}

TEST_F(Program, AReaderThatGoesAwayIsNoTrouble) {
    std::filesystem::create_directory(folder / "work");
    const std::string script = "cd '" + (folder / "work").string() + "' && '" NDPOOL_COMMAND +
                               "' coarsen path:9 -o out --quiet | head -n 1 > first.txt; ls -A > names.txt";
    ASSERT_EQ(std::system(script.c_str()), 0);
    EXPECT_EQ(lines("work/first.txt").size(), 1U);
    EXPECT_EQ(lines("work/names.txt"), (Words{"first.txt", "names.txt", "out"}));
}

}  // namespace
}  // namespace ndpool
