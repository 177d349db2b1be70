#include "ndpool/pyramid/measure/measured_levels.hpp"

#include <gtest/gtest.h>

#include "ndpool/generate/generate.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/ndp/lean/lean_fit.hpp"
#include "ndpool/pyramid/ndp/lean/lean_pyramid.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"

namespace ndpool {
namespace {

Pyramid measured_lean_pyramid(const char* spec) {
    LeanPyramidOptions options;
    options.cut.method = CutMethod::sdp;
    options.until_nodes = 60;
    Pyramid pyramid = lean_pyramid(generate_graph(spec, Seed(1)).graph, options, Seed(2));
    measure_levels(pyramid);
    return pyramid;
}

TEST(FitMeasuredLevels, BringsLeanLevelsOfMeshesWithinAPercentOfTheExactSpectrum) {
    for (const char* spec : {"sensor:3000", "grid:50x50", "delaunay:2000", "road:3000"}) {
        SCOPED_TRACE(spec);
        Pyramid pyramid = measured_lean_pyramid(spec);
        const Pyramid before = pyramid;
        fit_measured_levels(pyramid);
        const std::vector<LevelError> errors = level_errors(pyramid, {.method = LevelErrorMethod::factor});
        for (std::size_t l = 0; l < errors.size(); ++l) {
            EXPECT_LE(errors[l].spectral_distance, 0.01) << "level " << l + 1;
            EXPECT_NEAR(errors[l].spectral_distance, pyramid.levels[l].spectrum->distance, 1e-6) << "what is noted is true";
            EXPECT_LE(pyramid.levels[l].spectrum->distance, before.levels[l].spectrum->distance);
            EXPECT_EQ(pyramid.levels[l].graph.adjacency().indices, before.levels[l].graph.adjacency().indices);
        }
    }
}

TEST(FitMeasuredLevels, HelpsSampledLevelsOfRandomGraphs) {
    for (const char* spec : {"sbm:800", "erdos-renyi:700,0.02", "barabasi-albert:1000,4"}) {
        SCOPED_TRACE(spec);
        Pyramid pyramid = measured_lean_pyramid(spec);
        fit_measured_levels(pyramid);
        for (const LevelError& error : level_errors(pyramid, {.method = LevelErrorMethod::factor})) {
            EXPECT_LE(error.spectral_distance, 0.1) << "level " << error.level;
        }
    }
}

TEST(FitMeasuredLevels, FindsAFactorThatIsOff) {
    Pyramid pyramid =
        ndp_pyramid(generate_graph("sensor:400", Seed(1)).graph, {.levels = {1}, .threshold = {.epsilon = 0}}, Seed(2));
    pyramid.levels[0].graph = std::move(pyramid.levels[0].graph).scaled_by(3);
    measure_levels(pyramid);
    EXPECT_NEAR(pyramid.levels[0].spectrum->distance, 2, 1e-6);
    fit_measured_levels(pyramid);
    EXPECT_NEAR(pyramid.levels[0].spectrum->distance, 0, 1e-6);
}

TEST(FitMeasuredLevels, LeavesWhatWasNotMeasuredOrFellApart) {
    Pyramid pyramid = measured_lean_pyramid("sensor:300");
    pyramid.levels[0].spectrum.reset();
    pyramid.levels[1].spectrum->converged = false;
    pyramid.levels[1].spectrum->distance = 1;
    pyramid.levels[2].spectrum->here.front() = 0;
    pyramid.levels[2].spectrum->distance = 1;
    const Pyramid before = pyramid;
    fit_measured_levels(pyramid);
    for (std::size_t l = 0; l < 3; ++l) {
        EXPECT_EQ(pyramid.levels[l].graph, before.levels[l].graph) << "level " << l + 1;
    }
}

TEST(FitMeasuredLevels, IsTheSameForEveryNumberOfThreads) {
    Pyramid one = measured_lean_pyramid("sensor:1500");
    Pyramid three = one;
    fit_measured_levels(one, {1});
    fit_measured_levels(three, {3});
    for (std::size_t l = 0; l < one.levels.size(); ++l) {
        EXPECT_EQ(one.levels[l].graph, three.levels[l].graph);
    }
}

}  // namespace
}  // namespace ndpool
