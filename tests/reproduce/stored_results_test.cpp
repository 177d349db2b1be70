// Tests over folds, and what is shown from finished results.
#include "ndpool/reproduce/stored/stored_results.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "ndpool/base/error.hpp"
#include "ndpool/reproduce/stored/fig_curves.hpp"
#include "ndpool/reproduce/stored/fig_significance.hpp"
#include "ndpool/reproduce/stored/paired_tests.hpp"
#include "ndpool/reproduce/stored/shown_tables.hpp"
#include "ndpool/reproduce/stored/table_claims.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

TEST(PairedTests, AgreesWithTablesOfStudentsDistribution) {
    // Differences 1, 2, 3: mean 2, deviation 1, t = 2 sqrt(3) = 3.4641 with two degrees of freedom: p = 0.0742 (two-sided).
    const std::vector<double> a{2, 4, 6};
    const std::vector<double> b{1, 2, 3};
    EXPECT_NEAR(paired_t_test(a, b, 0), 0.07418, 1e-5);
    EXPECT_NEAR(paired_t_test(b, a, 0), 0.07418, 1e-5);
    EXPECT_GT(paired_t_test(a, b, 0.5), paired_t_test(a, b, 0)) << "the correction makes it harder";
    EXPECT_EQ(paired_t_test(a, a, 0), 1);
    EXPECT_EQ(paired_t_test(std::vector<double>{2, 3}, std::vector<double>{1, 2}, 0), 0);
}

TEST(PairedTests, HolmMultipliesTheSmallestMost) {
    const std::vector<double> adjusted = holm_adjusted(std::vector<double>{0.01, 0.04, 0.03, 0.005});
    EXPECT_NEAR(adjusted[3], 0.02, 1e-12);
    EXPECT_NEAR(adjusted[0], 0.03, 1e-12);
    EXPECT_NEAR(adjusted[2], 0.06, 1e-12);
    EXPECT_NEAR(adjusted[1], 0.06, 1e-12) << "never below one with a smaller p";
    EXPECT_TRUE(holm_adjusted({}).empty());
}

TEST(StoredResults, SignificanceComparesNdpWithOthersOnTheSameFolds) {
    const ScratchFolder scratch;
    const fs::path table = scratch.path() / "table-graphs";
    put(table / "table-graphs.json", R"({"name":"t","title":"T","rows":[]})");
    put(table / "runs/MUTAG/ndp/result.json", R"({"folds":[0.9,0.8,0.85,0.9]})");
    put(table / "runs/MUTAG/flat/result.json", R"({"folds":[0.4,0.31,0.35,0.39]})");
    put(table / "runs/MUTAG/nmf/result.json", R"({"folds":[0.9,0.81,0.84,0.91]})");
    put(table / "runs/MUTAG/wl/result.json", R"({"folds":[0.5]})");
    const ReportFigure figure = fig_significance({.results = {scratch.path()}}, {});
    ASSERT_EQ(figure.texts.size(), 1U);
    ASSERT_EQ(figure.texts[0].rows.size(), 2U) << "the kernel has other folds";
    EXPECT_EQ(figure.texts[0].rows[0].back(), "NDP is better");
    EXPECT_EQ(figure.texts[0].rows[1].back(), "no");

    put(table / "runs/MUTAG/nmf/result.json", R"({"folds":"none"})");
    EXPECT_THROW((void)fig_significance({.results = {scratch.path()}}, {}), InvalidInput);
}

TEST(StoredResults, WithoutAnyEverythingIsMissingAndHasItsCommand) {
    for (const Experiment& experiment : experiment_list()) {
        if (experiment.from_results && experiment.name != "table-claims") {
            const ReportFigure figure = experiment.run({.quick = true}, Seed(0));
            EXPECT_EQ(figure.verdict.agreement, Agreement::missing) << experiment.name;
            EXPECT_TRUE(figure.fill_command.starts_with("ndpool ")) << experiment.name;
        }
    }
}

TEST(StoredResults, ClaimsAreTestedAsFarAsTheirResultsAreThere) {
    const ReportFigure figure = table_claims({.quick = true}, Seed(0));
    ASSERT_EQ(figure.texts.size(), 1U);
    EXPECT_GE(figure.texts[0].rows.size(), 12U);
    int tested = 0;
    for (const std::vector<std::string>& row : figure.texts[0].rows) {
        tested += row[3] != "missing" ? 1 : 0;
    }
    EXPECT_EQ(tested, 3) << "what needs no results is measured";
}

TEST(StoredResults, CurvesAreMeansOverTheFoldsOfARun) {
    const ScratchFolder scratch;
    put(scratch.path() / "fig-curves/run/config.json", R"({"dataset":"TINY","options":{"pool":"ndp"}})");
    put(scratch.path() / "fig-curves/run/metrics.jsonl",
        "{\"fold\":1,\"epoch\":1,\"loss\":1,\"accuracy\":0.5,\"validation_loss\":1,\"validation_accuracy\":0.25}\n"
        "{\"fold\":2,\"epoch\":1,\"loss\":1,\"accuracy\":0.7,\"validation_loss\":1,\"validation_accuracy\":0.75}\n"
        "{\"fold\":1,\"epoch\":2,\"loss\":1,\"accuracy\":0.9,\"validation_loss\":1,\"validation_accuracy\":0.5}\n");
    const ReportFigure figure = fig_curves({.results = {scratch.path()}}, {});
    ASSERT_EQ(figure.charts.size(), 1U);
    EXPECT_EQ(figure.charts[0].title, "TINY with ndp");
    EXPECT_NEAR(figure.charts[0].series[0].y[0], 60, 1e-9);
    EXPECT_NEAR(figure.charts[0].series[1].high[0], 75, 1e-9);
    put(scratch.path() / "fig-curves/run/metrics.jsonl", "{\"epoch\":0}\n");
    EXPECT_THROW((void)fig_curves({.results = {scratch.path()}}, {}), InvalidInput);
}

}  // namespace
}  // namespace ndpool
