#include <gtest/gtest.h>

#include "ndpool/learn/train/run_charts.hpp"
#include "ndpool/learn/train/run_predictions.hpp"

namespace ndpool {
namespace {

/// A fold of so many epochs whose accuracy rises from `start` by 0.001 per epoch.
FoldState rising_fold(int epochs, double start, int best) {
    FoldState fold;
    for (int epoch = 1; epoch <= epochs; ++epoch) {
        fold.history.push_back({epoch, 1, start + 0.001 * epoch, 1, start + 0.001 * epoch, 0.1});
    }
    fold.best_epoch = best;
    fold.finished = true;
    return fold;
}

const ChartSeries& series_named(const ReportChart& chart, const std::string& name) {
    for (const ChartSeries& series : chart.series) {
        if (series.name == name) {
            return series;
        }
    }
    throw std::runtime_error("no series " + name);
}

TEST(RunCharts, TheMeanLiesBetweenTheFolds) {
    const ReportChart chart = run_charts({rising_fold(10, 0.1, 4), rising_fold(10, 0.3, 10)}).front();
    check_part(chart);
    const ChartSeries& mean = series_named(chart, "training, mean");
    ASSERT_EQ(mean.y.size(), 10U);
    EXPECT_NEAR(mean.y[4], 0.205, 1e-12);
    EXPECT_NEAR(mean.low[4], 0.105, 1e-12);
    EXPECT_NEAR(mean.high[4], 0.305, 1e-12);
    EXPECT_TRUE(series_named(chart, "validation, fold 2").faint);
    const ChartSeries& chosen = series_named(chart, "chosen epoch of fold 1");
    EXPECT_EQ(chosen.x, std::vector<double>{4});
    EXPECT_NEAR(chosen.y[0], 0.104, 1e-12);
}

TEST(RunCharts, TheMeanEndsWhereMostFoldsHaveEnded) {
    const ReportChart chart = run_charts({rising_fold(10, 0.1, 4), rising_fold(20, 0.3, 10), rising_fold(100, 0.3, 10)}).front();
    EXPECT_EQ(series_named(chart, "training, mean").x.back(), 20);
    EXPECT_EQ(series_named(chart, "training, fold 3").x.back(), 100);
}

TEST(RunCharts, LongHistoriesAreThinnedOut) {
    const ReportChart chart = run_charts({rising_fold(2000, 0.1, 4), rising_fold(2000, 0.3, 10)}).front();
    for (const ChartSeries& series : chart.series) {
        EXPECT_LE(series.x.size(), 250U);
    }
}

TEST(RunCharts, OneFoldHasNoBand) {
    const ReportChart chart = run_charts({rising_fold(10, 0.1, 4)}).front();
    EXPECT_EQ(chart.series.size(), 3U);
    EXPECT_TRUE(series_named(chart, "training").low.empty());
    EXPECT_NO_THROW((void)run_charts({}));
    EXPECT_NO_THROW((void)run_charts({FoldState{}})) << "a fold that has not begun";
}

TEST(TestPredictions, AreThoseOfFinishedFolds) {
    PreparedData data;
    data.samples.resize(4);
    data.samples[1].label = 1;
    data.labels = {-1, 1};
    data.folds = {{{}, {}, {0, 1}}, {{}, {}, {2, 3}}};
    std::vector<FoldState> folds(2);
    folds[0].finished = true;
    folds[0].test_predictions = {0, 0};
    const std::vector<TestPrediction> all = test_predictions(data, folds);
    EXPECT_EQ(all, (std::vector<TestPrediction>{{1, 0, 0, 0}, {1, 1, 1, 0}}));
    EXPECT_EQ(predictions_csv(all, data.labels), "fold,graph,class,predicted\n1,1,-1,-1\n1,2,1,-1\n");
    folds[1].finished = true;  // by a version that did not keep them
    EXPECT_EQ(test_predictions(data, folds).size(), 2U);
}

}  // namespace
}  // namespace ndpool
