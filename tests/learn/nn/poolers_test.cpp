#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "learn/nn/gradient_check.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/kernels/dense_propagation.hpp"
#include "ndpool/learn/nn/kernels/graph_products.hpp"
#include "ndpool/learn/nn/network/network.hpp"
#include "ndpool/learn/nn/pools/cluster_pools.hpp"
#include "ndpool/learn/nn/pools/selection_pools.hpp"
#include "ndpool/learn/nn/pools/soft_clusters.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {

namespace {

using namespace testing;
using torch::Tensor;

const std::vector<PoolKind> trainable_kinds{PoolKind::topk,   PoolKind::sagpool,  PoolKind::diffpool,
                                            PoolKind::mincut, PoolKind::edgepool, PoolKind::maxcut};

/// A single node, three nodes without edges, a node that only has a loop next to an edge, and random graphs.
std::vector<Sample> varied_samples(std::size_t features, std::uint64_t seed) {
    std::vector<Graph> graphs{Graph::from_edges(1, {}), Graph::from_edges(3, {}),
                              Graph::from_edges(3, std::vector<Edge>{{0, 0, 2.0}, {1, 2, 0.5}})};
    for (std::uint64_t g = 0; g < 3; ++g) {
        graphs.push_back(
            random_graph(Seed(seed).child("graph", g), {.least_nodes = 5, .most_nodes = 9, .weight_magnitudes = 0.3}));
    }
    Random random{Seed(seed).child("features")};
    std::vector<Sample> samples;
    for (const Graph& graph : graphs) {
        std::vector<float> numbers(graph.node_count() * features);
        for (float& number : numbers) {
            number = static_cast<float>(random.uniform(-1, 1));
        }
        samples.push_back(
            make_sample({graph, {}}, without_zeros(features, numbers), 0, {.prune = false, .keep_adjacency = true}));
    }
    return samples;
}

Batch all_of(const std::vector<Sample>& samples) {
    std::vector<std::int32_t> numbers(samples.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    return make_batch(samples, numbers);
}

Stage stage_of(const Batch& batch) {
    Stage stage;
    stage.last = &batch.levels[0].last;
    stage.adjacency = &batch.adjacency;
    stage.graph_offsets = &batch.graph_offsets[0];
    return stage;
}

/// Graphs of clusters with a given symmetric adjacency matrix.
Stage dense_stage(const Tensor& adjacency) {
    Stage stage;
    stage.dense_adjacency = adjacency;
    stage.dense_mixing = dense_propagation(adjacency, Propagation::symmetric);
    return stage;
}

Tensor random_dense_graphs(std::int64_t graphs, std::int64_t nodes, std::uint64_t seed) {
    const Tensor numbers = random_leaf(graphs * nodes, nodes, seed).detach().abs().view({graphs, nodes, nodes});
    return numbers + numbers.transpose(1, 2);
}

PoolerOptions options_of(PoolKind kind) {
    return {.kind = kind, .clusters = {3, 2}};
}

struct MadePool {
    ParameterPlan plan;
    std::unique_ptr<Pooler> pool;
    Parameters parameters;
};

/// In double precision, between layers with `features` and `channels` columns.
MadePool made_pool(const PoolerOptions& options, std::int64_t features, std::int64_t channels) {
    MadePool made;
    made.pool = make_pooler(options, {}, {0, features, channels}, made.plan, "pool");
    made.parameters = make_parameters(made.plan, Seed(6), torch::kFloat64);
    return made;
}

double distance(const Tensor& a, const Tensor& b) {
    EXPECT_EQ(a.sizes(), b.sizes());
    return a.numel() == 0 ? 0 : (a - b).abs().max().item<double>();
}

/// The rows of one graph, or its block of a matrix of all nodes.
struct Part {
    std::int64_t begin;
    std::int64_t count;
    [[nodiscard]] Tensor rows(const Tensor& all) const { return all.narrow(0, begin, count); }
    [[nodiscard]] Tensor block(const Tensor& all) const { return rows(all).narrow(1, begin, count); }
};

std::vector<Part> parts_of(const std::vector<std::int32_t>& offsets) {
    std::vector<Part> parts;
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        parts.push_back({offsets[g], offsets[g + 1] - offsets[g]});
    }
    return parts;
}

/// D^-1/2 A D^-1/2 of one written out matrix, entry by entry.
Tensor slow_symmetric(const Tensor& adjacency) {
    Tensor result = adjacency.clone();
    for (std::int64_t i = 0; i < result.size(0); ++i) {
        for (std::int64_t j = 0; j < result.size(1); ++j) {
            const double both = adjacency[i].sum().item<double>() * adjacency[j].sum().item<double>();
            result[i][j] = both > 0 ? adjacency[i][j].item<double>() / std::sqrt(both) : 0.0;
        }
    }
    return result;
}

Tensor slow_linear_messages(const Tensor& mixing, const Tensor& x, const Tensor& weights) {
    const std::int64_t width = x.size(1);
    return mixing.mm(x).mm(weights.narrow(0, 0, width)) + x.mm(weights.narrow(0, width, width)) + weights[2 * width];
}

TEST(PoolKind, HasAWordForEachKind) {
    for (const auto* word : {"flat", "precomputed", "topk", "sagpool", "diffpool", "mincut", "edgepool", "maxcut"}) {
        EXPECT_EQ(name_of(pool_kind_named(word)), word);
    }
    EXPECT_EQ(pool_kind_named("flat"), PoolKind::none);
    EXPECT_EQ(pool_kind_named("mincut"), PoolKind::mincut);
    EXPECT_THROW((void)pool_kind_named("max"), InvalidInput);
}

TEST(HighestScores, KeepHalfOfEachGraphRoundedUpAndLowerNodesOfEqualOnes) {
    const double none = std::nan("");
    const std::vector<double> scores{1, 3, 2, 3, 2, /**/ -5, /**/ none, none, 0};
    const std::vector<std::int32_t> offsets{0, 5, 6, 6, 9};
    const Selection half = highest_scores(scores, offsets, 0.5);
    EXPECT_EQ(half.kept, (std::vector<std::int32_t>{1, 2, 3, 5, 6, 8}));
    EXPECT_EQ(half.graph_offsets, (std::vector<std::int32_t>{0, 3, 4, 4, 6}));
    EXPECT_EQ(highest_scores(scores, offsets, 0.001).kept, (std::vector<std::int32_t>{1, 5, 8}));
    EXPECT_EQ(highest_scores(scores, offsets, 1).kept.size(), 9);
}

TEST(ClusterCount, IsGivenOrAShareOfTheMeanNumberOfNodes) {
    EXPECT_EQ(cluster_count({.clusters = {7}, .mean_nodes = 10}, 0), 7);
    EXPECT_EQ(cluster_count({.clusters = {7}, .mean_nodes = 10}, 1), 3);
    EXPECT_EQ(cluster_count({.mean_nodes = 39.06}, 0), 20);
    EXPECT_EQ(cluster_count({.mean_nodes = 0.5}, 3), 1);
    EXPECT_THROW((void)cluster_count({}, 0), InvalidInput);
}

TEST(PropagationMatrix, OfSinglePrecisionWeightsIsThatOfTheGraph) {
    const Graph graph = Graph::from_edges(5, std::vector<Edge>{{0, 1, 0.5}, {1, 1, 2.0}, {1, 2, 4.0}, {0, 3, 8.0}});
    const SparseRows plain = propagation_matrix(graph, Propagation::plain);
    for (const Propagation how :
         {Propagation::symmetric, Propagation::symmetric_with_loops, Propagation::mean, Propagation::plain}) {
        EXPECT_EQ(propagation_matrix(plain, how), propagation_matrix(graph, how));
        const Tensor dense = dense_propagation(written_out(plain).unsqueeze(0), how)[0];
        EXPECT_LT(distance(dense, written_out(propagation_matrix(graph, how))), 1e-7);
    }
}

TEST(DensePropagation, HasRightGradients) {
    for (const Propagation how : {Propagation::symmetric, Propagation::symmetric_with_loops, Propagation::mean}) {
        const Tensor adjacency = random_dense_graphs(2, 3, 5).requires_grad_();
        expect_right_gradients({adjacency}, [&] { return dense_propagation(adjacency, how); });
    }
}

TEST(PropagationBetweenClusters, IsThatWithoutTheDiagonalAndHasRightGradients) {
    const Tensor adjacency = random_dense_graphs(2, 3, 5).requires_grad_();
    const Tensor between = adjacency * (1 - torch::eye(3, torch::kFloat64));
    EXPECT_LT(distance(propagation_between_clusters(adjacency)[1], slow_symmetric(between[1])), 1e-12);
    expect_right_gradients({adjacency}, [&] { return propagation_between_clusters(adjacency); });
}

/// The products and measures of each graph, one graph a row.
Tensor all_parts(const Clustered& clusters) {
    const Tensor measures = torch::stack(
        {clusters.inner_weight, clusters.volume, clusters.overlap_trace, clusters.overlap_squares, clusters.entropy}, 1);
    return torch::cat({clusters.x.flatten(1), clusters.adjacency.flatten(1), measures}, 1);
}

/// The same of one graph, by the formulas.
Tensor slow_parts(const Tensor& adjacency, const Tensor& inputs, const Tensor& weights, const Tensor& x) {
    const Tensor s = torch::softmax(inputs.mm(weights.narrow(0, 0, inputs.size(1))) + weights[inputs.size(1)], 1);
    const Tensor overlap = s.t().mm(s);
    const Tensor edges = s.t().mm(adjacency).mm(s);
    const Tensor volume = s.t().mm(torch::diag(adjacency.sum(1))).mm(s).trace();
    const Tensor measures = torch::stack({edges.trace(), volume, overlap.trace(), overlap.square().sum(), -(s * s.log()).sum()});
    return torch::cat({s.t().mm(x).flatten(), edges.flatten(), measures});
}

TEST(Cluster, IsTheProductsOfEachGraphAndHasRightGradients) {
    const Batch batch = all_of(varied_samples(2, 3));
    const Stage stage = stage_of(batch);
    const std::vector<std::int32_t>& offsets = batch.graph_offsets[0];
    const Tensor adjacency = written_out(batch.adjacency);
    const Tensor inputs = random_leaf(offsets.back(), 2, 1);
    const Tensor weights = random_leaf(3, 3, 4);
    const Tensor x = random_leaf(offsets.back(), 4, 2);
    const auto clusters = [&] { return all_parts(cluster(stage, inputs, weights, x)); };
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        const Part part = parts_of(offsets)[g];
        const Tensor slow = slow_parts(part.block(adjacency), part.rows(inputs), weights, part.rows(x));
        EXPECT_LT(distance(clusters()[static_cast<std::int64_t>(g)], slow), 1e-12);
    }
    expect_right_gradients({inputs, weights, x}, clusters);
}

