// Counts of public data sets, where the folder with them is there.
#include "support/public_data.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "ndpool/io/graph_file.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

class PublicData : public ::testing::Test {
protected:
    void SetUp() override {
        data = public_data_folder();
        NDPOOL_SKIP_WITHOUT_DATA(data);
    }
    fs::path data;
};

struct KnownDataset {
    std::string file;
    std::size_t graphs;
    std::size_t nodes;
    EntryIndex entries;
    std::size_t classes;
};

TEST_F(PublicData, TuSetsHaveTheirPublishedSizes) {
    const std::vector<KnownDataset> all{
        {"tu/MUTAG.zip", 188, 3371, 7442, 2},        {"tu/ENZYMES.zip", 600, 19580, 74564, 6},
        {"tu/PROTEINS.zip", 1113, 43471, 162088, 2}, {"tu/NCI1.zip", 4110, 122747, 265506, 2},
        {"tu/DD.zip", 1178, 334925, 1686092, 2},     {"bench/easy_small.zip", 300, 17475, 107640, 3}};
    for (const KnownDataset& known : all) {
        const Dataset dataset = read_dataset(data / known.file);
        EntryIndex entries = 0;
        for (const Graph& graph : dataset.graphs) {
            entries += graph.entry_count();
        }
        EXPECT_EQ(dataset.graphs.size(), known.graphs) << known.file;
        EXPECT_EQ(node_offsets(dataset).back(), known.nodes) << known.file;
        EXPECT_EQ(entries, known.entries) << known.file;
        EXPECT_EQ(class_count(dataset), known.classes) << known.file;
        EXPECT_EQ(dataset.graph_split.empty(), !known.file.starts_with("bench")) << known.file;
    }
}

TEST_F(PublicData, EnzymesHasItsAttributes) {
    const Dataset dataset = read_dataset(data / "tu/ENZYMES.zip");
    EXPECT_EQ(dataset.node_attributes.columns, 18U);
    EXPECT_EQ(dataset.node_labels.columns, 1U);
}

TEST_F(PublicData, MutagHasItsEdgeLabels) {
    const Dataset dataset = read_dataset(data / "tu/MUTAG.zip");
    EXPECT_EQ(dataset.edge_labels.columns, 1U);
    EXPECT_EQ(dataset.edge_labels.rows(), 7442U);
    EXPECT_TRUE(dataset.edge_attributes.empty());
}

TEST_F(PublicData, GsetIsReadWithoutSayingItsFormat) {
    const Graph graph = read_graph(data / "gset/G1.gz");
    EXPECT_EQ(graph.node_count(), 800);
    EXPECT_EQ(graph.edge_count(), 19176);
    EXPECT_EQ(read_graph(data / "gset/G70.gz").edge_count(), 9999);
    EXPECT_THROW((void)read_graph(data / "gset/G6.gz"), InvalidInput) << "it has negative weights";
}

TEST_F(PublicData, MeshesAndTheirPositionsFit) {
    for (const std::string name : {"minnesota", "bunny"}) {
        const Graph graph = read_graph(data / "graphs" / (name + ".mtx.gz"));
        EXPECT_EQ(read_positions(data / "graphs" / (name + "_coord.mtx.gz")).size(),
                  static_cast<std::size_t>(graph.node_count()));
    }
    EXPECT_EQ(read_graph(data / "graphs/airfoil1.mtx.gz").edge_count(), 12289);
}

}  // namespace
}  // namespace ndpool
