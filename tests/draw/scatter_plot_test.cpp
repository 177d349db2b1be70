#include "ndpool/draw/plot/scatter_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "draw/markup.hpp"

namespace ndpool {
namespace {

double across(const std::string& svg, const std::string& hint) {
    const std::size_t circle = svg.rfind("<circle", svg.find(hint));
    return std::stod(svg.substr(svg.find("cx=\"", circle) + 4));
}

TEST(DotChart, PutsEqualRatiosAtEqualDistances) {
    const std::string svg = dot_chart(
        {.title = "t", .across = "x", .up = "", .rows = {"a", "b"}, .series = {{"one", "red", {{0.02, 0}, {0.2, 1}, {2, 0}}}}});
    EXPECT_NEAR(across(svg, ": 0.2<") - across(svg, ": 0.02<"), across(svg, ": 2<") - across(svg, ": 0.2<"), 0.11);
    EXPECT_LT(across(svg, ": 0.02<"), across(svg, ": 0.2<"));
}

TEST(DotChart, LeavesOutWhatHasNoPlace) {
    const std::string svg = dot_chart({.title = "t",
                                       .across = "x",
                                       .up = "y",
                                       .rows = {},
                                       .series = {{"one", "red", {{0, 1}, {-1, 1}, {NAN, 1}, {1, HUGE_VAL}, {3, 4}}}}});
    EXPECT_EQ(markup::count(svg, "<circle"), 1);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(DotChart, IsWellFormedWithStrangeNamesAndWithNothing) {
    EXPECT_EQ(markup::imbalance(
                  dot_chart({.title = "<t>", .across = "&", .up = "\"", .rows = {"a<b"}, .series = {{"<x>", "red", {{1, 0}}}}})),
              "");
    EXPECT_EQ(markup::imbalance(dot_chart({.title = "", .across = "", .up = "", .rows = {}, .series = {}})), "");
}

TEST(DotChart, DrawsStrongDotsLastAndLarger) {
    const std::string svg = dot_chart({.title = "t",
                                       .across = "x",
                                       .up = "",
                                       .rows = {"a"},
                                       .series = {{"own", "red", {{1, 0}}, true}, {"other", "blue", {{1, 0}}}}});
    EXPECT_GT(svg.find("own, a"), svg.find("other, a"));
    EXPECT_NE(svg.find("r=\"7\""), std::string::npos);
}

TEST(DotChart, NamesOfCloseDotsDoNotMeet) {
    const std::string svg =
        dot_chart({.title = "t",
                   .across = "x",
                   .up = "y",
                   .rows = {},
                   .series = {{"first", "red", {{1, 1}}}, {"second", "blue", {{1.1, 1}}}, {"low", "blue", {{9, 0}}}}});
    const auto place = [&](const std::string& name) {
        const std::size_t element = svg.rfind("<text", svg.find(">" + name + "</text>"));
        return svg.substr(element, svg.find('>', element) - element);
    };
    const auto number = [&](const std::string& name, const std::string& what) {
        return std::stod(place(name).substr(place(name).find(what + "=\"") + what.size() + 2));
    };
    EXPECT_TRUE(std::abs(number("first", "x") - number("second", "x")) > 40 ||
                std::abs(number("first", "y") - number("second", "y")) > 15);
}

}  // namespace
}  // namespace ndpool