TEST(Cluster, OfClustersIsTheProductsOfEachGraphAndHasRightGradients) {
    const Tensor adjacency = random_dense_graphs(2, 5, 5).requires_grad_();
    const Tensor inputs = random_leaf(2 * 5, 2, 1);
    const Tensor weights = random_leaf(3, 3, 4);
    const Tensor x = random_leaf(2 * 5, 4, 2);
    const auto clusters = [&] {
        return all_parts(cluster(dense_stage(adjacency), inputs.view({2, 5, 2}), weights, x.view({2, 5, 4})));
    };
    for (std::int64_t g = 0; g < 2; ++g) {
        const Tensor slow = slow_parts(adjacency[g], inputs.narrow(0, 5 * g, 5), weights, x.narrow(0, 5 * g, 5));
        EXPECT_LT(distance(clusters()[g], slow), 1e-12);
    }
    expect_right_gradients({adjacency, inputs, weights, x}, clusters);
}

TEST(Cluster, OfSharesThatUnderflowIsFinite) {
    const Batch batch = all_of(varied_samples(2, 3));
    const Tensor inputs = random_leaf(batch.node_count(), 2, 1).detach().to(torch::kFloat32) * 1e4;
    const Tensor weights = random_leaf(3, 3, 4).detach().to(torch::kFloat32).requires_grad_();
    const Tensor x = random_leaf(batch.node_count(), 4, 2).detach().to(torch::kFloat32);
    const Tensor parts = all_parts(cluster(stage_of(batch), inputs, weights, x));
    parts.sum().backward();
    EXPECT_TRUE(parts.isfinite().all().item<bool>());
    EXPECT_TRUE(weights.grad().isfinite().all().item<bool>());
}

