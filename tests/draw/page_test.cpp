#include "ndpool/draw/report/page.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "draw/markup.hpp"
#include "draw/sample_pictures.hpp"
#include "ndpool/draw/report/pyramid_graph.hpp"
#include "ndpool/draw/report/svg_report.hpp"

namespace ndpool {
namespace {

using markup::count;

PyramidPicture grid_picture() {
    PyramidPicture picture = samples::pyramid("Grid", {samples::grid(6, 6), {}}, 2);
    picture.facts = {{"seed", "1"}, {"method", "ndp"}};
    return picture;
}

bool has(const std::string& text, std::string_view what) {
    return text.find(what) != std::string::npos;
}

TEST(PyramidPage, NeedsNothingFromOutside) {
    const std::string page = pyramid_page(grid_picture());
    for (const char* outside : {" src=", "<link", "@import", "url(\"", "fetch(", "XMLHttpRequest", "import("}) {
        EXPECT_FALSE(has(page, outside)) << outside;
    }
    EXPECT_FALSE(has(markup::without_scripts(page), "http"));
    const std::string svg = pyramid_svg(grid_picture());
    EXPECT_EQ(count(svg, "http"), 1U);
    EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
}

TEST(PyramidPage, IsWellFormed) {
    for (const PyramidPicture& picture :
         {grid_picture(), samples::pyramid("One node", {Graph::from_edges(1, {}), {}}, 2), samples::pyramid("Nothing", {}, 0),
          samples::pyramid("Nothing at all levels", {}, 1), samples::pyramid("No levels", {samples::star(5), {}}, 0),
          samples::pyramid("Isolated", {Graph::from_edges(7, std::vector<Edge>{{1, 2, 1}, {4, 4, 3}}), {}}, 2)}) {
        EXPECT_EQ(markup::imbalance(markup::without_scripts(pyramid_page(picture))), "") << picture.title;
        EXPECT_EQ(markup::imbalance(pyramid_svg(picture)), "") << picture.title;
    }
}

TEST(PyramidPage, EveryPanelShowsItsNodes) {
    const PyramidPicture picture = grid_picture();
    const std::vector<std::string> panels = markup::panels(pyramid_svg(picture));
    ASSERT_EQ(panels.size(), 1 + 3 * picture.levels.size());
    EXPECT_EQ(count(panels[0], "<circle"), 36U);
    for (std::size_t level = 0; level < picture.levels.size(); ++level) {
        EXPECT_EQ(count(panels[3 * level + 1], "<circle"), picture.levels[level].before_nodes.size());
        EXPECT_EQ(count(panels[3 * level + 2], "<circle"), picture.levels[level].kept.size());
        EXPECT_EQ(count(panels[3 * level + 3], "<circle"), picture.levels[level].kept.size());
    }
}

TEST(PyramidPage, SaysTheNumbers) {
    PyramidPicture picture = grid_picture();
    picture.levels[0].cut_fraction = 0.58333;
    picture.levels[0].upper_bound = 0.75;
    picture.levels[0].origin = "bipartite_exact";
    picture.levels[1].cut_fraction = std::numeric_limits<double>::quiet_NaN();
    const std::string page = pyramid_page(picture);
    EXPECT_TRUE(has(page, "<td>0.583</td><td>0.750</td><td>bipartite_exact</td><td>1</td>"));
    EXPECT_TRUE(has(page, "<td>–</td>"));
    EXPECT_TRUE(has(pyramid_svg(picture), "36 nodes, 60 edges"));
    EXPECT_TRUE(has(pyramid_svg(picture), "18 kept, 18 dropped"));
    EXPECT_TRUE(has(page, "ε = 0.01"));
    EXPECT_TRUE(has(page, "<dt>method</dt><dd>ndp</dd>"));
    EXPECT_FALSE(has(markup::without_scripts(page), "nan"));
}

TEST(PyramidPage, SaysWhenSparsifyingTookAGraphApart) {
    PyramidPicture picture = grid_picture();
    picture.levels[1].sparsified = Graph::from_edges(picture.levels[1].reduced->node_count(), {});
    const std::string apart = std::to_string(picture.levels[1].reduced->node_count());
    EXPECT_TRUE(has(pyramid_page(picture), "<td>" + apart + " (was 1)</td>"));
}

TEST(PyramidPage, LeavesOutWhatNoLevelKnows) {
    PyramidPicture picture = grid_picture();
    EXPECT_TRUE(has(pyramid_svg(picture), "edges before sparsification</text>"));
    EXPECT_TRUE(has(pyramid_page(picture), "<th scope=\"col\">cut fraction</th>"));
    for (LevelPicture& level : picture.levels) {
        level.reduced.reset();
        level.cut_fraction = level.upper_bound = std::numeric_limits<double>::quiet_NaN();
    }
    const std::string page = pyramid_page(picture);
    for (const char* gone : {"before sparsification", "share of edges", "cut fraction", "upper bound"}) {
        EXPECT_FALSE(has(page, gone)) << gone;
    }
    EXPECT_TRUE(has(page, "<th scope=\"col\">components</th>"));
    EXPECT_TRUE(has(pyramid_svg(picture), "y=\"16\">edges</text>"));
    EXPECT_FALSE(has(pyramid_svg(picture), "count-before\" d"));
}

TEST(PyramidPage, DrawsLevelsThatWereNotSparsifiedOnce) {
    PyramidPicture picture = grid_picture();
    picture.epsilon = 0;
    for (LevelPicture& level : picture.levels) {
        level.sparsified = *level.reduced;
    }
    EXPECT_EQ(markup::panels(pyramid_svg(picture)).size(), 1 + 2 * picture.levels.size());
    EXPECT_FALSE(has(pyramid_svg(picture), "count-before\" d")) << "a line under another one";
    EXPECT_FALSE(has(pyramid_page(picture), "\"edges before sparsification\"")) << "the same in the page";
}

TEST(PyramidPage, EndsHoweverManyEdgesALevelIsSaidToHaveHad) {
    PyramidPicture picture = grid_picture();
    picture.levels[0].reduced.reset();
    for (const EntryIndex edges : {std::numeric_limits<EntryIndex>::max() / 10, EntryIndex{1'000'000'000'000'000'000}}) {
        picture.levels[0].edges_before = edges;
        EXPECT_TRUE(has(pyramid_svg(picture), "<title>Nodes and edges by level</title>"));
        EXPECT_TRUE(has(pyramid_page(picture), "Nodes and edges by level"));
    }
}

TEST(PyramidPage, EscapesEveryText) {
    PyramidPicture picture = grid_picture();
    picture.title = "<b>&\"";
    picture.facts = {{"<i>", "a & b"}};
    picture.levels[0].origin = "<script>";
    for (const std::string& text : {markup::without_scripts(pyramid_page(picture)), pyramid_svg(picture)}) {
        EXPECT_EQ(markup::imbalance(text), "");
        EXPECT_TRUE(has(text, "<title>&lt;b&gt;&amp;&quot;</title>"));
        EXPECT_TRUE(has(text, "&lt;i&gt;"));
        EXPECT_TRUE(has(text, "a &amp; b"));
        EXPECT_TRUE(has(text, "&lt;script&gt;"));
        EXPECT_FALSE(has(text, "<script"));
    }
}

TEST(PyramidPage, IsTheSameBytesTwice) {
    EXPECT_EQ(pyramid_page(grid_picture()), pyramid_page(grid_picture()));
    EXPECT_EQ(pyramid_svg(grid_picture()), pyramid_svg(grid_picture()));
}

TEST(PyramidPage, StaysSmallWhenTheLevelsAreDense) {
    PlacedGraph placed = samples::geometric(2000, 0.04);
    PyramidPicture picture{"dense", placed.positions, placed.graph, {}, 0.01, {}};
    std::vector<NodeId> nodes(2000);
    std::vector<NodeId> kept;
    for (NodeId i = 0; i < 2000; ++i) {
        nodes[i] = i;
        if (i % 2 == 0) {
            kept.push_back(i);
        }
    }
    Random random((Seed(1)));
    std::vector<Edge> edges;
    for (NodeId i = 0; i < 1000; ++i) {
        for (NodeId j = 0; j < i; ++j) {
            edges.push_back({i, j, random.uniform() + 0.01});
        }
    }
    const Graph dense = Graph::from_edges(1000, edges);
    for (int level = 1; level <= 3; ++level) {
        picture.levels.push_back({level, placed.graph, nodes, kept, dense, dense, 0.6, 0.7, "spectral"});
    }
    EXPECT_LT(pyramid_svg(picture).size(), 5'000'000U);
    EXPECT_EQ(count(pyramid_svg(picture), "strongest 20,000 of 499,500 edges drawn"), 6U);
    const std::string page = pyramid_page(picture);
    EXPECT_LT(page.size(), 3'000'000U);
    EXPECT_EQ(count(page, "The strongest 80,000 of 499,500 edges are here."), 3U);
}

TEST(PyramidPage, RefusesAPictureThatDoesNotFitTogether) {
    const PyramidPicture good = grid_picture();
    const auto refused = [&](const auto& spoil) {
        PyramidPicture picture = good;
        spoil(picture);
        EXPECT_THROW((void)pyramid_page(picture), InvalidInput);
    };
    refused([](PyramidPicture& p) { p.positions.resize(3); });
    refused([](PyramidPicture& p) { p.positions.assign(36, Point{0, std::numeric_limits<double>::infinity()}); });
    refused([](PyramidPicture& p) { p.levels[0].before_nodes.pop_back(); });
    refused([](PyramidPicture& p) { p.levels[1].before_nodes[0] = 36; });
    refused([](PyramidPicture& p) { p.levels[0].kept[0] = -1; });
    refused([](PyramidPicture& p) { std::swap(p.levels[0].kept[0], p.levels[0].kept[1]); });
    refused([](PyramidPicture& p) { p.levels[0].reduced = Graph(); });
    refused([](PyramidPicture& p) { p.levels[0].sparsified = Graph(); });
}

TEST(PyramidPage, PlacesTheNodesThatHaveNoPosition) {
    PyramidPicture picture = grid_picture();
    const std::string without = pyramid_page(picture);
    for (NodeId i = 0; i < 36; ++i) {
        picture.positions.push_back({static_cast<double>(i % 6), static_cast<double>(i / 6)});
    }
    EXPECT_NE(pyramid_page(picture), without);
    EXPECT_EQ(pyramid_graph(grid_picture()).positions.size(), 36U);
}

TEST(PyramidPage, AStoredLevelIsDrawnWithoutTheReductionThatNobodyKnows) {
    PyramidPicture picture = grid_picture();
    const EntryIndex edges = picture.levels[0].reduced->edge_count();
    for (LevelPicture& level : picture.levels) {
        level.reduced.reset();
    }
    picture.levels[0].edges_before = edges;
    const std::string svg = pyramid_svg(picture);
    EXPECT_EQ(markup::panels(svg).size(), 1 + 2 * picture.levels.size());
    EXPECT_EQ(markup::imbalance(svg), "");
    EXPECT_FALSE(has(svg, "Kron reduction"));
    EXPECT_TRUE(has(svg, "As it is stored"));
    EXPECT_TRUE(has(pyramid_page(picture), "<td>" + std::to_string(edges) + "</td>"));
}

/// A path of four nodes, joined in pairs: levels of two nodes and of one.
PyramidPicture joined_picture() {
    PyramidPicture picture{"Pairs", {{0, 0}, {2, 0}, {4, 0}, {8, 0}}, samples::path(4), {}, 0, {}};
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    picture.levels.push_back(
        {1, samples::path(4), {0, 1, 2, 3}, {0, 2}, {}, samples::path(2), unknown, unknown, "graclus", {0, 0, 1, 1}, 1});
    picture.levels.push_back(
        {2, samples::path(2), {0, 2}, {1}, {}, Graph::from_edges(1, {}), unknown, unknown, "graclus", {0, 0}, 0});
    return picture;
}

TEST(PyramidPage, JoinedNodesMeetInTheMiddle) {
    const PyramidPicture picture = joined_picture();
    const std::string svg = pyramid_svg(picture);
    EXPECT_EQ(markup::imbalance(svg), "");
    EXPECT_TRUE(has(svg, "Nodes that are joined"));
    EXPECT_FALSE(has(svg, "dropped node"));
    const std::vector<std::string> panels = markup::panels(svg);
    ASSERT_EQ(panels.size(), 5U);
    EXPECT_EQ(count(panels[1], "edges kept"), 1U) << "the edges within pairs stand out";
    EXPECT_EQ(count(panels[1], "<circle"), 4U);
    EXPECT_EQ(count(panels[2], "<circle"), 2U);
    EXPECT_EQ(count(panels[4], "<circle"), 1U);
    PyramidPicture moved = picture;
    moved.positions[1].y = 1;  // not the node that stands for its pair
    EXPECT_NE(markup::panels(pyramid_svg(moved))[2], panels[2]);
}

TEST(PyramidPage, RefusesJoinedNodesThatDoNotFit) {
    const auto refused = [&](const auto& spoil) {
        PyramidPicture picture = joined_picture();
        spoil(picture.levels[0]);
        EXPECT_THROW((void)pyramid_page(picture), InvalidInput);
    };
    refused([](LevelPicture& level) { level.joined.pop_back(); });
    refused([](LevelPicture& level) { level.joined[0] = 2; });
    refused([](LevelPicture& level) { level.joined[0] = -2; });
}

}  // namespace
}  // namespace ndpool
