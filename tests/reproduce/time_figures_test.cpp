#include "ndpool/reproduce/time_figures.hpp"

#include <gtest/gtest.h>

namespace ndpool {
namespace {

using Cells = std::vector<std::vector<std::optional<double>>>;

ResultTable table(const Cells& cells) {
    ResultTable result{"some", "title", "note", {"WL", "NDP", "Flat"}, {}};
    for (std::size_t r = 0; r < cells.size(); ++r) {
        result.rows.push_back({"set" + std::to_string(r), {}});
        for (const std::optional<double>& value : cells[r]) {
            result.rows.back().cells.push_back({value ? std::optional(MeanStd{*value, 0}) : std::nullopt, {}});
        }
    }
    return result;
}

TEST(TimeFigures, AreOfAllThatWasTimedAndOfTheMeansOfWhatAllMethodsHave) {
    const ResultTable accuracy = table({{70, 80, 90}, {60, 70, 60}, {50, 60, {}}, {{}, {}, {}}});
    const ResultTable seconds = table({{{}, 0.125, 1}, {{}, 0.375, 3}, {{}, 8, {}}, {{}, {}, {}}});
    const std::vector<std::string> figures = time_figures(accuracy, seconds);
    ASSERT_EQ(figures.size(), 2);
    for (const std::string part : {"NDP, set0: 0.125", "NDP, set2: 8", "Flat, set1: 3"}) {
        EXPECT_NE(figures[0].find(part), std::string::npos) << part;
    }
    EXPECT_EQ(figures[0].find("WL"), std::string::npos);
    EXPECT_EQ(figures[0].find("set3"), std::string::npos);
    EXPECT_NE(figures[1].find("NDP, 75.0: 0.25"), std::string::npos);
    EXPECT_NE(figures[1].find("Flat, 75.0: 2"), std::string::npos);
    EXPECT_NE(figures[1].find("set0, set1, which"), std::string::npos);
}

TEST(TimeFigures, AreLeftOutWhereThereIsNothingToShow) {
    EXPECT_TRUE(time_figures(table({{1, {}, {}}}), table({{{}, {}, {}}})).empty());
    EXPECT_TRUE(time_figures(table({}), table({})).empty());
    EXPECT_EQ(time_figures(table({{{}, 1, {}}, {{}, {}, 1}}), table({{{}, 1, {}}, {{}, {}, 1}})).size(), 1);
}

}  // namespace
}  // namespace ndpool
