#include "ndpool/learn/nn/pools/selection_pools.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ndpool/base/elementary.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/learn/nn/layers/function_context.hpp"
#include "ndpool/learn/nn/layers/linear_messages.hpp"
#include "ndpool/learn/nn/pools/pooled_graphs.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

SparseRows edges_between(const SparseRows& adjacency, const std::vector<std::int32_t>& kept) {
    std::vector<std::int32_t> number(adjacency.rows, -1);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        number[kept[i]] = static_cast<std::int32_t>(i);
    }
    const auto nodes = static_cast<std::int32_t>(kept.size());
    SparseRows result{nodes, nodes, {0}, {}, {}};
    result.offsets.reserve(nodes + 1);
    result.indices.reserve(adjacency.indices.size());
    result.values.reserve(adjacency.indices.size());
    for (const std::int32_t node : kept) {
        for (std::int32_t k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            if (const std::int32_t other = number[adjacency.indices[k]]; other >= 0) {
                result.indices.push_back(other);
                result.values.push_back(adjacency.values[k]);
            }
        }
        result.offsets.push_back(static_cast<std::int32_t>(result.indices.size()));
    }
    return result;
}

/// The kept nodes joined by Kron reduction, without weak edges, as levels of NDP are.
SparseRows reduced_onto(const SparseRows& adjacency, const std::vector<std::int32_t>& kept) {
    const Graph graph = union_of(adjacency);
    return propagation_matrix(drop_weak_edges(kron_reduce(graph, cut_keeping(graph, kept)), {}), Propagation::plain);
}

template <typename Scalar>
Scalar gate_of(Scalar score, Gate gate) {
    if (gate == Gate::attention) {
        return score;  // is a share already
    }
    return static_cast<Scalar>(gate == Gate::tanh ? portable_tanh(score) : 1 / (1 + portable_exp(-score)));
}

template <typename Scalar>
Scalar gate_slope(Scalar value, Gate gate) {
    if (gate == Gate::attention) {
        return 1;
    }
    return gate == Gate::tanh ? 1 - value * value : value * (1 - value);
}

/// gate(scores[node]) * x[node] for the kept nodes.
struct GatedRows : Function<GatedRows> {
    static Tensor forward(AutogradContext* context, const Tensor& source, const Tensor& scores,
                          const std::vector<std::int32_t>& kept, Gate gate) {
        const Tensor x = source.contiguous();
        const auto rows = static_cast<std::int64_t>(kept.size());
        const std::int64_t width = x.size(1);
        Tensor result = torch::empty({rows, width}, x.options());
        Tensor gates = torch::empty({rows}, x.options());
        AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "gated_rows", [&] {
            const auto* from = x.data_ptr<scalar_t>();
            const auto* score = scores.data_ptr<scalar_t>();
            auto* to = result.data_ptr<scalar_t>();
            for (std::int64_t i = 0; i < rows; ++i) {
                const scalar_t factor = gate_of(score[kept[i]], gate);
                gates.data_ptr<scalar_t>()[i] = factor;
                std::transform(from + kept[i] * width, from + (kept[i] + 1) * width, to + i * width,
                               [&](scalar_t number) { return factor * number; });
            }
        });
        context->save_for_backward({x, gates});
        context->saved_data["kept"] = std::vector<std::int64_t>(kept.begin(), kept.end());
        context->saved_data["gate"] = static_cast<std::int64_t>(gate);
        return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const std::vector<std::int64_t> kept = context->saved_data["kept"].toIntVector();
        const auto gate = static_cast<Gate>(context->saved_data["gate"].toInt());
        const Tensor gradient = gradients[0].contiguous();
        const std::int64_t width = gradient.size(1);
        Tensor of_x = torch::zeros_like(saved[0]);
        Tensor of_scores = torch::zeros({saved[0].size(0), 1}, gradient.options());
        AT_DISPATCH_FLOATING_TYPES(gradient.scalar_type(), "gated_rows_gradient", [&] {
            const auto* x = saved[0].data_ptr<scalar_t>();
            const auto* gates = saved[1].data_ptr<scalar_t>();
            for (std::size_t i = 0; i < kept.size(); ++i) {
                const auto* from = gradient.data_ptr<scalar_t>() + static_cast<std::int64_t>(i) * width;
                auto* to = of_x.data_ptr<scalar_t>() + kept[i] * width;
                scalar_t product = 0;
                for (std::int64_t c = 0; c < width; ++c) {
                    to[c] = gates[i] * from[c];
                    product += from[c] * x[kept[i] * width + c];
                }
                of_scores.data_ptr<scalar_t>()[kept[i]] = product * gate_slope(gates[i], gate);
            }
        });
        return {of_x, of_scores, Tensor(), Tensor()};
    }
};

