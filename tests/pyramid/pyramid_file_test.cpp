#include "ndpool/pyramid/storage/pyramid_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "ndpool/generate/generate.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/methods_text.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "ndpool/pyramid/storage/dataset_file.hpp"
#include "ndpool/pyramid/storage/level_dataset.hpp"
#include "support/random_graphs.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

NdpOptions unusual_options() {
    NdpOptions options;
    options.levels = {1, 3};
    options.threshold = {0.125, true};
    options.sparsify = SparsifyWhen::each_level;
    options.cut.method = CutMethod::trevisan;
    options.cut.components = ComponentPolicy::whole;
    options.cut.keep = KeptSide::smaller;
    options.cut.spectral.laplacian = Laplacian::combinatorial;
    options.cut.spectral.random_below = 0.25;
    options.cut.search = {{4, 7, 3}, {11}, {2.5, 900}};
    return options;
}

TEST(NdpOptionsText, ComesBackAsItWas) {
    const NdpOptions options = unusual_options();
    EXPECT_EQ(to_json(ndp_options_from_json(to_json(options))), to_json(options));
    EXPECT_NE(to_json(options), to_json(NdpOptions{}));
    EXPECT_EQ(to_json(ndp_options_from_json("{}")), to_json(NdpOptions{}));
}

TEST(NdpOptionsText, RefusesWhatItDoesNotKnow) {
    EXPECT_THROW((void)ndp_options_from_json(R"({"epsilom": 0.1})"), InvalidInput);
    EXPECT_THROW((void)ndp_options_from_json(R"({"epsilon": "small"})"), InvalidInput);
    EXPECT_THROW((void)ndp_options_from_json(R"({"cut_method": "magic"})"), InvalidInput);
    EXPECT_THROW((void)ndp_options_from_json(R"({"method": "graclus"})"), InvalidInput);
    EXPECT_THROW((void)ndp_options_from_json("levels"), InvalidInput);
}

TEST(PyramidFile, ComesBackAsItWas) {
    const ScratchFolder folder;
    for (std::uint64_t s = 0; s < 6; ++s) {
        const Graph graph = random_graph(Seed(s));
        const NdpOptions options = s % 2 == 0 ? NdpOptions{} : unusual_options();
        const Pyramid pyramid = ndp_pyramid(graph, options, Seed(s));
        save_pyramid(pyramid, {"some input", options, Seed(s)}, folder / "out", s < 3 ? Format::mtx : Format::npz);
        const StoredPyramid stored = load_pyramid(folder / "out");
        EXPECT_EQ(stored.origin.input, "some input");
        EXPECT_EQ(stored.origin.seed.value(), s);
        EXPECT_EQ(to_json(stored.origin.options), to_json(options));
        EXPECT_EQ(stored.pyramid.base, graph);
        ASSERT_EQ(stored.pyramid.levels.size(), pyramid.levels.size());
        for (std::size_t i = 0; i < pyramid.levels.size(); ++i) {
            EXPECT_EQ(stored.pyramid.levels[i].graph, pyramid.levels[i].graph);
            EXPECT_EQ(stored.pyramid.levels[i].pool, pyramid.levels[i].pool);
            EXPECT_EQ(stored.pyramid.levels[i].nodes, pyramid.levels[i].nodes);
            EXPECT_EQ(stored.pyramid.levels[i].cut, pyramid.levels[i].cut);
            EXPECT_EQ(stored.pyramid.levels[i].edges_before_sparsify, pyramid.levels[i].edges_before_sparsify);
        }
    }
}

TEST(PyramidFile, RefusesAFolderThatDoesNotFitTogether) {
    const ScratchFolder folder;
    EXPECT_THROW((void)load_pyramid(folder / "nothing"), InvalidInput);
    const auto save = [&](const Graph& graph) {
        save_pyramid(ndp_pyramid(graph, {}, Seed(1)), {"x", {}, Seed(1)}, folder / "out");
    };
    save(generate_graph("grid:4x4", Seed(1)).graph);
    fs::copy_file(folder / "out/level_2/pool.mtx", folder / "out/level_1/pool.mtx", fs::copy_options::overwrite_existing);
    EXPECT_THROW((void)load_pyramid(folder / "out"), InvalidInput);
    save(generate_graph("grid:4x4", Seed(1)).graph);
    std::ofstream(folder / "out/manifest.json") << "{\"version\": ";
    EXPECT_THROW((void)load_pyramid(folder / "out"), InvalidInput);
}

