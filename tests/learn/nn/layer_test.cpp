#include "ndpool/learn/nn/layers/layer.hpp"

#include <gtest/gtest.h>

#include "learn/nn/layer_cases.hpp"
#include "ndpool/learn/nn/layers/sparse_functions.hpp"
#include "ndpool/learn/nn/network/network.hpp"

namespace ndpool {

namespace {

using namespace testing;
using torch::Tensor;

/// The layer on two nodes with features 1 and 2 that an edge of weight 5 joins; each matrix of parameters as listed.
std::vector<double> of_two_nodes(const LayerOptions& options, const std::vector<std::vector<double>>& numbers) {
    const torch::NoGradGuard no_gradients;
    const Graph edge = Graph::from_edges(2, std::vector<Edge>{{0, 1, 5.0}});
    const std::vector<Sample> samples{
        make_sample({edge, {}}, without_zeros(1, std::vector<float>{1, 2}), 0, samples_for(options.kind, true))};
    const Batch batch = make_batch(samples, std::vector<std::int32_t>{0});
    const LayerCase layer(options, 1, 1);
    EXPECT_EQ(layer.parameters.matrices.size(), numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Tensor& matrix = layer.parameters[i];
        EXPECT_EQ(static_cast<std::size_t>(matrix.numel()), numbers[i].size());
        std::copy(numbers[i].begin(), numbers[i].end(), matrix.data_ptr<double>());
    }
    const Tensor output = layer(torch::tensor({1.0, 2.0}, torch::kFloat64).view({2, 1}), stage_of(batch));
    return {output[0][0].item<double>(), output[1][0].item<double>()};
}

void expect_near(const std::vector<double>& found, double first, double second) {
    EXPECT_NEAR(found[0], first, 1e-6);
    EXPECT_NEAR(found[1], second, 1e-6);
}

TEST(Layer, OnTwoJoinedNodesIsWhatItsFormulaSays) {
    // D^-1/2 (A + I) D^-1/2 is 1/6 and 5/6.
    expect_near(of_two_nodes({.kind = LayerKind::gcn}, {{6}}), 1 + 5 * 2, 5 + 2);
    // T_0 = I, T_1 exchanges the nodes with a minus, T_2 = 2 T_1^2 - I = I.
    expect_near(of_two_nodes({.kind = LayerKind::chebyshev}, {{10, 1, 100}}), 10 - 2 + 100, 20 - 1 + 200);
    expect_near(of_two_nodes({.kind = LayerKind::sage}, {{10, 1}}), 10 * 2 + 1, 10 + 2);
    expect_near(of_two_nodes({.kind = LayerKind::gin}, {{0.5}, {1, 0}, {1, 3}}), 10 + 1.5 + 3, 5 + 3 + 3);
    // Without scores both nodes count alike, whatever the weight.
    expect_near(of_two_nodes({.kind = LayerKind::attention, .attention_heads = 1}, {{4}, {0, 0}}), 6, 6);
    // Scores h_j of 1 and 2: shares 1 / (1 + e) and e / (1 + e).
    const double share = 1 / (1 + std::exp(1.0));
    expect_near(of_two_nodes({.kind = LayerKind::attention, .attention_heads = 1}, {{1}, {0, 1}}), 2 - share, 2 - share);
    expect_near(of_two_nodes({.kind = LayerKind::arma, .arma_stacks = 1, .arma_depth = 2}, {{10, 1}, {2}, {1}}), 2 * (10 + 2) + 1,
                2 * (20 + 1) + 2);
    // The edge's weight 5 makes the matrix 1 * 5 + 100.
    expect_near(of_two_nodes({.kind = LayerKind::edge_conditioned, .edge_hidden = 1}, {{10}, {1, 0}, {1, 100}}), 105 * 2 + 10,
                105 + 20);
    expect_near(of_two_nodes({.kind = LayerKind::relational}, {{1}, {10, 1000}}), 21, 12);
    expect_near(of_two_nodes({.kind = LayerKind::dense}, {{10}}), 10, 20);
}

TEST(Layer, HasRightGradients) {
    for (const LayerOptions& options : all_layer_options()) {
        SCOPED_TRACE(text_of(options));
        const LayerCase layer(options);
        for (const bool prune : {false, true}) {
            const Batch batch = batch_for(options.kind, prune, 3, 9, 14);
            const Tensor x = random_leaf(batch.node_count(), case_features, 8);
            const Stage stage = stage_of(batch);
            expect_right_gradients(leaves_of(layer.parameters, {x}), [&] { return layer(x, stage); });
        }
    }
}

/// The graphs of a batch written out densely, each padded to the largest by nodes without edges.
Stage dense_stage_of(const Batch& batch) {
    const std::vector<std::int32_t>& offsets = batch.graph_offsets[0];
    const auto graphs = static_cast<std::int64_t>(batch.graph_count());
    std::int64_t most = 0;
    for (std::int64_t g = 0; g < graphs; ++g) {
        most = std::max<std::int64_t>(most, offsets[g + 1] - offsets[g]);
    }
    Stage stage;
    stage.dense_mixing = torch::zeros({graphs, most, most}, torch::kFloat64);
    stage.dense_adjacency = torch::zeros_like(stage.dense_mixing);
    const Tensor mixing = written_out(batch.levels[0].last.matrix);
    const Tensor adjacency = written_out(batch.adjacency);
    for (std::int64_t g = 0; g < graphs; ++g) {
        const std::int64_t first = offsets[g];
        const std::int64_t size = offsets[g + 1] - first;
        const auto place = [&](Tensor& all, const Tensor& matrix) {
            all[g].narrow(0, 0, size).narrow(1, 0, size).copy_(matrix.narrow(0, first, size).narrow(1, first, size));
        };
        place(stage.dense_mixing, mixing);
        place(stage.dense_adjacency, adjacency);
    }
    return stage;
}

TEST(Layer, IsTheSameOnGraphsWrittenOutDensely) {
    const torch::NoGradGuard no_gradients;
    for (const LayerOptions& options : all_layer_options()) {
        SCOPED_TRACE(text_of(options));
        const LayerCase layer(options);
        const Batch batch = batch_for(options.kind, false, 4, 12, 6);
        const Stage dense = dense_stage_of(batch);
        const Tensor x = random_leaf(batch.node_count(), case_features, 9);
        Tensor dense_x = torch::zeros({dense.dense_mixing.size(0), dense.dense_mixing.size(1), case_features}, torch::kFloat64);
        const std::vector<std::int32_t>& offsets = batch.graph_offsets[0];
        for (std::size_t g = 0; g < batch.graph_count(); ++g) {
            dense_x[g].narrow(0, 0, offsets[g + 1] - offsets[g]).copy_(x.narrow(0, offsets[g], offsets[g + 1] - offsets[g]));
        }
        if (reads_annotations(options.kind)) {
            EXPECT_THROW((void)layer(dense_x, dense), InvalidInput);
            continue;
        }
        const Tensor expected = layer(x, stage_of(batch));
        const Tensor found = layer(dense_x, dense);
        for (std::size_t g = 0; g < batch.graph_count(); ++g) {
            const std::int64_t size = offsets[g + 1] - offsets[g];
            EXPECT_LT(difference(found[g].narrow(0, 0, size), expected.narrow(0, offsets[g], size)), 1e-12);
        }
    }
}

TEST(Layer, IsFiniteOnNodesWithoutEdges) {
    const std::vector<float> features(3 * case_features, 0.5F);
    for (const LayerOptions& options : all_layer_options()) {
        SCOPED_TRACE(text_of(options));
        const std::vector<double> nothing;
        const std::vector<Sample> samples{make_sample({Graph::from_edges(3, {}), {}}, without_zeros(case_features, features), 0,
                                                      samples_for(options.kind, true), {2, nothing, {}, 3})};
        const Batch batch = make_batch(samples, std::vector<std::int32_t>{0});
        const LayerCase layer(options);
        const Tensor x = random_leaf(3, case_features, 9);
        const Tensor output = layer(x, stage_of(batch));
        output.sum().backward();
        EXPECT_TRUE(torch::isfinite(output).all().item<bool>());
        EXPECT_TRUE(torch::isfinite(x.grad()).all().item<bool>());
        EXPECT_TRUE(torch::isfinite(layer.parameters.gradients).all().item<bool>());
    }
}

TEST(Layer, OfAnyKindGivesANetworkTheSameOutputWhetherRowsArePrunedOrNot) {
    const torch::NoGradGuard no_gradients;
    for (const LayerOptions& options : all_layer_options()) {
        SCOPED_TRACE(text_of(options));
        const Network network({.channels = {8, 8, 8}, .layer = options}, case_features, 2);
        const Parameters parameters = make_parameters(network.plan(), Seed(2));
        const Batch pruned = batch_for(options.kind, true, 5, 40, 7);
        const Batch whole = batch_for(options.kind, false, 5, 40, 7);
        ASSERT_LT(pruned.levels[0].last.matrix.rows, whole.levels[0].last.matrix.rows);
        EXPECT_LT(difference(network.forward(parameters, network.prepare(pruned)).logits,
                             network.forward(parameters, network.prepare(whole)).logits),
                  1e-5);
    }
}

TEST(Layer, OfSeveralStepsTakesTheLastHopForAllIfThatIsWhole) {
    const torch::NoGradGuard no_gradients;
    const LayerCase layer({.kind = LayerKind::chebyshev});
    const Batch whole = batch_for(LayerKind::chebyshev, false, 2, 12, 6);
    const Batch pruned = batch_for(LayerKind::chebyshev, true, 2, 12, 6);
    const Tensor x = random_leaf(whole.node_count(), case_features, 9);
    Stage without = stage_of(whole);
    without.inner = nullptr;
    EXPECT_TRUE(torch::equal(layer(x, without), layer(x, stage_of(whole))));
    Stage lost = stage_of(pruned);
    lost.inner = nullptr;
    EXPECT_THROW((void)layer(x, lost), InvalidInput);
}

TEST(LayerKind, HasANameAndUnknownNamesListAll) {
    for (const LayerOptions& options : all_layer_options()) {
        EXPECT_EQ(layer_kind_named(name_of(options.kind)), options.kind);
    }
    EXPECT_EQ(name_of(LayerKind::message_passing), "mp");
    try {
        (void)layer_kind_named("gnc");
        FAIL() << "no error";
    } catch (const InvalidInput& error) {
        EXPECT_STREQ(error.what(),
                     "unknown layer 'gnc', expected one of mp, gcn, chebyshev, sage, gin, gat, arma, edge-conditioned, "
                     "relational, dense");
    }
    EXPECT_THROW((void)LayerCase({.kind = LayerKind::arma, .arma_depth = 0}), InvalidInput);
}

/// A path of four nodes whose level above keeps nodes 0 and 2.
Pyramid path_of_four() {
    Level level;
    level.number = 1;
    level.graph = Graph::from_edges(2, std::vector<Edge>{{0, 1, 0.5}});
    level.pool = level.nodes = {0, 2};
    return {Graph::from_edges(4, std::vector<Edge>{{0, 1, 1}, {1, 2, 2}, {2, 3, 3}}), {level}};
}

TEST(EdgeAnnotations, GoWithTheEntriesOfComputedRowsAndEndAtTheBase) {
    // Entries: 0-1, 1-0, 1-2, 2-1, 2-3, 3-2.
    const std::vector<double> attributes{10, 11, 12, 13, 14, 15};
    const std::vector<std::int32_t> relations{0, 1, 0, 1, 0, 1};
    const std::vector<float> features(4, 0);
    const SampleOptions options{.propagation = Propagation::plain, .several_hops = true, .annotate_edges = true};
    const std::vector<Sample> samples{
        make_sample(path_of_four(), without_zeros(1, features), 0, options, {1, attributes, relations, 2})};

    const Batch batch = make_batch(samples, std::vector<std::int32_t>{0, 0});

    const PropagationStep& kept = batch.levels[0].last;  // rows 0 and 2 of both graphs
    EXPECT_EQ(kept.annotation_width, 2);
    EXPECT_EQ(kept.annotations, (std::vector<float>{1, 10, 2, 13, 3, 14, 1, 10, 2, 13, 3, 14}));
    EXPECT_EQ(kept.relations, (std::vector<std::int32_t>{0, 1, 0, 0, 1, 0}));
    EXPECT_EQ(batch.levels[0].inner.relations.size(), 12U);
    EXPECT_EQ(batch.levels[1].last.annotations, (std::vector<float>{0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0}));
    EXPECT_EQ(batch.levels[1].last.relations, (std::vector<std::int32_t>{2, 2, 2, 2}));
}

TEST(EdgeAnnotations, ThatDoNotFitTheGraphAreRefused) {
    const std::vector<double> attributes(6, 1);
    const std::vector<std::int32_t> relations{0, 1, 0, 1, 0, 2};
    const std::vector<float> features(4, 0);
    const SampleOptions options{.propagation = Propagation::plain, .annotate_edges = true};
    const auto make = [&](const SampleOptions& how, const EdgeAnnotations& edges) {
        return make_sample(path_of_four(), without_zeros(1, features), 0, how, edges);
    };
    EXPECT_NO_THROW((void)make(options, {1, attributes, relations, 3}));
    EXPECT_THROW((void)make(options, {2, attributes, relations, 3}), InvalidInput);
    EXPECT_THROW((void)make(options, {1, attributes, relations, 2}), InvalidInput);
    EXPECT_THROW((void)make(options, {0, {}, std::span(relations).first(5), 3}), InvalidInput);
    EXPECT_THROW((void)make({.propagation = Propagation::symmetric_with_loops, .annotate_edges = true}, {}), InvalidInput);
}

TEST(UnpoolRows, BringsFeaturesBackToTheNodesTheyWereTakenFrom) {
    const std::vector<float> features(4, 0);
    for (const bool prune : {false, true}) {
        const Sample sample = make_sample(path_of_four(), without_zeros(1, features), 0, {.prune = prune});
        const Tensor x = torch::tensor({7.0, 8.0}, torch::kFloat64).view({2, 1}).requires_grad_();
        const Tensor expected = torch::tensor({7.0, 0.0, 8.0, 0.0}, torch::kFloat64).view({4, 1});
        EXPECT_TRUE(torch::equal(unpool_rows(sample.levels[0], x), expected));
        expect_right_gradients({x}, [&] { return unpool_rows(sample.levels[0], x); });
    }
}

}  // namespace

}  // namespace ndpool
