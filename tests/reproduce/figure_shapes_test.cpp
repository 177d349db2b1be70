// The shapes of the paper's figures, on the small graphs of --quick.
#include <gtest/gtest.h>

#include <algorithm>

#include "ndpool/generate/generate.hpp"
#include "ndpool/reproduce/cuts/fig_density.hpp"
#include "ndpool/reproduce/cuts/fig_vmax.hpp"
#include "ndpool/reproduce/experiment_list.hpp"
#include "ndpool/reproduce/output/figure_json.hpp"
#include "ndpool/reproduce/spectra/fig_epsilon.hpp"
#include "ndpool/reproduce/spectra/fig_spectra.hpp"
#include "ndpool/reproduce/spectra/linear_fit.hpp"
#include "ndpool/reproduce/spectra/resistance_sampling.hpp"

namespace ndpool {
namespace {

const ExperimentOptions quick{.quick = true};

TEST(FigDensity, GridAndRingFallFromOneToOneHalfAndStayAboveChanceOnSparseGraphs) {
    const ReportFigure figure = fig_density(quick, Seed(0));
    ASSERT_EQ(figure.charts.size(), 6U);
    for (const std::size_t bipartite : {0, 1}) {
        EXPECT_EQ(figure.charts[bipartite].series[0].y.front(), 1);
        EXPECT_NEAR(figure.charts[bipartite].series[2].y.front(), 1, 1e-9) << "and so does the bound";
    }
    for (const ReportChart& chart : figure.charts) {
        const std::vector<double>& density = chart.series[0].x;
        EXPECT_NEAR(chart.series[0].y.back(), 0.5, 0.05) << chart.title;
        EXPECT_EQ(density.back(), 1);
        EXPECT_TRUE(std::is_sorted(density.begin(), density.end()));
        for (std::size_t i = 0; i < density.size(); ++i) {
            EXPECT_LE(chart.series[0].y[i], chart.series[2].y[i] + 1e-9) << "no cut is above the bound";
            EXPECT_GE(chart.series[4].y[i], 0.5 - 0.02) << "placed greedily it never loses to chance by much";
            if (density[i] < 0.6) {
                EXPECT_GT(chart.series[0].y[i], chart.series[1].y[i]) << chart.title << " at " << density[i];
            }
        }
    }
}

TEST(FigDensity, TheCrossingIsTheFirstPlaceWhereChanceIsBetter) {
    EXPECT_EQ(crossing_density({.1, .5, .9}, {.8, .6, .4}, {.5, .5, .5}), .9);
    EXPECT_EQ(crossing_density({.1, .5, .9}, {.8, .6, .6}, {.5, .5, .5}), 1);
}

TEST(FigSpectra, LevelsInterlaceAndTheThresholdMovesEigenvaluesLittle) {
    const ReportFigure figure = fig_spectra(quick, Seed(0));
    EXPECT_EQ(figure.verdict.agreement, Agreement::agrees) << figure.verdict.words;
    ASSERT_EQ(figure.charts.size(), 3U);
    EXPECT_EQ(figure.charts[0].series.size(), 4U);
    const double largest = figure.charts[0].series[0].y.back();
    for (const ChartSeries& level : figure.charts[0].series) {
        EXPECT_LE(level.y.back(), largest * (1 + 1e-9)) << "Kron reduction raises no largest eigenvalue";
        EXPECT_TRUE(std::is_sorted(level.y.begin(), level.y.end()));
    }
    for (const ChartSeries& difference : figure.charts[2].series) {
        EXPECT_LT(*std::max_element(difference.y.begin(), difference.y.end()), 0.1 * largest);
    }
}

TEST(FigEpsilon, DistanceGrowsAboutLinearlyWhileEdgesVanishEarly) {
    const ReportFigure figure = fig_epsilon(quick, Seed(0));
    ASSERT_EQ(figure.charts.size(), 6U);
    for (std::size_t c = 0; c < 3; ++c) {
        const ChartSeries& distance = figure.charts[c].series[0];
        const ChartSeries& edges = figure.charts[c + 3].series[0];
        EXPECT_EQ(distance.y.front(), 0);
        EXPECT_GT(linear_fit(distance.x, distance.y).r_squared, 0.7) << figure.charts[c].title;
        EXPECT_TRUE(std::is_sorted(edges.y.rbegin(), edges.y.rend())) << "a higher threshold keeps no more edges";
        EXPECT_LT(edges.y.back(), 0.6 * edges.y.front());
        // Faster than linear: half of the way to the last threshold has lost more than half of what is lost in the end.
        EXPECT_LT(edges.y[edges.y.size() / 2], (edges.y.front() + edges.y.back()) / 2) << figure.charts[c].title;
    }
}

TEST(FigVmax, ManyEntriesOfTheCombinatorialEigenvectorAreAlmostZero) {
    const ReportFigure figure = fig_vmax(quick, Seed(0));
    EXPECT_EQ(figure.verdict.agreement, Agreement::agrees) << figure.verdict.words;
    double nodes = 0;
    for (const double count : figure.charts[1].series[0].y) {
        nodes += count;
    }
    EXPECT_EQ(nodes, 300) << "every node is in the distribution";
}

TEST(Figures, DrawingsAgreeWithThePaper) {
    for (const char* name :
         {"fig-schema", "fig-stride", "fig-methods", "fig-families", "fig-pyramids", "fig-batch", "table-cuts"}) {
        const ReportFigure figure = experiment_named(name).run(quick, Seed(0).child(name));
        EXPECT_NO_THROW(check_figure(figure)) << name;
        EXPECT_EQ(figure.verdict.agreement, Agreement::agrees) << name << ": " << figure.verdict.words;
    }
}

TEST(Figures, AreTheSameForEveryNumberOfThreads) {
    for (const char* name : {"fig-density", "fig-sparsifiers", "table-fidelity"}) {
        ExperimentOptions threads = quick;
        threads.parallel = {2};
        EXPECT_EQ(to_json(experiment_named(name).run(quick, Seed(1))), to_json(experiment_named(name).run(threads, Seed(1))))
            << name;
    }
}

TEST(Figures, HaveNamesThatAreUnique) {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiment_list()) {
        names.push_back(experiment.name);
        EXPECT_FALSE(experiment.meaning.empty());
    }
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
    EXPECT_EQ(experiment_named("cut-size").name, "table-cuts");
}

TEST(ResistanceSampling, LeveragesSumUpToNodesMinusComponents) {
    const Graph graph = generate_graph("sensor:40", Seed(2)).graph;
    double sum = 0;
    for (const double leverage : edge_leverages(graph)) {
        sum += leverage;
    }
    EXPECT_NEAR(sum, 39, 1e-6);
}

TEST(ResistanceSampling, KeepsTheWeightOnAverage) {
    const Graph graph = generate_graph("sensor:40", Seed(2)).graph;
    const std::vector<double> leverage = edge_leverages(graph);
    double mean = 0;
    for (std::uint64_t i = 0; i < 200; ++i) {
        mean += total_weight(sample_by_resistance(graph, leverage, 200, Seed(i))) / 200;
    }
    EXPECT_NEAR(mean, total_weight(graph), 0.03 * total_weight(graph));
}

}  // namespace
}  // namespace ndpool
