#include <gtest/gtest.h>

#include "learn/nn/layer_cases.hpp"

// Every layer against its formula, written down for whole dense matrices and one edge at a time.
namespace ndpool {

namespace {

using namespace testing;
using torch::Tensor;

struct Formula {
    LayerOptions options;
    std::vector<Tensor> weights;
    Tensor adjacency;
    const PropagationStep* annotated;

    [[nodiscard]] std::int64_t nodes() const { return adjacency.size(0); }
    [[nodiscard]] Tensor identity() const { return torch::eye(nodes(), torch::kFloat64); }

    [[nodiscard]] static Tensor symmetric(const Tensor& matrix) {
        const Tensor degree = matrix.sum(1);
        const Tensor root = torch::where(degree > 0, degree.rsqrt(), torch::zeros_like(degree));
        return root.unsqueeze(1) * matrix * root.unsqueeze(0);
    }

    [[nodiscard]] Tensor bias_of(const Tensor& matrix) const {
        return options.bias ? matrix[matrix.size(0) - 1] : torch::zeros({matrix.size(1)}, torch::kFloat64);
    }

    [[nodiscard]] static Tensor block(const Tensor& matrix, std::int64_t number, std::int64_t rows) {
        return matrix.narrow(0, number * rows, rows);
    }

    [[nodiscard]] Tensor two_terms(const Tensor& mixing, const Tensor& x) const {
        return torch::relu(mixing.mm(x).mm(block(weights[0], 0, x.size(1))) + x.mm(block(weights[0], 1, x.size(1))) +
                           bias_of(weights[0]));
    }

    [[nodiscard]] Tensor one_term(const Tensor& mixing, const Tensor& x) const {
        return torch::relu(mixing.mm(x).mm(block(weights[0], 0, x.size(1))) + bias_of(weights[0]));
    }

    [[nodiscard]] Tensor sage(const Tensor& x) const {
        const Tensor degree = adjacency.sum(1, true);
        Tensor result = two_terms(torch::where(degree > 0, adjacency / degree, torch::zeros_like(adjacency)), x);
        for (std::int64_t i = 0; options.sage_normalise && i < nodes(); ++i) {
            const double length = std::sqrt(result[i].square().sum().item<double>());
            result[i] /= length > 0 ? length : 1;
        }
        return result;
    }

    [[nodiscard]] Tensor chebyshev(const Tensor& x) const {
        const Tensor laplacian = -symmetric(adjacency);
        std::vector<Tensor> terms{identity(), laplacian};
        while (static_cast<std::int64_t>(terms.size()) < options.chebyshev_terms) {
            terms.push_back(2 * laplacian.mm(terms.back()) - terms[terms.size() - 2]);
        }
        Tensor sum = bias_of(weights[0]);
        for (std::int64_t k = 0; k < options.chebyshev_terms; ++k) {
            sum = sum + terms[k].mm(x).mm(block(weights[0], k, x.size(1)));
        }
        return torch::relu(sum);
    }

    [[nodiscard]] Tensor gin(const Tensor& x) const {
        const Tensor sum = adjacency.mm(x) + (1 + weights[0].item<double>()) * x;
        const Tensor hidden = torch::relu(sum.mm(weights[1].narrow(0, 0, x.size(1))) + weights[1][x.size(1)]);
        return torch::relu(hidden.mm(weights[2].narrow(0, 0, hidden.size(1))) + weights[2][hidden.size(1)]);
    }

    [[nodiscard]] Tensor attention(const Tensor& x) const {
        const std::int64_t heads = options.attention_heads;
        const std::int64_t width = weights[0].size(1) / heads;
        std::vector<Tensor> results;
        for (std::int64_t head = 0; head < heads; ++head) {
            const Tensor h = x.mm(weights[0].narrow(1, head * width, width));
            const Tensor own = h.mv(weights[1][0].narrow(0, head * width, width));
            const Tensor other = h.mv(weights[1][1].narrow(0, head * width, width));
            const Tensor sums = own.unsqueeze(1) + other.unsqueeze(0);
            const Tensor powers = torch::exp(torch::where(sums > 0, sums, 0.2 * sums));
            const Tensor present = powers * (adjacency + identity() > 0).to(torch::kFloat64);
            results.push_back((present / present.sum(1, true)).mm(h));
        }
        const bool side_by_side = case_channels % heads == 0;
        const Tensor merged = side_by_side ? torch::cat(results, 1) : torch::stack(results).mean(0);
        return torch::relu(options.bias ? merged + weights[2][0] : merged);
    }

    [[nodiscard]] Tensor arma(const Tensor& x) const {
        const Tensor mixing = symmetric(adjacency);
        const std::int64_t width = x.size(1);
        Tensor sum = torch::zeros({nodes(), case_channels}, torch::kFloat64);
        for (std::int64_t stack = 0; stack < options.arma_stacks; ++stack) {
            const auto part = [&](const Tensor& matrix) { return matrix.narrow(1, stack * case_channels, case_channels); };
            Tensor current =
                torch::relu(mixing.mm(x).mm(part(block(weights[0], 0, width))) + x.mm(part(block(weights[0], 1, width))) +
                            bias_of(weights[0]).narrow(0, stack * case_channels, case_channels));
            for (std::int64_t t = 1; t < options.arma_depth; ++t) {
                const Tensor& skip = weights[2 * t];
                current = torch::relu(mixing.mm(current).mm(block(weights[2 * t - 1], stack, case_channels)) +
                                      x.mm(part(block(skip, 0, width))) +
                                      bias_of(skip).narrow(0, stack * case_channels, case_channels));
            }
            sum = sum + current;
        }
        return torch::relu(sum / options.arma_stacks);
    }