TEST(GraphProducts, AreThoseOfEachPairAndHaveRightGradients) {
    const Tensor a = random_leaf(3 * 2, 4, 1);
    const Tensor b = random_leaf(3 * 4, 5, 2);
    const auto product = [&] { return graph_products(a.view({3, 2, 4}), b.view({3, 4, 5})); };
    EXPECT_LT(distance(product(), torch::bmm(a.view({3, 2, 4}), b.view({3, 4, 5}))), 1e-12);
    expect_right_gradients({a, b}, product);
    const Tensor transposed = graph_products(b.view({3, 4, 5}).transpose(1, 2), a.view({3, 2, 4}).transpose(1, 2));
    EXPECT_LT(distance(transposed, product().transpose(1, 2)), 1e-12);
}

TEST(SelectionPools, AreTheFormulasGraphByGraph) {
    for (const PoolKind kind : {PoolKind::topk, PoolKind::sagpool}) {
        for (const Gate gate : {Gate::tanh, Gate::sigmoid, Gate::attention}) {
            const Batch batch = all_of(varied_samples(2, 3));
            const MadePool made = made_pool({.kind = kind, .gate = gate}, 2, 4);
            const Tensor x = random_leaf(batch.node_count(), 4, 8);
            const Pooled pooled = made.pool->forward(made.parameters, {}, x, stage_of(batch));
            const Tensor& weights = made.parameters[0];
            const std::vector<Part> before = parts_of(batch.graph_offsets[0]);
            const std::vector<Part> after = parts_of(*pooled.stage.graph_offsets);
            ASSERT_EQ(before.size(), after.size());
            for (std::size_t g = 0; g < before.size(); ++g) {
                const Tensor rows = before[g].rows(x);
                const Tensor mixing = before[g].block(written_out(batch.levels[0].last.matrix));
                const Tensor scores =
                    (kind == PoolKind::topk ? rows.mm(weights) / weights.norm() : slow_linear_messages(mixing, rows, weights))
                        .squeeze(1);
                const std::int64_t count = (before[g].count + 1) / 2;
                const Tensor kept = std::get<0>(std::get<1>(scores.topk(count)).sort());
                const Tensor gates = gate == Gate::tanh      ? scores.tanh()
                                     : gate == Gate::sigmoid ? scores.sigmoid()
                                                             : scores.softmax(0);
                const Tensor adjacency =
                    before[g].block(written_out(batch.adjacency)).index_select(0, kept).index_select(1, kept);
                ASSERT_EQ(after[g].count, count);
                EXPECT_LT(distance(after[g].rows(pooled.x), (rows * gates.unsqueeze(1)).index_select(0, kept)), 1e-12);
                EXPECT_EQ(distance(after[g].block(written_out(*pooled.stage.adjacency)), adjacency), 0);
                EXPECT_LT(distance(after[g].block(written_out(pooled.stage.last->matrix)), slow_symmetric(adjacency)), 1e-6);
            }
            EXPECT_EQ(pooled.stage.last->transposed, transposed(pooled.stage.last->matrix));
            EXPECT_TRUE(pooled.stage.last->is_whole());
            EXPECT_FALSE(pooled.loss.defined());
        }
    }
}

