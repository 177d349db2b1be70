// Tests over folds, and what is shown from finished results.
#include "ndpool/reproduce/stored/stored_results.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "ndpool/base/error.hpp"
#include "ndpool/reproduce/speed/fig_scale.hpp"
#include "ndpool/reproduce/stored/fig_curves.hpp"
#include "ndpool/reproduce/stored/fig_significance.hpp"
#include "ndpool/reproduce/stored/paired_tests.hpp"
#include "ndpool/reproduce/stored/shown_tables.hpp"
#include "ndpool/reproduce/stored/table_claims.hpp"
#include "ndpool/reproduce/stored/training_curve.hpp"
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
    EXPECT_EQ(figure.charts.size(), 1U) << "NDP with other reductions was not run";

    put(table / "runs/MUTAG/ndp-harmonic/result.json", R"({"folds":[0.4,0.31,0.35,0.39]})");
    const ReportFigure both = fig_significance({.results = {scratch.path()}}, {});
    ASSERT_EQ(both.texts[0].rows.size(), 4U);
    EXPECT_EQ(both.texts[0].rows[3].back(), "NDP harmonic is worse");
    EXPECT_EQ(both.charts.size(), 2U);

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

TEST(TrainingCurve, IsTheMeanOverFoldsAtEvenlySpacedEpochs) {
    const std::string metrics =
        "{\"fold\":1,\"epoch\":1,\"loss\":1,\"accuracy\":0.5,\"validation_loss\":1,\"validation_accuracy\":0.25}\n"
        "{\"fold\":2,\"epoch\":1,\"loss\":1,\"accuracy\":0.7,\"validation_loss\":1,\"validation_accuracy\":0.75}\n"
        "{\"fold\":1,\"epoch\":2,\"loss\":1,\"accuracy\":0.8,\"validation_loss\":1,\"validation_accuracy\":0.5}\n"
        "{\"fold\":1,\"epoch\":3,\"loss\":1,\"accuracy\":0.9,\"validation_loss\":1,\"validation_accuracy\":0.5}\n"
        "{\"fold\":1,\"epoch\":4,\"loss\":1,\"accuracy\":1.0,\"validation_loss\":1,\"validation_accuracy\":0.5}\n";
    const TrainingCurve curve = curve_of_metrics(metrics);
    EXPECT_EQ(curve.epochs, (std::vector<int>{1, 2, 3, 4}));
    EXPECT_NEAR(curve.training[0].mean, 60, 1e-9);
    EXPECT_NEAR(curve.validation[0].deviation, 25, 1e-9);
    EXPECT_EQ(curve_of_metrics(metrics, 2).epochs, (std::vector<int>{1, 3, 4})) << "the last epoch is always there";

    EXPECT_EQ(curve_csv(curve_from_csv(curve_csv(curve))), curve_csv(curve));
    for (const char* broken : {"", "epoch\n1,2,3,4,5\n", "epoch,training,training_std,validation,validation_std\n2,1,1,1\n",
                               "epoch,training,training_std,validation,validation_std\n2,1,1,1,1\n2,1,1,1,1\n"}) {
        EXPECT_THROW((void)curve_from_csv(broken), InvalidInput) << broken;
    }
    EXPECT_THROW((void)curve_of_metrics("{\"epoch\":0}\n"), InvalidInput);
    EXPECT_THROW((void)curve_of_metrics("[]\n"), InvalidInput);
}

TEST(StoredResults, CurvesAreDrawnAsFarAsTheyWereTrainedAndTheRestIsNamed) {
    const ScratchFolder scratch;
    const std::string head = "epoch,training,training_std,validation,validation_std\n";
    put(scratch.path() / "fig-curves/runs/MUTAG/ndp/curve.csv", head + "1,60,5,50,5\n1000,99,1,85,4\n");
    put(scratch.path() / "fig-curves/runs/MUTAG/nmf/curve.csv", head + "1,55,5,50,5\n1000,90,1,80,4\n");
    const ReportFigure figure = fig_curves({.results = {scratch.path()}}, {});
    ASSERT_EQ(figure.charts.size(), 1U);
    EXPECT_EQ(figure.charts[0].title, "MUTAG");
    ASSERT_EQ(figure.charts[0].series.size(), 4U) << "training and validation of two pools";
    EXPECT_EQ(figure.charts[0].series[2].name, "NDP in training");
    EXPECT_EQ(figure.charts[0].series[3].y, (std::vector<double>{50, 85}));
    EXPECT_NE(figure.note.find("DiffPool on MUTAG"), std::string::npos);
    EXPECT_TRUE(figure.fill_command.starts_with("ndpool reproduce fig-curves"));

    put(scratch.path() / "fig-curves/runs/MUTAG/ndp/curve.csv", "no curve\n");
    EXPECT_THROW((void)fig_curves({.results = {scratch.path()}}, {}), InvalidInput);
}

