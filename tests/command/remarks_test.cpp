// What the command says beside its numbers: bounds that nobody computed, levels that fell apart, words that were mistyped.
#include <sstream>

#include "command/run_command.hpp"

namespace ndpool {
namespace {

class Remarks : public CommandTest {};

TEST_F(Remarks, MistypedWordsGetASuggestion) {
    expect_refusal(run({"coarsen", "path:9", "-o", "out", "--epsilom", "3"}), 2, {"--epsilom", "did you mean --epsilon?"});
    expect_refusal(run({"corasen", "path:9"}), 2, {"did you mean coarsen?"});
    expect_refusal(run({"cut", "path:9", "--method", "spectal"}), 2, {"did you mean spectral?"});
    expect_refusal(run({"train", "bench:easy-small", "-o", "run", "--epoch", "3"}), 2, {"did you mean --epochs?"});
}

TEST_F(Remarks, HelpHasGroupsAndNoListOfExclusions) {
    for (const std::string name : {"coarsen", "cut", "view", "train", "predict", "reproduce", "info", "generate"}) {
        const Outcome help = run({name, "--help"});
        EXPECT_EQ(help.code, 0);
        EXPECT_EQ(help.out.find("Excludes"), std::string::npos) << name;
        EXPECT_NE(help.out.find("Examples:"), std::string::npos) << name;
        std::istringstream help_lines(help.out.substr(0, std::min(help.out.find("Examples:"), help.out.find("Generators:"))));
        for (std::string line; std::getline(help_lines, line);) {
            EXPECT_LE(line.size(), 118U) << name << ": " << line;
        }
    }
    const std::string coarsen = run({"coarsen", "--help"}).out;
    for (const std::string group : {"How to cut:", "Large graphs:", "Other methods:"}) {
        EXPECT_NE(coarsen.find(group), std::string::npos) << group;
    }
}

TEST_F(Remarks, ABoundThatNobodyComputedIsADash) {
    EXPECT_NE(run({"coarsen", "sensor:100", "-o", "out", "--levels", "1", "--cut-method", "sdp"}).out.find("  -  "),
              std::string::npos);
    EXPECT_EQ(run({"coarsen", "sensor:100", "-o", "out", "--levels", "1"}).out.find("  -  "), std::string::npos);
    EXPECT_NE(run({"coarsen", "grid:8x8", "-o", "out", "--levels", "1", "--cut-method", "sdp"}).out.find("1.0000"),
              std::string::npos)
        << "a cut of all edges needs no bound";
}

TEST_F(Remarks, LevelsThatFallApartAreSaid) {
    const Outcome torn = run({"coarsen", "path:9", "-o", "out", "--levels", "1,2", "--epsilon", "0.4"});
    EXPECT_EQ(torn.code, 0);
    EXPECT_NE(torn.err.find("level 2 fell apart: 3 components, 1 before it"), std::string::npos) << torn.err;
    EXPECT_EQ(run({"coarsen", "path:9", "-o", "out", "--levels", "1,2"}).err.find("fell apart"), std::string::npos);
}

TEST_F(Remarks, LeanLevelsFarFromTheExactOnesAreSaid) {
    // Hubs and leaves: sampling has little to work with.
    const Outcome far = run({"coarsen", "barabasi-albert:6000,2", "-o", "out", "--until", "100", "--accuracy", "lean", "--json"});
    ASSERT_EQ(far.code, 0);
    const Json manifest = Json::parse(far.out);
    double worst = 0;
    for (const Json& level : manifest.at("levels")) {
        worst = std::max(worst, level.at("worst_spectral_distance").get<double>());
    }
    EXPECT_EQ(far.err.find("% off those of the exact level") != std::string::npos, worst > 0.05) << worst << far.err;
}

TEST_F(Remarks, WeightsOfTooManyMagnitudesAreSaid) {
    put("wide.txt", "0 1 1e-80\n1 2 1e80\n2 3 1\n");
    put("narrow.txt", "0 1 1e-40\n1 2 1e40\n2 3 1\n");
    EXPECT_NE(run({"coarsen", "wide.txt", "-o", "out"}).err.find("the weights are from 1e-80 to 1e+80"), std::string::npos);
    EXPECT_EQ(run({"coarsen", "narrow.txt", "-o", "out"}).err.find("the weights are from"), std::string::npos);
    expect_refusal(run({"coarsen", "wide.txt", "-o", "other", "--accuracy", "lean", "--quiet"}), 2, {"60 magnitudes"});
}

TEST_F(Remarks, NamesThatAreNoneAreRefused) {
    const auto before = tree();
    std::filesystem::create_symlink("nowhere", folder / "link");
    for (const std::string name : {"", "a\nb", "link"}) {
        expect_refusal(run({"coarsen", "path:9", "-o", name}), 2, {});
        expect_refusal(run({"cut", "path:9", "-o", name}), 2, {});
        expect_refusal(run({"view", "path:9", "-o", name}), 2, {});
        expect_refusal(run({"generate", "path:9", "-o", name, "--format", "mtx"}), 2, {});
    }
    expect_refusal(run({"info", "no\nsuch\nfile"}), 2, {"no such file"});
    for (const std::string option : {"--cut-method", "--keep", "--laplacian", "--components", "--sparsify", "--accuracy"}) {
        expect_refusal(run({"coarsen", "path:9", "-o", "out", option, ""}), 2, {option});
    }
    std::filesystem::remove(folder / "link");
    EXPECT_EQ(tree(), before);
}

TEST_F(Remarks, PlainSignsCanBeAskedFor) {
    const Json plain = run_json({"cut", "community:500", "--zero-below", "0"});
    const Json placed = run_json({"cut", "community:500"});
    EXPECT_LE(plain.at("cut_fraction").get<double>(), placed.at("cut_fraction").get<double>());
}

}  // namespace
}  // namespace ndpool