/// What one graph with adjacency matrix A, mixing matrix P and assignments S becomes.
struct SlowClusters {
    Tensor x, adjacency, mixing;
    double first_loss, second_loss;
};

SlowClusters slow_diffpool(const Tensor& a, const Tensor& p, const Tensor& before, const Tensor& x, const Tensor& weights) {
    const Tensor s = slow_linear_messages(p, before, weights).softmax(1);
    const Tensor pooled = s.t().mm(a).mm(s);
    const auto nodes = static_cast<double>(x.size(0));
    return {s.t().mm(x), pooled, slow_symmetric(pooled), (a - s.mm(s.t())).norm().item<double>() / (nodes * nodes),
            -(s * s.log()).sum().item<double>() / nodes};
}

SlowClusters slow_mincut(const Tensor& a, const Tensor& x, const Tensor& weights) {
    const Tensor s = (x.mm(weights.narrow(0, 0, x.size(1))) + weights[x.size(1)]).softmax(1);
    const Tensor degrees = torch::diag(a.sum(1));
    const double volume = s.t().mm(degrees).mm(s).trace().item<double>();
    Tensor pooled = s.t().mm(a).mm(s);
    const double cut = volume > 0 ? -pooled.trace().item<double>() / volume : 0;
    pooled.fill_diagonal_(0);
    const Tensor overlap = s.t().mm(s);
    const Tensor ideal = torch::eye(s.size(1), s.options()) / std::sqrt(static_cast<double>(s.size(1)));
    return {s.t().mm(x), slow_symmetric(pooled), slow_symmetric(pooled), cut,
            (overlap / overlap.norm() - ideal).norm().item<double>()};
}