TEST(PyramidFile, RefusesNumbersThatNoLevelCanHave) {
    const ScratchFolder folder;
    const Graph graph = generate_graph("grid:4x4", Seed(1)).graph;
    const std::string good = save_pyramid(ndp_pyramid(graph, {.levels = {1}}, Seed(1)), {"x", {}, Seed(1)}, folder / "out");
    EXPECT_NO_THROW((void)load_pyramid(folder / "out"));
    const auto refused = [&](const std::string& key, const std::string& value) {
        const std::string entry = "\"" + key + "\": ";
        const std::size_t levels = good.find("\"seconds\"");  // the level's facts end there
        std::string text = good;
        if (const std::size_t at = good.rfind(entry, levels); at != std::string::npos) {
            text.replace(at, good.find_first_of(",\n", at) - at, entry + value);
        } else {
            text.insert(levels, entry + value + ", ");
        }
        std::ofstream(folder / "out/manifest.json") << text;
        try {
            (void)load_pyramid(folder / "out");
            ADD_FAILURE() << key << " " << value;
        } catch (const InvalidInput& error) {
            EXPECT_NE(std::string(error.what()).find("manifest.json: " + key + " is "), std::string::npos) << error.what();
        }
    };
    for (const std::string key : {"edges_before_sparsify", "components", "fake_nodes", "vanished_components", "level"}) {
        for (const std::string value : {"-1", "1e308", "9223372036854775807", "18446744073709551615", "1.5", "\"x\""}) {
            refused(key, value);
        }
    }
    for (const std::string key : {"cut_fraction", "upper_bound"}) {
        refused(key, "-0.5");
        refused(key, "1.5");
    }
}

TEST(PyramidFile, NeverReplacesAFolderOfTheUsers) {
    const ScratchFolder folder;
    fs::create_directory(folder / "mine");
    std::ofstream(folder / "mine/thesis.tex") << "years of work";
    const Pyramid pyramid = ndp_pyramid(Graph::from_edges(1, {}), {}, Seed(1));
    EXPECT_THROW(save_pyramid(pyramid, {"x", {}, Seed(1)}, folder / "mine"), InvalidInput);
    EXPECT_TRUE(fs::exists(folder / "mine/thesis.tex"));
}

Dataset small_dataset() {
    Dataset dataset = generate_dataset("bench:easy-small,12", Seed(3));
    dataset.graphs.push_back(Graph::from_edges(2, {}));  // no edge at all
    dataset.graph_labels.push_back(1);
    dataset.graph_split.emplace_back("test");
    for (int node = 0; node < 2; ++node) {
        dataset.node_labels.values.push_back(4);
    }
    return dataset;
}

TEST(PyramidFile, EveryLevelOfADatasetIsADatasetWithTheLabelsOfItsNodes) {
    const ScratchFolder folder;
    const Dataset dataset = small_dataset();
    const auto pyramids = ndp_pyramids(dataset.graphs, {.levels = {1, 2}}, Seed(1), {1});
    save_pyramids(dataset, pyramids, {"bench", {}, Seed(1)}, folder / "out");
    const auto offsets = node_offsets(dataset);
    for (std::size_t index = 0; index < 2; ++index) {
        const fs::path at = folder / ("out/level_" + std::to_string(index + 1));
        const Dataset level = read_dataset(at);
        EXPECT_EQ(level, dataset_at_level(dataset, pyramids, index));
        EXPECT_EQ(level.graphs.size(), dataset.graphs.size());
        std::ifstream nodes(at / (dataset.name + "_nodes.txt"));
        std::size_t row = 0;
        for (std::size_t g = 0; g < pyramids.size(); ++g) {
            for (const NodeId node : pyramids[g].levels[index].nodes) {
                std::size_t written = 0;
                nodes >> written;
                EXPECT_EQ(written, offsets[g] + static_cast<std::size_t>(node) + 1);
                EXPECT_EQ(level.node_labels.row(row++)[0], dataset.node_labels.row(written - 1)[0]);
            }
        }
    }
}

