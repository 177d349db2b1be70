#include "ndpool/learn/data/features.hpp"

#include <gtest/gtest.h>

#include "ndpool/learn/data/clustering_coefficient.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

/// A triangle with a tail, and a single edge: six nodes.
Dataset small_set() {
    const std::vector<Edge> tailed{{0, 1, 2}, {1, 2, 2}, {0, 2, 2}, {2, 3, 5}, {3, 3, 1}};
    const std::vector<Edge> single{{0, 1, 1}};
    Dataset dataset;
    dataset.name = "X";
    dataset.graphs = {Graph::from_edges(4, tailed), Graph::from_edges(2, single)};
    dataset.graph_labels = {1, 2};
    return dataset;
}

Dataset labelled_set() {
    Dataset dataset = small_set();
    dataset.node_labels = {2, {7, 0, -1, 0, 7, 1, 7, 0, 3, 0, 3, 0}};
    return dataset;
}

Dataset full_set() {
    Dataset dataset = labelled_set();
    dataset.node_attributes = {1, {0.5, 1, 2, 3, 4, 5}};
    return dataset;
}

/// The rows of all graphs with their zeros.
Table<float> whole(const std::vector<SparseRows>& graphs) {
    SparseRows all;
    for (const SparseRows& graph : graphs) {
        append_rows(all, graph);
    }
    return {static_cast<std::size_t>(all.columns), with_zeros(all)};
}

TEST(Clustering, CountsTrianglesOfATriangleWithATail) {
    const Graph graph = small_set().graphs[0];
    EXPECT_EQ(neighbor_counts(graph), (std::vector<NodeId>{2, 2, 3, 1}));
    EXPECT_EQ(clustering_coefficients(graph), (std::vector<double>{1, 1, 1.0 / 3, 0}));
}

TEST(Clustering, OfNothingIsNothing) {
    EXPECT_TRUE(clustering_coefficients(Graph()).empty());
}

/// By looking at all pairs of neighbours.
std::vector<double> slow_clustering(const Graph& graph) {
    std::vector<double> result;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        double pairs = 0;
        double closed = 0;
        for (const NodeId a : graph.neighbors(node)) {
            for (const NodeId b : graph.neighbors(node)) {
                if (a < b && a != node && b != node) {
                    ++pairs;
                    closed += graph.weight(a, b) != 0 ? 1 : 0;
                }
            }
        }
        result.push_back(pairs == 0 ? 0 : closed / pairs);
    }
    return result;
}

TEST(Clustering, IsThatOfAllPairsOfNeighbors) {
    for (std::uint64_t i = 0; i < 60; ++i) {
        const Graph graph = random_graph(Seed(1).child("graph", i));
        EXPECT_EQ(clustering_coefficients(graph), slow_clustering(graph)) << i;
    }
}

TEST(Clustering, OfLargeGraphsIsThatOfAllPairsOfNeighbors) {
    Random random(Seed(2));
    std::vector<std::vector<bool>> joined(1500, std::vector<bool>(1500, false));
    std::vector<Edge> edges;
    for (int drawn = 0; drawn < 20000; ++drawn) {
        // Crowded at the low numbers, so that there are triangles.
        const auto a = static_cast<NodeId>(1500 * random.uniform() * random.uniform() * random.uniform());
        const auto b = static_cast<NodeId>(1500 * random.uniform() * random.uniform());
        if (!joined[a][b]) {
            joined[a][b] = joined[b][a] = true;
            edges.push_back({a, b, 1});
        }
    }
    const Graph graph = Graph::from_edges(1500, edges);
    EXPECT_EQ(clustering_coefficients(graph), slow_clustering(graph));
}

TEST(Features, OfThePaperAreAttributesAndLabelsOrStructureInThePlaceOfAttributes) {
    const Table<float> labels = whole(node_features(labelled_set(), FeatureStyle::paper));
    EXPECT_EQ(labels.columns, 7U);  // labels -1, 3, 7 and 0, 1; neighbours; clustering coefficient
    EXPECT_EQ((std::vector<float>(labels.row(0), labels.row(1))), (std::vector<float>{0, 0, 1, 1, 0, 2, 1}));
    EXPECT_EQ((std::vector<float>(labels.row(3), labels.row(4))), (std::vector<float>{0, 0, 1, 1, 0, 1, 0}));
    const Table<float> all = whole(node_features(full_set(), FeatureStyle::paper));
    EXPECT_EQ(all.columns, 6U);
    EXPECT_EQ((std::vector<float>(all.row(0), all.row(1))), (std::vector<float>{0.5, 0, 0, 1, 1, 0}));
}