/// Compares a pool of a stage whose graphs are given as A, P, before and x each.
void expect_slow_clusters(PoolKind kind, const MadePool& made, const Pooled& pooled,
                          const std::vector<std::array<Tensor, 4>>& graphs, double first_weight, double second_weight) {
    torch::NoGradGuard no_gradients;
    double first = 0;
    double second = 0;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        const auto& [a, p, before, x] = graphs[g];
        const SlowClusters slow = kind == PoolKind::diffpool ? slow_diffpool(a, p, before, x, made.parameters[0])
                                                             : slow_mincut(a, x, made.parameters[0]);
        const auto number = static_cast<std::int64_t>(g);
        EXPECT_LT(distance(pooled.x[number], slow.x), 1e-10);
        EXPECT_LT(distance(pooled.stage.dense_adjacency[number], slow.adjacency), 1e-10);
        EXPECT_LT(distance(pooled.stage.dense_mixing[number], slow.mixing), 1e-10);
        first += slow.first_loss / static_cast<double>(graphs.size());
        second += slow.second_loss / static_cast<double>(graphs.size());
    }
    EXPECT_NEAR(pooled.loss.item<double>(), first_weight * first + second_weight * second, 1e-9);
    EXPECT_EQ(pooled.x.size(0), std::ssize(graphs));
    EXPECT_EQ(pooled.x.size(1), 3);
}

TEST(ClusterPools, AreTheFormulasGraphByGraph) {
    for (const PoolKind kind : {PoolKind::diffpool, PoolKind::mincut}) {
        PoolerOptions options = options_of(kind);
        options.link_loss = options.cut_loss = 0.75;
        options.entropy_loss = options.orthogonality_loss = 0.25;
        const MadePool made = made_pool(options, 2, 4);

        const Batch batch = all_of(varied_samples(2, 4));
        const Tensor before = random_leaf(batch.node_count(), 2, 7);
        const Tensor x = random_leaf(batch.node_count(), 4, 8);
        std::vector<std::array<Tensor, 4>> graphs;
        for (const Part& part : parts_of(batch.graph_offsets[0])) {
            graphs.push_back({part.block(written_out(batch.adjacency)), part.block(written_out(batch.levels[0].last.matrix)),
                              part.rows(before), part.rows(x)});
        }
        expect_slow_clusters(kind, made, made.pool->forward(made.parameters, before, x, stage_of(batch)), graphs, 0.75, 0.25);

        const Stage dense = dense_stage(random_dense_graphs(4, 5, 9));
        const Tensor dense_before = random_leaf(4 * 5, 2, 7).view({4, 5, 2});
        const Tensor dense_x = random_leaf(4 * 5, 4, 8).view({4, 5, 4});
        graphs.clear();
        for (std::int64_t g = 0; g < 4; ++g) {
            graphs.push_back({dense.dense_adjacency[g], dense.dense_mixing[g], dense_before[g], dense_x[g]});
        }
        expect_slow_clusters(kind, made, made.pool->forward(made.parameters, dense_before, dense_x, dense), graphs, 0.75, 0.25);
    }
}

TEST(TrainablePools, HaveRightGradients) {
    for (const PoolKind kind : trainable_kinds) {
        SCOPED_TRACE(name_of(kind));
        const Batch batch = all_of(varied_samples(2, 5));
        const MadePool made = made_pool(options_of(kind), 2, 3);
        const Tensor before = random_leaf(batch.node_count(), 2, 11);
        const Tensor x = random_leaf(batch.node_count(), 3, 12);
        std::vector<Tensor> leaves = leaves_of(made.parameters, {x});
        if (kind == PoolKind::diffpool) {
            leaves.push_back(before);
        }
        expect_right_gradients(leaves, [&] {
            const Pooled pooled = made.pool->forward(made.parameters, before, x, stage_of(batch));
            std::vector<Tensor> numbers{pooled.x.flatten()};
            if (pooled.stage.is_dense()) {
                numbers.insert(numbers.end(), {pooled.stage.dense_adjacency.flatten(), pooled.stage.dense_mixing.flatten()});
            }
            if (pooled.loss.defined()) {
                numbers.push_back(pooled.loss.view({1}));
            }
            return torch::cat(numbers);
        });
    }
}

TEST(ClusterPools, HaveRightGradientsOnGraphsOfClusters) {
    for (const PoolKind kind : {PoolKind::diffpool, PoolKind::mincut}) {
        SCOPED_TRACE(name_of(kind));
        const MadePool made = made_pool(options_of(kind), 2, 3);
        const Tensor adjacency = random_dense_graphs(2, 4, 21).requires_grad_();
        const Tensor before = random_leaf(8, 2, 22);
        const Tensor x = random_leaf(8, 3, 23);
        std::vector<Tensor> leaves = leaves_of(made.parameters, {x, adjacency});
        expect_right_gradients(leaves, [&] {
            const Pooled pooled =
                made.pool->forward(made.parameters, before.view({2, 4, 2}), x.view({2, 4, 3}), dense_stage(adjacency));
            return torch::cat({pooled.x.flatten(), pooled.stage.dense_mixing.flatten(), pooled.loss.view({1})});
        });
    }
}

