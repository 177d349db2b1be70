#include "ndpool/draw/report/pyramid_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "draw/sample_pictures.hpp"

namespace ndpool {
namespace {

TEST(PyramidGraph, LevelsAreAtThePlacesOfTheInput) {
    const PyramidPicture picture = samples::pyramid("Grid", {samples::grid(6, 6), {}}, 2);
    const ReportGraph graph = pyramid_graph(picture);
    ASSERT_EQ(graph.levels.size(), 3U);
    EXPECT_EQ(graph.positions.size(), 36U);
    EXPECT_EQ(graph.levels[0].nodes.size(), 36U);
    for (std::size_t level = 1; level < 3; ++level) {
        const LevelPicture& drawn = picture.levels[level - 1];
        ASSERT_EQ(graph.levels[level].nodes.size(), drawn.kept.size());
        for (std::size_t i = 0; i < drawn.kept.size(); ++i) {
            EXPECT_EQ(graph.levels[level].nodes[i], drawn.before_nodes[drawn.kept[i]]);
        }
        EXPECT_EQ(graph.levels[level].edges.size(), static_cast<std::size_t>(drawn.reduced->edge_count()));
    }
}

TEST(PyramidGraph, SaysWhichNodesTheNextLevelKeeps) {
    const PyramidPicture picture = samples::pyramid("Grid", {samples::grid(6, 6), {}}, 2);
    const ReportGraph graph = pyramid_graph(picture);
    for (std::size_t level = 0; level < 2; ++level) {
        const auto& kept = graph.levels[level].kept;
        EXPECT_EQ(std::count(kept.begin(), kept.end(), 1), static_cast<std::ptrdiff_t>(picture.levels[level].kept.size()));
        for (const NodeId node : picture.levels[level].kept) {
            EXPECT_EQ(kept[node], 1);
        }
    }
    EXPECT_TRUE(graph.levels[2].kept.empty());
}

TEST(PyramidGraph, BeginsWithTheFirstLevelThatIsSmallEnough) {
    const PyramidPicture picture = samples::pyramid("Grid", {samples::grid(6, 6), {}}, 2);
    const ReportGraph graph = pyramid_graph(picture, {.nodes = 20});
    ASSERT_EQ(graph.levels.size(), 2U);
    EXPECT_EQ(graph.levels[0].title, "Level 1");
    EXPECT_EQ(graph.positions.size(), 18U);
    for (std::size_t i = 0; i < graph.names.size(); ++i) {
        EXPECT_EQ(graph.names[i], picture.levels[0].before_nodes[picture.levels[0].kept[i]]) << "numbers are those of the input";
    }
    EXPECT_NE(graph.levels[0].note.find("more than 20 nodes"), std::string::npos);
    EXPECT_EQ(pyramid_graph(picture, {.nodes = 1}).levels.size(), 1U) << "the last level is always drawn";
}

TEST(PyramidGraph, KeepsTheStrongestEdgesOfALevel) {
    const PyramidPicture picture = samples::pyramid("Blocks", {samples::blocks(60, 3, 0.6, 0.1), {}}, 1);
    const ReportGraph graph = pyramid_graph(picture, {.edges = 50});
    EXPECT_EQ(graph.levels[1].edges.size(), 50U);
    EXPECT_NE(graph.levels[1].note.find("The strongest 50 of"), std::string::npos);
}

TEST(PyramidGraph, OffersThresholdsAroundItsOwn) {
    const PyramidPicture picture = samples::pyramid("Blocks", {samples::blocks(60, 3, 0.6, 0.1), {}}, 2, 0.013);
    const std::vector<double> stops = threshold_stops(picture);
    EXPECT_TRUE(std::is_sorted(stops.begin(), stops.end()));
    EXPECT_EQ(stops.front(), 0);
    EXPECT_NE(std::find(stops.begin(), stops.end(), 0.013), stops.end());
    EXPECT_EQ(std::adjacent_find(stops.begin(), stops.end()), stops.end()) << "no stop twice";
    EXPECT_EQ(pyramid_graph(picture).epsilon, 0.013);
    EXPECT_TRUE(threshold_stops(samples::pyramid("Path", {samples::path(3), {}}, 0)).empty());
}

TEST(PyramidGraph, SelfLoopsAreCountedInWords) {
    const PyramidPicture picture{"Loops", {}, Graph::from_edges(2, std::vector<Edge>{{0, 0, 1}, {0, 1, 1}}), {}, 0, {}};
    const ReportGraph graph = pyramid_graph(picture);
    EXPECT_EQ(graph.levels[0].edges.size(), 1U);
    EXPECT_EQ(graph.levels[0].note, "1 self-loop is not drawn.");
}

}  // namespace
}  // namespace ndpool