TEST(Features, OfThePaperAreStructureWhereThereIsNothingElse) {
    const Table<float> features = whole(node_features(small_set(), FeatureStyle::paper));
    EXPECT_EQ(features.columns, 2U);
    EXPECT_EQ(features.values, (std::vector<float>{2, 1, 2, 1, 3, static_cast<float>(1.0 / 3), 1, 0, 1, 0, 1, 0}));
}

TEST(Features, ThatAreGivenAreAttributesAndLabelsAlone) {
    const Table<float> labels = whole(node_features(labelled_set(), FeatureStyle::given));
    EXPECT_EQ(labels.columns, 5U);
    EXPECT_EQ((std::vector<float>(labels.row(0), labels.row(1))), (std::vector<float>{0, 0, 1, 1, 0}));
    EXPECT_EQ(whole(node_features(full_set(), FeatureStyle::given)).columns, 6U);
    EXPECT_EQ(whole(node_features(small_set(), FeatureStyle::given)), whole(node_features(small_set(), FeatureStyle::paper)));
}

TEST(Features, OfTheAuthorsAreAllSideBySide) {
    const Table<float> features = whole(node_features(full_set(), FeatureStyle::authors));
    EXPECT_EQ(features.columns, 8U);
    EXPECT_EQ((std::vector<float>(features.row(1), features.row(2))), (std::vector<float>{1, 1, 0, 0, 1, 0, 2, 1}));
}