TEST(StoredResults, PeakMemoryOfPoolsIsComparedOnEverySetThatWasMeasured) {
    const ScratchFolder scratch;
    const auto claim = [&] {
        const ReportFigure figure = table_claims({.quick = true, .results = {scratch.path()}}, Seed(0));
        for (const std::vector<std::string>& row : figure.texts[0].rows) {
            if (row[0].find("memory") != std::string::npos) {
                return row;
            }
        }
        return std::vector<std::string>(6);
    };
    EXPECT_EQ(claim()[3], "missing");
    put(scratch.path() / "pool_memory.txt",
        "$ a command\ndata pool peak MiB\nDD ndp 100\nDD topk 150\nPROTEINS ndp 80\nPROTEINS topk 90\n");
    EXPECT_EQ(claim()[3], "agrees");
    EXPECT_NE(claim()[2].find("D&D: NDP 100 MiB, Top-K 150"), std::string::npos) << claim()[2];
    put(scratch.path() / "pool_memory.txt", "DD ndp 100\nDD topk 150\nPROTEINS ndp 80\nPROTEINS topk 70\n");
    EXPECT_EQ(claim()[3], "differs");
}

TEST(StoredResults, TheScaleShowsHowFarOtherCodesGet) {
    const ScratchFolder scratch;
    put(scratch.path() / "scale_others.txt",
        "$ bench/scale_others\ncode graph seconds MB\nSciPy sensor:1000 0.5 60\nSciPy sensor:2000 1.5 90\nSciPy sensor:4000 "
        "fails needs "
        "more than 8 GiB\nPyGSP grid:30x30 1 1\n");
    const ReportFigure figure = fig_scale({.quick = true, .results = {scratch.path()}}, Seed(0));
    const ChartSeries& other = figure.charts[0].series.back();
    EXPECT_EQ(other.name, "SciPy, exact levels 1-3");
    EXPECT_EQ(other.x, (std::vector<double>{1000, 2000}));
    EXPECT_EQ(other.y, (std::vector<double>{0.5, 1.5}));
    EXPECT_EQ(figure.charts[1].series.back().y, (std::vector<double>{60, 90}));
    EXPECT_NE(figure.note.find("SciPy at 4000 nodes: needs more than 8 GiB"), std::string::npos) << figure.note;
    EXPECT_NE(figure.verdict.words.find("SciPy 2000"), std::string::npos) << figure.verdict.words;
    EXPECT_TRUE(figure.fill_command.empty());
}

TEST(StoredResults, ATableAgreesIfTwoThirdsOfItsCellsAreNearThePapers) {
    const ScratchFolder scratch;
    const auto shown = [&](double third) {
        put(scratch.path() / "table-mnist.json",
            R"({"name":"t","title":"T","rows":[{"name":"row","cells":{"a":{"ours":{"mean":1,"std":0.5},"paper":{"mean":1.4,"std":0}},)"
            R"("b":{"ours":{"mean":9,"std":0},"paper":{"mean":5,"std":1}},"c":{"ours":{"mean":)" +
                std::to_string(third) + R"(,"std":0},"paper":{"mean":5,"std":1}},"d":{"ours":null,"paper":null}}}]})");
        return shown_table({.results = {scratch.path()}}, "table-mnist", "T", "Table II");
    };
    EXPECT_EQ(shown(5.5).verdict.agreement, Agreement::agrees);
    EXPECT_EQ(shown(3).verdict.agreement, Agreement::differs);
    EXPECT_NE(shown(3).verdict.words.find("1 of 3, 1 are above and 1 below; 1 cells were not run"), std::string::npos)
        << shown(3).verdict.words;
    ASSERT_EQ(shown(3).verdict.criteria.size(), 1U);
}

}  // namespace
}  // namespace ndpool
