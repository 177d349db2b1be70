// The pages of ndpool view and ndpool reproduce.
#include "command/run_command.hpp"

namespace ndpool {
namespace {

class Pages : public CommandTest {};

TEST_F(Pages, ViewDrawsEveryLevelUpToTheLast) {
    const Json facts = run_json({"view", "grid:5x5", "-o", "grid.html", "--levels", "1,3"});
    EXPECT_EQ(facts.at("levels"), 3);
    EXPECT_EQ(facts.at("output"), "grid.html");
    EXPECT_NE(text("grid.html").find("<svg"), std::string::npos);
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

TEST_F(Pages, ReproduceListsItsTargets) {
    const Json list = run_json({"reproduce", "--list"});
    ASSERT_TRUE(list.at("targets").is_array());
    EXPECT_FALSE(list.at("targets").empty());
    const Outcome text_list = run({"reproduce", "--list"});
    for (const Json& target : list.at("targets")) {
        EXPECT_NE(text_list.out.find(target.get<std::string>()), std::string::npos);
    }
}

TEST_F(Pages, ReproduceWritesCsvJsonAndAPageOfEachTargetOnce) {
    const Json printed = run_json({"reproduce", "cut-size", "cut-size", "--quick", "-o", "out"});
    EXPECT_EQ(printed.size(), 1U);
    const auto files = tree("out");
    EXPECT_EQ(files.size(), 4U) << "and nothing else";
    EXPECT_EQ(Json::parse(files.at("cut-size.json")), printed.at("cut-size"));
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

}  // namespace
}  // namespace ndpool