TEST(Features, OfDegreesHaveAColumnForEachNumberOfNeighbors) {
    const Table<float> features = whole(node_features(small_set(), FeatureStyle::degrees));
    EXPECT_EQ(features.columns, 4U);  // one, two or three neighbours; clustering coefficient
    EXPECT_EQ(features.values, (std::vector<float>{0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, static_cast<float>(1.0 / 3),  //
                                                   1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
    EXPECT_EQ(whole(node_features(full_set(), FeatureStyle::degrees)).columns, 10U);
}

TEST(Features, NumbersOfNeighborsThatWereNotThereAreZeros) {
    Dataset other = small_set();
    other.graphs = {Graph::from_edges(6, std::vector<Edge>{{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {0, 5, 1}})};
    const Table<float> features = whole(encode(learn_encoding(small_set(), FeatureStyle::degrees), other));
    EXPECT_EQ((std::vector<float>(features.row(0), features.row(2))), (std::vector<float>{0, 0, 0, 0, 1, 0, 0, 0}));
}

TEST(Features, OfDegreesHaveOneMeasureToBringToTheStandard) {
    const Dataset dataset = small_set();
    const std::vector<int> both{0, 1};
    const FeatureEncoding encoding = with_standard_measures(learn_encoding(dataset, FeatureStyle::degrees), dataset, both);
    ASSERT_EQ(encoding.means.size(), 1U);
    EXPECT_NEAR(encoding.means[0], 7.0 / 18, 1e-7);
    EXPECT_EQ(feature_encoding_from_json(to_json(encoding)), encoding);
}

TEST(Features, UnknownLabelsAreZeros) {
    const FeatureEncoding encoding = learn_encoding(labelled_set(), FeatureStyle::paper);
    Dataset other = labelled_set();
    other.node_labels.values[0] = 99;
    const Table<float> features = whole(encode(encoding, other));
    EXPECT_EQ((std::vector<float>(features.row(0), features.row(1))), (std::vector<float>{0, 0, 0, 1, 0, 2, 1}));
}

TEST(Features, StandardMeasuresHaveNoMeanAndUnitVarianceOverTheGraphsGiven) {
    Dataset dataset = small_set();
    dataset.node_attributes = {2, {1, 4, 1, 4, 3, 4, 3, 4, 100, 4, 200, 5}};
    const std::vector<int> first{0};
    const FeatureEncoding encoding = with_standard_measures(learn_encoding(dataset, FeatureStyle::paper), dataset, first);
    EXPECT_EQ(encoding.means, (std::vector<double>{2, 4}));
    EXPECT_EQ(encoding.deviations, (std::vector<double>{1, 1}));
    EXPECT_EQ(whole(encode(encoding, dataset)).values, (std::vector<float>{-1, 0, -1, 0, 1, 0, 1, 0, 98, 0, 198, 1}));
}

TEST(Features, StandardMeasuresLeaveLabelsAndCountStructure) {
    const Dataset dataset = labelled_set();
    const std::vector<int> first{0};
    const FeatureEncoding encoding = with_standard_measures(learn_encoding(dataset, FeatureStyle::paper), dataset, first);
    EXPECT_EQ(encoding.means.size(), 2U);
    EXPECT_DOUBLE_EQ(encoding.means[0], 2);  // neighbours 2, 2, 3, 1
    const Table<float> table = whole(encode(encoding, dataset));
    EXPECT_EQ((std::vector<float>(table.row(0), table.row(0) + 6)), (std::vector<float>{0, 0, 1, 1, 0, 0}));
}

TEST(Features, DataWithoutWhatIsNeededIsRefused) {
    const FeatureEncoding encoding = learn_encoding(full_set(), FeatureStyle::paper);
    try {
        (void)whole(encode(encoding, labelled_set()));
        FAIL() << "it was encoded";
    } catch (const InvalidInput& error) {
        EXPECT_STREQ(error.what(), "X: there are 0 columns of node attributes, expected 1 as in the data that was learned from");
    }
    Dataset unlabelled = full_set();
    unlabelled.node_labels = {};
    EXPECT_THROW((void)whole(encode(encoding, unlabelled)), InvalidInput);
    Dataset short_table = full_set();
    short_table.node_attributes.values.pop_back();
    EXPECT_THROW((void)whole(encode(encoding, short_table)), InvalidInput);
}

TEST(Features, MoreThanWhatIsNeededDoesNoHarm) {
    const FeatureEncoding encoding = learn_encoding(small_set(), FeatureStyle::paper);
    EXPECT_EQ(whole(encode(encoding, full_set())), whole(encode(encoding, small_set())));
}

TEST(Features, EncodingsReadBackAsTheSame) {
    const Dataset dataset = full_set();
    const std::vector<int> graphs{0, 1};
    for (const FeatureStyle style : {FeatureStyle::paper, FeatureStyle::authors}) {
        const FeatureEncoding plain = learn_encoding(dataset, style);
        const FeatureEncoding standard = with_standard_measures(plain, dataset, graphs);
        EXPECT_EQ(feature_encoding_from_json(to_json(plain)), plain);
        EXPECT_EQ(feature_encoding_from_json(to_json(standard)), standard);
        EXPECT_NE(plain, standard);
        EXPECT_EQ(feature_style_named(name_of(style)), style);
    }
}

TEST(Features, BrokenEncodingsAreRefused) {
    const std::string sound = R"({"attributes":1,"means":[0],"deviations":[1],"labels":[[1,2]],"structure":false})";
    EXPECT_NO_THROW((void)feature_encoding_from_json(sound));
    for (const std::string broken :
         {"", "{}", "[]", R"({"attributes":1,"means":[0,1],"deviations":[1],"labels":[],"structure":false})",
          R"({"attributes":1,"means":[0],"deviations":[0],"labels":[],"structure":false})",
          R"({"attributes":1,"means":[],"deviations":[],"labels":[[2,1]],"structure":false})",
          R"({"attributes":1,"means":[],"deviations":[],"labels":7,"structure":false})"}) {
        EXPECT_THROW((void)feature_encoding_from_json(broken), InvalidInput) << broken;
    }
    EXPECT_THROW((void)feature_style_named("other"), InvalidInput);
}

TEST(Features, AreTheSameForEveryNumberOfThreads) {
    Dataset dataset;
    for (std::uint64_t i = 0; i < 30; ++i) {
        dataset.graphs.push_back(random_graph(Seed(3).child("graph", i)));
    }
    EXPECT_EQ(whole(node_features(dataset, FeatureStyle::paper, {.threads = 1})),
              whole(node_features(dataset, FeatureStyle::paper, {.threads = 4})));
}

TEST(Features, LabelsThatWereNotLearnedAreNamedAndTheirNodesCounted) {
    const FeatureEncoding encoding = learn_encoding(labelled_set(), FeatureStyle::paper);
    EXPECT_EQ(unknown_node_labels(encoding, labelled_set()), UnknownLabels{});
    Dataset other = labelled_set();
    other.node_labels = {2, {9, 5, -1, 0, 7, 1, 7, 5, 3, 0, 3, 0}};  // both labels of the first node, one of the fourth
    EXPECT_EQ(unknown_node_labels(encoding, other), (UnknownLabels{2, {5, 9}}));
    EXPECT_THROW((void)unknown_node_labels(encoding, small_set()), InvalidInput) << "there are none";
    EXPECT_EQ(unknown_node_labels(learn_encoding(small_set(), FeatureStyle::paper), other), UnknownLabels{})
        << "nobody reads them";
}

}  // namespace
}  // namespace ndpool
