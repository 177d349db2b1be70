// The table of cuts of Gset: run from a folder of instances, or read from what bench/gset.py wrote.
#include "ndpool/reproduce/cuts/table_gset.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "ndpool/base/error.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

class TableGset : public ::testing::Test {
protected:
    void put(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }

    [[nodiscard]] ReportFigure from_data() const {
        ExperimentOptions options;
        options.data = {folder.path()};
        return table_gset(options, Seed(0));
    }
    [[nodiscard]] ReportFigure from_results() const {
        ExperimentOptions options;
        options.results = {folder.path()};
        return table_gset(options, Seed(0));
    }

    static void expect_refused(const std::function<ReportFigure()>& make, const std::vector<std::string>& words) {
        try {
            (void)make();
            FAIL() << "nothing was thrown";
        } catch (const InvalidInput& error) {
            for (const std::string& word : words) {
                EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
            }
        }
    }

    const ScratchFolder folder;
};

TEST_F(TableGset, DividesEachCutByTheBestKnownOne) {
    put("best_known.csv",
        "instance,n,m,weights,best_known,note\n"
        "square,4,4,+1,4,\"every edge, as it is bipartite\"\n"
        "signed,3,3,+-1,2,\n"
        "absent,9,9,+1,9,\n"
        "unknown,4,4,+1,,\n");
    put("square", "4 4\n1 2 1\n2 3 1\n3 4 1\n4 1 1\n");
    put("signed", "3 3\n1 2 1\n2 3 1\n1 3 -1\n");
    put("unknown", "4 4\n1 2 1\n2 3 1\n3 4 1\n4 1 1\n");

    const ReportFigure figure = from_data();

    ASSERT_EQ(figure.tables.size(), 1U);
    const auto& rows = figure.tables[0].rows;
    ASSERT_EQ(rows.size(), 2U) << "those with a file and a best known cut";
    EXPECT_EQ(rows[0].name, "square");
    for (const auto& cell : rows[0].cells) {
        EXPECT_DOUBLE_EQ(cell.ours.value().mean, 1);
    }
    EXPECT_FALSE(rows[1].cells[0].ours.has_value()) << "the spectral cut takes no negative weights";
    EXPECT_DOUBLE_EQ(rows[1].cells[3].ours.value().mean, 1);
    EXPECT_NE(figure.verdict.words.find("1 instances of unit weights"), std::string::npos) << figure.verdict.words;
}

TEST_F(TableGset, ReadsTheTableOfTheBenchmark) {
    put("gset.txt",
        "$ bench/gset.py FOLDER\n"
        "graph    nodes  edges weights   best  spectral    cpu s     power    cpu s       sdp    cpu s      auto    cpu s\n"
        "G1         800  19176       1  11624   0.96533    0.013   0.97462    0.009   0.99544    0.025   0.99544    0.035\n"
        "G6         800  19176    both   2178         -        -   0.87511    0.012   0.98577    0.028   0.98577    0.029\n");

    const ReportFigure figure = from_results();

    const auto& rows = figure.tables.at(0).rows;
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_DOUBLE_EQ(rows[0].cells[0].ours.value().mean, 0.96533);
    EXPECT_FALSE(rows[1].cells[0].ours.has_value());
    EXPECT_DOUBLE_EQ(rows[1].cells[2].ours.value().mean, 0.98577);
}

TEST_F(TableGset, SaysWhatIsMissingOrBroken) {
    EXPECT_TRUE(from_data().tables.empty());
    put("best_known.csv", "instance,weights,best_known\nsquare,+1,many\n");
    expect_refused([&] { return from_data(); }, {"best_known.csv", "'many'", "expected a positive number"});
    put("gset.txt", "G1 800 19176 1 none 0.9 0.1 0.9 0.1 0.9 0.1 0.9 0.1\n");
    expect_refused([&] { return from_results(); }, {"gset.txt", "'none'"});
}

}  // namespace
}  // namespace ndpool