    /// What edges bring, one at a time: `message` has the entry's number and its features.
    template <typename Message>
    [[nodiscard]] Tensor with_edges(const Tensor& x, const Message& message) const {
        Tensor sum = x.mm(block(weights[0], 0, x.size(1))) + bias_of(weights[0]);
        const SparseRows& matrix = annotated->matrix;
        for (std::int32_t i = 0; i < matrix.rows; ++i) {
            for (std::int32_t k = matrix.offsets[i]; k < matrix.offsets[i + 1]; ++k) {
                sum[i] += message(i, k, x[matrix.indices[k]].unsqueeze(0)).squeeze(0);
            }
        }
        return torch::relu(sum);
    }

    [[nodiscard]] Tensor edge_conditioned(const Tensor& x) const {
        const std::int64_t terms = options.edge_hidden + 1;
        return with_edges(x, [&](std::int32_t row, std::int32_t k, const Tensor& other) {
            const auto* numbers = annotated->annotations.data() + k * std::int64_t{3};
            const Tensor annotation = torch::tensor({numbers[0], numbers[1], numbers[2]}).to(torch::kFloat64).unsqueeze(0);
            const Tensor hidden = torch::relu(annotation.mm(weights[1].narrow(0, 0, 3)) + weights[1][3]);
            Tensor filter = block(weights[2], terms - 1, x.size(1));
            for (std::int64_t m = 0; m + 1 < terms; ++m) {
                filter = filter + hidden[0][m] * block(weights[2], m, x.size(1));
            }
            return other.mm(filter) / (annotated->matrix.offsets[row + 1] - annotated->matrix.offsets[row]);
        });
    }

    [[nodiscard]] Tensor relational(const Tensor& x) const {
        const SparseRows& matrix = annotated->matrix;
        return with_edges(x, [&](std::int32_t row, std::int32_t k, const Tensor& other) {
            const std::int32_t relation = annotated->relations[k];
            const auto same = std::count(annotated->relations.begin() + matrix.offsets[row],
                                         annotated->relations.begin() + matrix.offsets[row + 1], relation);
            Tensor weight = block(weights[1], options.relation_bases > 0 ? 0 : relation, x.size(1));
            if (options.relation_bases > 0) {
                weight = weights[2][relation][0] * block(weights[1], 0, x.size(1)) +
                         weights[2][relation][1] * block(weights[1], 1, x.size(1));
            }
            return other.mm(weight) / same;
        });
    }

    [[nodiscard]] Tensor operator()(const Tensor& x) const {
        switch (options.kind) {
            case LayerKind::message_passing: return two_terms(symmetric(adjacency), x);
            case LayerKind::gcn: return one_term(symmetric(adjacency + identity()), x);
            case LayerKind::chebyshev: return chebyshev(x);
            case LayerKind::sage: return sage(x);
            case LayerKind::gin: return gin(x);
            case LayerKind::attention: return attention(x);
            case LayerKind::arma: return arma(x);
            case LayerKind::edge_conditioned: return edge_conditioned(x);
            case LayerKind::relational: return relational(x);
            case LayerKind::dense: return one_term(identity(), x);
        }
        return {};
    }
};

TEST(LayerCases, HaveOwnLoopsNodesWithoutEdgesAndWeights) {
    const Tensor adjacency = written_out(batch_for(LayerKind::gin, false, 8, 14, 5).adjacency);
    EXPECT_GT(adjacency.size(0), 40);
    EXPECT_GT(adjacency.diagonal().sum().item<double>(), 0);
    EXPECT_EQ(adjacency.sum(1).min().item<double>(), 0);
    EXPECT_GT(adjacency.max().item<double>(), 1);
}

TEST(Layer, IsItsFormulaForAllRowsAndForKeptRows) {
    const torch::NoGradGuard no_gradients;
    for (const LayerOptions& options : all_layer_options()) {
        SCOPED_TRACE(text_of(options));
        const LayerCase layer(options);
        const Batch whole = batch_for(options.kind, false, 8, 14, 5);
        const Tensor x = random_leaf(whole.node_count(), case_features, 8);
        const Tensor expected =
            Formula{options, layer.parameters.matrices, written_out(whole.adjacency), &whole.levels[0].last}(x);
        for (const bool prune : {false, true}) {
            const Batch batch = batch_for(options.kind, prune, 8, 14, 5);
            const Stage stage = stage_of(batch);
            const std::vector<std::int32_t>& rows = stage.last->rows;
            const Tensor wanted = expected.index_select(0, torch::tensor(rows).to(torch::kInt64));
            EXPECT_GT(wanted.abs().max().item<double>(), 0.1);
            EXPECT_LT(difference(layer(x, stage), wanted), 1e-6);
            EXPECT_LT(difference(layer.layer->forward(layer.parameters, x, layer.layer->prepare(x, stage), stage), wanted), 1e-6);
            Parameters single = make_parameters(layer.plan, Seed(1));
            single.values.copy_(layer.parameters.values);
            EXPECT_LT(difference(layer.layer->forward(single, x.to(torch::kFloat32), {}, stage), wanted), 1e-4);
        }
    }
}

}  // namespace

}  // namespace ndpool