class SelectionPool : public Pooler {
public:
    SelectionPool(const PoolerOptions& options, Propagation propagation, const PoolPlace& place, ParameterPlan& plan,
                  std::string_view name)
        : options_(options),
          propagation_(propagation),
          weights_(options.kind == PoolKind::topk ? plan.add_matrix(std::string(name), place.channels, 1, place.channels, 1)
                                                  : add_linear_messages(place.channels, 1, plan, name)) {}

    [[nodiscard]] Pooled forward(const Parameters& parameters, const Tensor& /*before*/, const Tensor& x,
                                 const Stage& stage) const override {
        if (stage.is_dense()) {
            throw InvalidInput("nodes can be selected from sparse graphs only");
        }
        check_poolable(stage);
        Tensor scores = scores_of(parameters[weights_], x, stage);
        const Tensor numbers = scores.detach().to(torch::kFloat64).contiguous();
        const Selection selection = highest_scores({numbers.data_ptr<double>(), static_cast<std::size_t>(numbers.numel())},
                                                   *stage.graph_offsets, options_.keep);
        if (options_.gate == Gate::attention) {
            scores = softmax_in_groups(scores, *stage.graph_offsets);
        }
        SparseRows adjacency = options_.connect == Connect::kron ? reduced_onto(*stage.adjacency, selection.kept)
                                                                 : edges_between(*stage.adjacency, selection.kept);
        const auto graphs = pooled_graphs(std::move(adjacency), selection.graph_offsets, propagation_);
        return {holding(GatedRows::apply(x, scores, selection.kept, options_.gate), graphs), stage_of_graphs(graphs), {}};
    }

private:
    [[nodiscard]] Tensor scores_of(const Tensor& weights, const Tensor& x, const Stage& stage) const {
        if (options_.kind == PoolKind::sagpool) {
            return linear_messages(stage, x, weights);
        }
        return torch::mm(x, weights / weights.norm().clamp_min(1e-12));
    }

    PoolerOptions options_;
    Propagation propagation_;
    std::size_t weights_;
};

}  // namespace

Selection highest_scores(std::span<const double> scores, const std::vector<std::int32_t>& graph_offsets, double keep) {
    Selection selection{{}, {0}};
    const auto higher = [&](std::int32_t a, std::int32_t b) {
        const double score_a = std::isnan(scores[a]) ? -INFINITY : scores[a];
        const double score_b = std::isnan(scores[b]) ? -INFINITY : scores[b];
        return score_a > score_b || (score_a == score_b && a < b);
    };
    std::vector<std::int32_t> nodes;
    for (std::size_t g = 0; g + 1 < graph_offsets.size(); ++g) {
        nodes.resize(graph_offsets[g + 1] - graph_offsets[g]);
        std::iota(nodes.begin(), nodes.end(), graph_offsets[g]);
        const std::int64_t count = share_rounded_up(keep, static_cast<double>(nodes.size()));
        const auto end = nodes.begin() + std::min<std::int64_t>(count, std::ssize(nodes));
        std::nth_element(nodes.begin(), end, nodes.end(), higher);
        std::sort(nodes.begin(), end);
        selection.kept.insert(selection.kept.end(), nodes.begin(), end);
        selection.graph_offsets.push_back(static_cast<std::int32_t>(selection.kept.size()));
    }
    return selection;
}

std::unique_ptr<Pooler> make_selection_pool(const PoolerOptions& options, Propagation propagation, const PoolPlace& place,
                                            ParameterPlan& plan, std::string_view name) {
    return std::make_unique<SelectionPool>(options, propagation, place, plan, name);
}

}  // namespace ndpool
