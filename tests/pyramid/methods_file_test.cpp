// Pyramids of all methods as files, and the words of their options.
#include <gtest/gtest.h>

#include <fstream>

#include "ndpool/generate/generate.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/methods_text.hpp"
#include "ndpool/pyramid/storage/dataset_file.hpp"
#include "ndpool/pyramid/storage/level_dataset.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"
#include "support/random_graphs.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

std::vector<PyramidOptions> unusual_options() {
    return {NdpOptions{.levels = {2}},
            GraclusOptions{.levels = {1, 3}},
            GraclusOptions{.levels = {1, 2}, .fake_nodes = false},
            NmfOptions{.levels = {1, 3}, .most_iterations = 20, .tolerance = 0.5, .drop_below = 0.125},
            KmisOptions{.levels = {1, 2}, .steps = 2},
            KmisOptions{.levels = {2}, .connect = KmisConnect::kron, .threshold = {0.5, true}}};
}

TEST(MethodsText, ComesBackAsItWas) {
    for (const PyramidOptions& options : unusual_options()) {
        const PyramidOptions back = pyramid_options_from_json(to_json(options));
        EXPECT_EQ(method_name(back), method_name(options));
        EXPECT_EQ(to_json(back), to_json(options));
    }
    EXPECT_EQ(method_name(pyramid_options_from_json("{}")), "ndp");
    EXPECT_EQ(to_json(pyramid_options_from_json(R"({"method": "nmf"})")), to_json(NmfOptions{}));
}

TEST(MethodsText, RefusesWhatItDoesNotKnow) {
    EXPECT_THROW((void)pyramid_options_from_json(R"({"method": "magic"})"), InvalidInput);
    EXPECT_THROW((void)pyramid_options_from_json(R"({"method": "graclus", "epsilon": 1})"), InvalidInput);
    EXPECT_THROW((void)pyramid_options_from_json(R"({"method": "nmf", "fake_nodes": true})"), InvalidInput);
    EXPECT_THROW((void)pyramid_options_from_json("[1]"), InvalidInput);
}

TEST(MethodFiles, ComeBackAsTheyWere) {
    const ScratchFolder folder;
    for (const Format format : {Format::mtx, Format::npz}) {
        for (const PyramidOptions& options : unusual_options()) {
            const Graph graph = random_graph(Seed(7));
            const Pyramid pyramid = make_pyramid(graph, options, Seed(7));
            save_pyramid(pyramid, {"some input", options, Seed(7)}, folder / "out", format);
            const StoredPyramid stored = load_pyramid(folder / "out");
            EXPECT_EQ(to_json(stored.origin.options), to_json(options));
            EXPECT_EQ(stored.pyramid.base, pyramid.base);
            EXPECT_EQ(stored.pyramid.fake_nodes, pyramid.fake_nodes);
            ASSERT_EQ(stored.pyramid.levels.size(), pyramid.levels.size());
            for (std::size_t i = 0; i < pyramid.levels.size(); ++i) {
                EXPECT_EQ(stored.pyramid.levels[i].graph, pyramid.levels[i].graph);
                EXPECT_EQ(stored.pyramid.levels[i].assignment_matrix, pyramid.levels[i].assignment_matrix);
                EXPECT_EQ(stored.pyramid.levels[i].pool, pyramid.levels[i].pool);
                EXPECT_EQ(stored.pyramid.levels[i].nodes, pyramid.levels[i].nodes);
                EXPECT_EQ(stored.pyramid.levels[i].cut, pyramid.levels[i].cut);
                EXPECT_EQ(stored.pyramid.levels[i].fake_nodes, pyramid.levels[i].fake_nodes);
                EXPECT_EQ(stored.pyramid.levels[i].components, pyramid.levels[i].components);
            }
        }
    }
}

TEST(MethodFiles, SharesThatAreNotPositiveAreRefused) {
    const ScratchFolder folder;
    const Pyramid pyramid = graclus_pyramid(Graph::from_edges(2, std::vector<Edge>{{0, 1}}), {.levels = {1}}, Seed(1));
    save_pyramid(pyramid, {"x", GraclusOptions{.levels = {1}}, Seed(1)}, folder / "out");
    std::ofstream(folder / "out/level_1/pool.mtx") << "%%MatrixMarket matrix coordinate real general\n1 2 2\n1 1 1\n1 2 -1\n";
    EXPECT_THROW((void)load_pyramid(folder / "out"), InvalidInput);
    std::ofstream(folder / "out/level_1/pool.mtx") << "%%MatrixMarket matrix coordinate real general\n1 2 0\n";
    EXPECT_THROW((void)load_pyramid(folder / "out"), InvalidInput);
}

TEST(MethodFiles, FakeNodesOfADatasetHaveLabelsOfTheirOwnAndNoNodeOfTheInput) {
    const ScratchFolder folder;
    Dataset dataset;
    dataset.name = "TWO";
    dataset.graphs = {Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}}), Graph::from_edges(1, {})};
    dataset.graph_labels = {0, 1};
    dataset.node_labels = {1, {-3, 5, 4, 2}};
    dataset.node_attributes = {2, {1, 2, 3, 4, 5, 6, 7, 8}};
    const auto pyramids = graclus_pyramids(dataset.graphs, {.levels = {1, 2}}, Seed(1), {1});
    save_pyramids(dataset, pyramids, {"two", GraclusOptions{.levels = {1, 2}}, Seed(1)}, folder / "out");
    const Dataset first = read_dataset(folder / "out/level_1");
    EXPECT_EQ(first, dataset_at_level(dataset, pyramids, 0));
    EXPECT_EQ(first.graphs[0].node_count(), 2);
    EXPECT_EQ(first.graphs[1].node_count(), 2);
    EXPECT_EQ(first.node_labels.values.back(), 6) << "one more than the largest";
    EXPECT_EQ(first.node_attributes.row(3)[0], 0);
    EXPECT_EQ(first.node_attributes.row(2)[1], 8);
    std::ifstream file(folder / "out/level_1/TWO_nodes.txt");
    std::vector<int> nodes;
    for (int node = 0; file >> node;) {
        nodes.push_back(node);
    }
    ASSERT_EQ(nodes.size(), 4U);
    EXPECT_EQ(nodes[0], 1);
    EXPECT_EQ(nodes[2], 4);
    EXPECT_EQ(nodes[3], 0);
    EXPECT_EQ(read_dataset(folder / "out/level_2").graphs[0].node_count(), 1);
}

}  // namespace
}  // namespace ndpool