TEST(TrainablePools, RefuseSamplesThatLackWhatTheyNeed) {
    for (const PoolKind kind : trainable_kinds) {
        const MadePool made = made_pool(options_of(kind), 2, 2);
        for (const SampleOptions& options :
             {SampleOptions{.prune = true, .keep_adjacency = true}, SampleOptions{.prune = false}}) {
            const Batch batch = random_batch(3, 20, 2, options, 5);
            const Tensor x = random_leaf(batch.node_count(), 2, 3);
            EXPECT_THROW((void)made.pool->forward(made.parameters, x, x, stage_of(batch)), InvalidInput);
        }
    }
}

NetworkOptions small_network(PoolKind kind) {
    return {.channels = {4, 3, 4}, .pool = options_of(kind)};
}

TEST(NetworkWithTrainablePools, HasRightGradientsWithEveryReadout) {
    for (const PoolKind kind : trainable_kinds) {
        for (const Readout readout : {Readout::mean, Readout::max}) {
            SCOPED_TRACE(name_of(kind));
            NetworkOptions options = small_network(kind);
            options.readout = readout;
            const Network network(options, 3, 2);
            const Parameters parameters = make_parameters(network.plan(), Seed(5), torch::kFloat64);
            const Batch batch = all_of(varied_samples(3, 31));
            const PreparedBatch input = network.prepare(batch, torch::kFloat64);
            expect_right_gradients(leaves_of(parameters), [&] {
                const NetworkOutput output = network.forward(parameters, input);
                return output.loss.defined() ? torch::cat({output.logits.flatten(), output.loss.view({1})}) : output.logits;
            });
        }
    }
}

TEST(NetworkWithTrainablePools, GivesAGraphTheSameOutputAloneAndInABatch) {
    for (const PoolKind kind : trainable_kinds) {
        SCOPED_TRACE(name_of(kind));
        const Network network(small_network(kind), 3, 2);
        const Parameters parameters = make_parameters(network.plan(), Seed(5), torch::kFloat64);
        const std::vector<Sample> samples = varied_samples(3, 33);
        const Batch batch = all_of(samples);
        const NetworkOutput together = network.forward(parameters, network.prepare(batch, torch::kFloat64));
        double loss = 0;
        for (std::int32_t g = 0; g < std::ssize(samples); ++g) {
            const Batch one = make_batch(samples, std::vector<std::int32_t>{g});
            const NetworkOutput alone = network.forward(parameters, network.prepare(one, torch::kFloat64));
            EXPECT_LT(distance(alone.logits[0], together.logits[g]), 1e-12);
            loss += alone.loss.defined() ? alone.loss.item<double>() / static_cast<double>(samples.size()) : 0;
        }
        EXPECT_NEAR(together.loss.defined() ? together.loss.item<double>() : 0, loss, 1e-12);
    }
}

TEST(NetworkWithTrainablePools, IsFiniteInSinglePrecisionForWeightsOfManyMagnitudes) {
    for (const PoolKind kind : trainable_kinds) {
        NetworkOptions options;
        options.pool = {.kind = kind, .mean_nodes = 20};
        const Network network(options, 5, 3);
        const Parameters parameters = make_parameters(network.plan(), Seed(7));
        const Batch batch = random_batch(20, 40, 5, sample_options(options), 41);
        const NetworkOutput output = network.forward(parameters, network.prepare(batch));
        const Tensor loss = torch::cross_entropy_loss(output.logits, torch::tensor(batch.labels).to(torch::kInt64));
        (output.loss.defined() ? loss + output.loss : loss).backward();
        EXPECT_TRUE(output.logits.isfinite().all().item<bool>()) << name_of(kind);
        EXPECT_TRUE(parameters.gradients.isfinite().all().item<bool>()) << name_of(kind);
        for (const Tensor& matrix : parameters.matrices) {
            EXPECT_GT(matrix.grad().abs().sum().item<double>(), 0) << name_of(kind);
        }
    }
}

}  // namespace

}  // namespace ndpool
