#include "ndpool/draw/plot/chart.hpp"

#include <gtest/gtest.h>

#include "draw/markup.hpp"

namespace ndpool {
namespace {

TEST(LevelChart, HasAMarkForEveryCountAboveZero) {
    const std::vector<LevelCounts> levels{{0, 1000, 0, 3000}, {1, 500, 9000, 2500}, {2, 250, 8000, 0}};
    const std::string svg = level_chart(levels, 400, 300);
    EXPECT_EQ(markup::imbalance(svg), "");
    EXPECT_EQ(markup::count(svg, "<svg"), 1U);
    EXPECT_EQ(markup::count(svg, "nan"), 0U);
    EXPECT_EQ(markup::count(svg, "inf"), 0U);
    const std::string fewer = level_chart({levels[0], levels[1]}, 400, 300);
    EXPECT_LT(fewer.size(), svg.size());
}

TEST(LevelChart, OneLevelAndEqualCountsAreDrawnToo) {
    for (const std::vector<LevelCounts>& levels :
         {std::vector<LevelCounts>{{0, 1, 0, 0}}, std::vector<LevelCounts>{{0, 7, 7, 7}, {1, 7, 7, 7}}}) {
        const std::string svg = level_chart(levels, 200, 100);
        EXPECT_EQ(markup::imbalance(svg), "");
        EXPECT_EQ(markup::count(svg, "nan"), 0U);
    }
}

}  // namespace
}  // namespace ndpool
