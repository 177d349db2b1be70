#include "ndpool/pyramid/measure/level_bounds.hpp"

#include <gtest/gtest.h>

#include "ndpool/base/error.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/measure/level_error.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"

namespace ndpool {
namespace {

Graph with_weights_times(const Graph& graph, double factor) {
    std::vector<Edge> edges = edges_of(graph);
    for (Edge& edge : edges) {
        edge.weight *= factor;
    }
    return Graph::from_edges(graph.node_count(), edges);
}

/// An exact pyramid, and the same with all weights of its levels changed.
Pyramid exact_pyramid(const char* spec, std::vector<int> levels) {
    NdpOptions options;
    options.levels = std::move(levels);
    options.threshold.epsilon = 0;
    return ndp_pyramid(generate_graph(spec, Seed(1)).graph, options, Seed(2));
}

Pyramid with_levels_times(Pyramid pyramid, double factor) {
    for (Level& level : pyramid.levels) {
        level.graph = with_weights_times(level.graph, factor);
    }
    return pyramid;
}

TEST(LevelBounds, OfAHalvedPathEncloseItByHand) {
    const Graph path = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}});
    Level level;
    level.number = 1;
    level.pool = level.nodes = {0, 2};
    level.graph = Graph::from_edges(2, std::vector<Edge>{{0, 1, 0.5}});
    const Pyramid exact{path, {level}};

    const auto bounds = level_bounds(with_levels_times(exact, 0.5), with_levels_times(exact, 2));

    ASSERT_EQ(bounds.size(), 1);
    EXPECT_EQ(bounds[0].level, 1);
    ASSERT_EQ(bounds[0].lower.size(), 1);
    EXPECT_NEAR(bounds[0].lower[0], 0.5, 1e-5);
    EXPECT_NEAR(bounds[0].upper[0], 2, 1e-5);
    EXPECT_TRUE(bounds[0].proved);
}

TEST(LevelBounds, EncloseTheExactSpectrumClosely) {
    for (const char* spec : {"grid:40x40", "road:9000"}) {
        SCOPED_TRACE(spec);
        const Pyramid exact = exact_pyramid(spec, {1, 2});
        const auto errors = level_errors(exact, {.method = LevelErrorMethod::factor});
        const auto bounds = level_bounds(with_levels_times(exact, 0.99), with_levels_times(exact, 1.01));
        for (std::size_t index = 0; index < bounds.size(); ++index) {
            EXPECT_TRUE(bounds[index].proved);
            ASSERT_EQ(bounds[index].lower.size(), 10);
            for (std::size_t k = 0; k < 10; ++k) {
                EXPECT_LE(bounds[index].lower[k], 0.99 * errors[index].exact[k]);
                EXPECT_GE(bounds[index].lower[k], 0.985 * errors[index].exact[k]);
                EXPECT_GE(bounds[index].upper[k], 1.01 * errors[index].exact[k]);
                EXPECT_LE(bounds[index].upper[k], 1.015 * errors[index].exact[k]);
            }
        }
    }
}

TEST(LevelBounds, AreZeroWhereTheLowerChainFellApart) {
    const Graph path = Graph::from_edges(5, std::vector<Edge>{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}});
    Level level;
    level.number = 1;
    level.pool = level.nodes = {0, 2, 4};
    level.graph = Graph::from_edges(3, std::vector<Edge>{{0, 1, 0.5}});
    const Pyramid lower{path, {level}};
    level.graph = Graph::from_edges(3, std::vector<Edge>{{0, 1, 0.5}, {1, 2, 0.5}});
    const Pyramid upper{path, {level}};

    const auto bounds = level_bounds(lower, upper);

    ASSERT_EQ(bounds[0].lower.size(), 2);
    EXPECT_EQ(bounds[0].lower[0], 0);
    EXPECT_NEAR(bounds[0].upper[0], 0.5, 1e-5);
    EXPECT_NEAR(bounds[0].upper[1], 1.5, 1e-5);
}

TEST(LevelBounds, RefuseChainsOnDifferentNodes) {
    const Pyramid one = exact_pyramid("grid:6x6", {1});
    EXPECT_THROW((void)level_bounds(one, exact_pyramid("grid:6x6", {1, 2})), InvalidInput);
    EXPECT_THROW((void)level_bounds(one, exact_pyramid("path:36", {1})), InvalidInput);
    EXPECT_THROW((void)level_bounds(one, one, {.eigenvalues = 13}), InvalidInput);
    EXPECT_TRUE(level_bounds({one.base, {}}, {one.base, {}}).empty());
}

}  // namespace
}  // namespace ndpool
