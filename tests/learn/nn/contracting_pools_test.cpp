// Trainable pools that join nodes of sparse graphs, and Kron reduction between kept nodes, against their formulas on the union of
// all graphs written out.
#include <gtest/gtest.h>

#include <limits>

#include "learn/nn/gradient_check.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/learn/nn/pools/edge_pool.hpp"
#include "ndpool/learn/nn/pools/max_cut_pool.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool {
namespace {

using namespace testing;
using torch::Tensor;

constexpr SampleOptions all_rows{.prune = false, .keep_adjacency = true};

Stage first_stage(const Batch& batch) {
    Stage stage;
    stage.last = &batch.levels[0].last;
    stage.adjacency = &batch.adjacency;
    stage.graph_offsets = &batch.graph_offsets[0];
    return stage;
}

struct DoublePool {
    ParameterPlan plan;
    std::unique_ptr<Pooler> pool;
    Parameters parameters;
};

DoublePool double_pool(const PoolerOptions& options, std::int64_t channels) {
    DoublePool made;
    made.pool = make_pooler(options, {}, {0, channels, channels}, made.plan, "pool");
    made.parameters = make_parameters(made.plan, Seed(6), torch::kFloat64);
    return made;
}

double largest_difference(const Tensor& a, const Tensor& b) {
    EXPECT_EQ(a.sizes(), b.sizes());
    return a.numel() == 0 ? 0 : (a - b).abs().max().item<double>();
}

/// 1 where a node (column) is in a cluster (row).
Tensor memberships(const Clusters& clusters) {
    Tensor members = torch::zeros({clusters.count, std::ssize(clusters.of)}, torch::kFloat64);
    for (std::size_t node = 0; node < clusters.of.size(); ++node) {
        members[clusters.of[node]][static_cast<std::int64_t>(node)] = 1;
    }
    return members;
}

/// The weights between clusters.
Tensor joined(const Clusters& clusters, const Tensor& adjacency) {
    const Tensor members = memberships(clusters);
    return members.mm(adjacency).mm(members.t()).fill_diagonal_(0);
}

TEST(ContractEdges, TakesTheHighestScoresFirstAndEveryNodeOnce) {
    // The path 0 - 1 - 2 - 3 with a loop at 0.
    const SparseRows path{4, 4, {0, 2, 4, 6, 7}, {0, 1, 0, 2, 1, 3, 2}, {9, 1, 1, 1, 1, 1, 1}};
    const std::vector<double> middle_first{9, 1, 1, 2, 3, 1, 1};
    EXPECT_EQ(contract_edges(path, middle_first).clusters.of, (std::vector<NodeId>{0, 1, 1, 2}));
    EXPECT_EQ(contract_edges(path, middle_first).entries, (std::vector<std::int64_t>{-1, 4, -1}));
    const std::vector<double> equal(7, 1.0);
    EXPECT_EQ(contract_edges(path, equal).clusters.of, (std::vector<NodeId>{0, 0, 1, 1}));
    EXPECT_EQ(contract_edges(path, equal).entries, (std::vector<std::int64_t>{1, 5}));
}

/// Repeatedly the highest score of all entries whose ends are both free.
ContractedEdges slow_contraction(const Tensor& adjacency, const Tensor& scores) {
    const std::int64_t nodes = adjacency.size(0);
    std::vector<std::int64_t> partner(static_cast<std::size_t>(nodes), -1);
    while (true) {
        double best = -std::numeric_limits<double>::infinity();
        std::int64_t a = -1;
        std::int64_t b = -1;
        for (std::int64_t i = 0; i < nodes; ++i) {
            for (std::int64_t j = 0; j < nodes; ++j) {
                const bool is_free = partner[i] < 0 && partner[j] < 0 && i != j && adjacency[i][j].item<double>() > 0;
                if (is_free && scores[i][j].item<double>() > best) {
                    best = scores[i][j].item<double>();
                    a = i;
                    b = j;
                }
            }
        }
        if (a < 0) {
            break;
        }
        partner[a] = b;
        partner[b] = a;
    }
    ContractedEdges contracted{{{}, 0}, {}};
    for (std::int64_t node = 0; node < nodes; ++node) {
        const bool is_second = partner[node] >= 0 && partner[node] < node;
        contracted.clusters.of.push_back(is_second ? contracted.clusters.of[partner[node]] : contracted.clusters.count++);
    }
    return contracted;
}

TEST(EdgePool, IsTheFormula) {
    const Batch batch = random_batch(3, 9, 2, all_rows, 4);
    const DoublePool made = double_pool({.kind = PoolKind::edgepool}, 3);
    const Tensor x = random_leaf(batch.node_count(), 3, 8).detach();
    const Tensor adjacency = written_out(batch.adjacency);
    const Tensor& weights = made.parameters[0];
    const Pooled pooled = made.pool->forward(made.parameters, {}, x, first_stage(batch));

    const torch::NoGradGuard no_gradients;
    const Tensor raw = x.mm(weights.narrow(0, 0, 3)).t() + x.mm(weights.narrow(0, 3, 3)) + weights[6];
    const Tensor powers = raw.exp() * (adjacency > 0);
    const Tensor scores = powers / powers.sum(1, true) + 0.5;
    const Clusters clusters = slow_contraction(adjacency, scores).clusters;
    Tensor rows = memberships(clusters).mm(x);
    for (std::int64_t c = 0; c < clusters.count; ++c) {
        std::vector<std::int64_t> members;
        for (std::size_t node = 0; node < clusters.of.size(); ++node) {
            if (clusters.of[node] == c) {
                members.push_back(static_cast<std::int64_t>(node));
            }
        }
        if (members.size() == 2) {
            rows[c] *= std::max(scores[members[0]][members[1]].item<double>(), scores[members[1]][members[0]].item<double>());
        }
    }
    EXPECT_LT(largest_difference(pooled.x, rows), 1e-12);
    EXPECT_LT(largest_difference(written_out(*pooled.stage.adjacency), joined(clusters, adjacency)), 1e-5);
    EXPECT_EQ(pooled.stage.graph_offsets->back(), clusters.count);
    EXPECT_EQ(pooled.stage.graph_offsets->size(), batch.graph_offsets[0].size());
    EXPECT_FALSE(pooled.loss.defined());
}

TEST(NearestKept, TakesTheFewestEdgesAndTheLowerNeighbour) {
    // The path 0 - 1 - 2 - 3 - 4, and 5 - 6 apart from it.
    const SparseRows graph{7, 7, {0, 1, 3, 5, 7, 8, 9, 10}, {1, 0, 2, 1, 3, 2, 4, 3, 6, 5}, std::vector<float>(10, 1)};
    EXPECT_EQ(nearest_kept(graph, {0, 4}).of, (std::vector<NodeId>{0, 0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(nearest_kept(graph, {2, 5}).of, (std::vector<NodeId>{0, 0, 0, 0, 0, 1, 1}));
}

TEST(MaxCutPool, IsTheFormula) {
    const Batch batch = random_batch(3, 9, 2, all_rows, 5);
    const DoublePool made = double_pool({.kind = PoolKind::maxcut, .max_cut_loss = 0.75}, 3);
    const Tensor x = random_leaf(batch.node_count(), 3, 8).detach();
    const Tensor adjacency = written_out(batch.adjacency);
    const Pooled pooled = made.pool->forward(made.parameters, {}, x, first_stage(batch));

    const torch::NoGradGuard no_gradients;
    const Tensor spread = written_out(propagation_matrix(batch.adjacency, Propagation::symmetric));
    Tensor h = x;
    for (const std::size_t step : {0, 1}) {
        h = torch::tanh((2 * spread.mm(h) - h).mm(made.parameters[step]));
    }
    const Tensor scores = torch::tanh(h.mm(made.parameters[2]));
    const std::vector<std::int32_t>& offsets = batch.graph_offsets[0];
    double loss = 0;
    std::vector<std::int32_t> kept;
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        const std::int64_t begin = offsets[g];
        const std::int64_t count = offsets[g + 1] - begin;
        const Tensor own = scores.narrow(0, begin, count);
        const Tensor block = adjacency.narrow(0, begin, count).narrow(1, begin, count);
        const double volume = block.sum().item<double>();
        loss += volume > 0 ? own.t().mm(block).mm(own).item<double>() / volume : 0;
        const Tensor highest = std::get<0>(std::get<1>(own.squeeze(1).topk((count + 1) / 2)).sort());
        for (std::int64_t i = 0; i < highest.numel(); ++i) {
            kept.push_back(static_cast<std::int32_t>(begin + highest[i].item<std::int64_t>()));
        }
    }
    const Tensor rows = (x * scores).index_select(0, torch::tensor(std::vector<std::int64_t>(kept.begin(), kept.end())));
    EXPECT_LT(largest_difference(pooled.x, rows), 1e-12);
    EXPECT_LT(largest_difference(written_out(*pooled.stage.adjacency), joined(nearest_kept(batch.adjacency, kept), adjacency)),
              1e-5);
    EXPECT_NEAR(pooled.loss.item<double>(), 0.75 * loss / static_cast<double>(batch.graph_count()), 1e-9);
}

TEST(SelectionPools, WithKronReductionJoinKeptNodesAsNdpDoes) {
    const std::vector<Sample> samples = random_samples(4, 12, 2, all_rows, 7);
    const std::vector<std::int32_t> numbers{0, 1, 2, 3};
    const Batch batch = make_batch(samples, numbers);
    const DoublePool made = double_pool({.kind = PoolKind::topk, .connect = Connect::kron}, 3);
    const Tensor x = random_leaf(batch.node_count(), 3, 8);
    const Pooled pooled = made.pool->forward(made.parameters, {}, x, first_stage(batch));
    const Pooled plain = double_pool({.kind = PoolKind::topk}, 3).pool->forward(made.parameters, {}, x, first_stage(batch));
    EXPECT_EQ(largest_difference(pooled.x, plain.x), 0) << "only the edges differ";

    const Tensor scores = x.mm(made.parameters[0]).squeeze(1).detach();
    const std::vector<std::int32_t>& before = batch.graph_offsets[0];
    const std::vector<std::int32_t>& after = *pooled.stage.graph_offsets;
    for (std::size_t g = 0; g < samples.size(); ++g) {
        const SparseRows& rows = samples[g].adjacency;
        std::vector<Edge> edges;
        for (std::int32_t i = 0; i < rows.rows; ++i) {
            for (std::int32_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
                if (rows.indices[k] <= i) {
                    edges.push_back({i, rows.indices[k], rows.values[k]});
                }
            }
        }
        const Graph graph = Graph::from_edges(rows.rows, edges);
        const Tensor own = scores.narrow(0, before[g], rows.rows);
        const Tensor highest = std::get<0>(std::get<1>(own.topk((rows.rows + 1) / 2)).sort());
        std::vector<NodeId> kept;
        for (std::int64_t i = 0; i < highest.numel(); ++i) {
            kept.push_back(static_cast<NodeId>(highest[i].item<std::int64_t>()));
        }
        const Graph reduced = drop_weak_edges(kron_reduce(graph, cut_keeping(graph, kept)), {});
        const Tensor block = written_out(*pooled.stage.adjacency)
                                 .narrow(0, after[g], after[g + 1] - after[g])
                                 .narrow(1, after[g], after[g + 1] - after[g]);
        EXPECT_LT(largest_difference(block, written_out(propagation_matrix(reduced, Propagation::plain))), 1e-6);
    }
}

TEST(SelectionPools, WithAttentionHaveRightGradients) {
    const Batch batch = random_batch(3, 9, 2, all_rows, 5);
    const DoublePool made = double_pool({.kind = PoolKind::topk, .gate = Gate::attention}, 3);
    const Tensor x = random_leaf(batch.node_count(), 3, 12);
    expect_right_gradients(leaves_of(made.parameters, {x}),
                           [&] { return made.pool->forward(made.parameters, {}, x, first_stage(batch)).x; });
}

}  // namespace
}  // namespace ndpool