void expect_same(const std::vector<Pyramid>& loaded, const std::vector<Pyramid>& saved) {
    ASSERT_EQ(loaded.size(), saved.size());
    for (std::size_t g = 0; g < saved.size(); ++g) {
        EXPECT_EQ(loaded[g].base, saved[g].base);
        EXPECT_EQ(loaded[g].fake_nodes, saved[g].fake_nodes);
        ASSERT_EQ(loaded[g].levels.size(), saved[g].levels.size());
        for (std::size_t i = 0; i < saved[g].levels.size(); ++i) {
            const Level& level = loaded[g].levels[i];
            const Level& expected = saved[g].levels[i];
            EXPECT_EQ(level.number, expected.number);
            EXPECT_EQ(level.graph, expected.graph);
            EXPECT_EQ(level.pool, expected.pool);
            EXPECT_EQ(level.nodes, expected.nodes);
            EXPECT_EQ(level.assignment_matrix, expected.assignment_matrix);
            EXPECT_EQ(level.fake_nodes, expected.fake_nodes);
            EXPECT_EQ(level.components, expected.components);
        }
    }
}

TEST(PyramidFile, ThePyramidsOfADatasetAreLoadedAsTheyWere) {
    const Dataset dataset = small_dataset();
    for (const PyramidOptions& options :
         {PyramidOptions(NdpOptions{.levels = {1, 3}}), PyramidOptions(GraclusOptions{.levels = {1, 2}}),
          PyramidOptions(GraclusOptions{.levels = {2}, .fake_nodes = false}), PyramidOptions(NmfOptions{.levels = {1, 2}})}) {
        const auto pyramids = make_pyramids(dataset.graphs, options, Seed(1), {1});
        for (const Format format : {Format::tu, Format::npz}) {
            const ScratchFolder folder;
            save_pyramids(dataset, pyramids, {"bench", options, Seed(1)}, folder / "out", format);
            EXPECT_EQ(stored_kind(folder / "out"), StoredKind::pyramids);
            const StoredPyramids stored = load_pyramids(folder / "out");
            expect_same(stored.pyramids, pyramids);
            EXPECT_EQ(stored.origin.input, "bench");
            EXPECT_THROW((void)load_pyramid(folder / "out"), InvalidInput);
        }
    }
    EXPECT_THROW(save_pyramids(dataset, {}, {"bench", {}, Seed(1)}, "out", Format::mtx), InvalidInput);
}

TEST(PyramidFile, BrokenPyramidsOfADatasetAreRefused) {
    const Dataset dataset = small_dataset();
    const auto pyramids = ndp_pyramids(dataset.graphs, {.levels = {1}}, Seed(1), {1});
    const auto refused = [&](const std::string& file, const std::string& text) {
        const ScratchFolder folder;
        save_pyramids(dataset, pyramids, {"bench", {}, Seed(1)}, folder / "out");
        std::ofstream(folder / ("out/" + file)) << text;
        EXPECT_THROW((void)load_pyramids(folder / "out"), InvalidInput) << file << ": " << text;
    };
    refused("level_1/bench_easy_small_pool.txt", "1, 1, 1\n");
    refused("level_1/bench_easy_small_pool.txt", "1, 100000, 1\n");
    refused("level_1/bench_easy_small_nodes.txt", "1\n");
    refused("manifest.json", "{}");
    refused("manifest.json", "[1");
}

TEST(PyramidFile, AFolderSaysWhatItHolds) {
    const ScratchFolder folder;
    EXPECT_EQ(stored_kind(folder / "nothing"), StoredKind::none);
    EXPECT_EQ(stored_kind(folder.path()), StoredKind::none);
    save_pyramid(ndp_pyramid(Graph::from_edges(2, std::vector<Edge>{{0, 1}}), {.levels = {1}}, Seed(1)), {"x", {}, Seed(1)},
                 folder / "out");
    EXPECT_EQ(stored_kind(folder / "out"), StoredKind::pyramid);
    EXPECT_THROW((void)load_pyramids(folder / "out"), InvalidInput);
}

}  // namespace
}  // namespace ndpool
