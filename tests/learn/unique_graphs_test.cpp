#include "ndpool/learn/data/unique_graphs.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "ndpool/base/seed.hpp"
#include "ndpool/generate/lattice.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

Graph renumbered_graph(const Graph& graph, Random& random) {
    std::vector<NodeId> name(static_cast<std::size_t>(graph.node_count()));
    std::iota(name.begin(), name.end(), 0);
    shuffle(std::span(name), random);
    std::vector<Edge> edges;
    for (const Edge& edge : edges_of(graph)) {
        edges.push_back({name[edge.from], name[edge.to], edge.weight});
    }
    return Graph::from_edges(graph.node_count(), edges);
}

Dataset dataset_of_graphs(std::vector<Graph> graphs) {
    Dataset data;
    data.graphs = std::move(graphs);
    data.graph_labels.assign(data.graphs.size(), 1);
    return data;
}

Graph cycles(const std::vector<NodeId>& sizes) {
    std::vector<Edge> edges;
    NodeId first = 0;
    for (const NodeId size : sizes) {
        for (NodeId i = 0; i < size; ++i) {
            edges.push_back({first + i, first + (i + 1) % size, 1});
        }
        first += size;
    }
    return Graph::from_edges(first, edges);
}

TEST(UniqueGraphs, FindRenumberedGraphsAndNoOthers) {
    Random random(Seed(1));
    for (std::uint64_t s = 0; s < 40; ++s) {
        const Graph graph = random_graph(Seed(s), {.most_nodes = 20, .weight_magnitudes = 1});
        std::vector<Edge> edges = edges_of(graph);
        std::vector<Graph> graphs{graph, renumbered_graph(graph, random)};
        if (!edges.empty()) {
            edges.back().weight *= 2;
            graphs.push_back(Graph::from_edges(graph.node_count(), edges));
        }
        const std::vector<std::size_t> first = first_same_graphs(dataset_of_graphs(graphs), SameGraph::structure);
        EXPECT_EQ(first[1], 0U);
        if (first.size() > 2) {
            EXPECT_EQ(first[2], 2U);
        }
    }
}

// Regular graphs have one colour, so that only the exact comparison tells.
TEST(UniqueGraphs, TellApartWhatTheWeisfeilerLehmanTestCannot) {
    Random random(Seed(2));
    const Graph one = cycles({6});
    const Graph two = cycles({3, 3});
    const Dataset data =
        dataset_of_graphs({one, two, renumbered_graph(one, random), renumbered_graph(two, random), cycles({12}), cycles({5, 7})});
    EXPECT_EQ(first_same_graphs(data, SameGraph::structure), (std::vector<std::size_t>{0, 1, 0, 1, 4, 5}));
}

TEST(UniqueGraphs, KeepGraphsWithOtherLabelsOnlyIfAskedTo) {
    Dataset data = dataset_of_graphs({path_graph(3), path_graph(3), path_graph(3)});
    data.name = "paths";
    data.node_labels = {1, {1, 2, 3, 3, 2, 1, 2, 1, 3}};
    data.node_attributes = {2, {0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0, 5, 5, 6, 6, 7, 7}};
    data.edge_labels = {1, {4, 4, 5, 5, 5, 5, 4, 4, 6, 6, 6, 6}};
    data.graph_labels = {7, 8, 9};
    data.graph_split = {"train", "test", "val"};
    EXPECT_EQ(first_same_graphs(data, SameGraph::never), (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(first_same_graphs(data, SameGraph::structure), (std::vector<std::size_t>{0, 0, 0}));
    EXPECT_EQ(first_same_graphs(data, SameGraph::labels), (std::vector<std::size_t>{0, 0, 2}));
    const Dataset cleaned = without_copies(data, SameGraph::labels);
    EXPECT_EQ(cleaned.graphs.size(), 2U);
    EXPECT_EQ(cleaned.name, "paths");
    EXPECT_EQ(cleaned.graph_labels, (std::vector<long>{7, 9}));
    EXPECT_EQ(cleaned.graph_split, (std::vector<std::string>{"train", "val"}));
    EXPECT_EQ(cleaned.node_labels.values, (std::vector<long>{1, 2, 3, 2, 1, 3}));
    EXPECT_EQ(cleaned.node_attributes.values, (std::vector<double>{0, 0, 1, 1, 2, 2, 5, 5, 6, 6, 7, 7}));
    EXPECT_EQ(cleaned.edge_labels.values, (std::vector<long>{4, 4, 5, 5, 6, 6, 6, 6}));
    EXPECT_EQ(without_copies(data, SameGraph::never), data);
}

}  // namespace
}  // namespace ndpool
