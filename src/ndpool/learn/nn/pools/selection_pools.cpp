#include "ndpool/learn/nn/pools/selection_pools.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ndpool/base/elementary.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/layers/function_context.hpp"
#include "ndpool/learn/nn/layers/linear_messages.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

/// The graphs that a selection leaves, with what layers need.
struct KeptGraphs {
    Selection selection;
    SparseRows adjacency;
    PropagationStep hop;
};

/// The backward passes of all operations after the pool read the kept graphs, and they all keep the operation alive that made
/// the features.
struct Holder : torch::CustomClassHolder {
    explicit Holder(std::shared_ptr<const KeptGraphs> held) : graphs(std::move(held)) {}
    std::shared_ptr<const KeptGraphs> graphs;
};

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

std::shared_ptr<const KeptGraphs> keep_graphs(const SparseRows& adjacency, Selection selection, Propagation propagation) {
    auto graphs = std::make_shared<KeptGraphs>();
    graphs->adjacency = edges_between(adjacency, selection.kept);
    std::vector<std::int32_t> all(selection.kept.size());
    std::iota(all.begin(), all.end(), 0);
    graphs->hop = hop_of(propagation_matrix(graphs->adjacency, propagation), std::move(all));
    graphs->selection = std::move(selection);
    return graphs;
}

template <typename Scalar>
Scalar gate_of(Scalar score, Gate gate) {
    return static_cast<Scalar>(gate == Gate::tanh ? portable_tanh(score) : 1 / (1 + portable_exp(-score)));
}

template <typename Scalar>
Scalar gate_slope(Scalar value, Gate gate) {
    return gate == Gate::tanh ? 1 - value * value : value * (1 - value);
}

/// gate(scores[node]) * x[node] for the kept nodes.
struct GatedRows : Function<GatedRows> {
    static Tensor forward(AutogradContext* context, const Tensor& source, const Tensor& scores,
                          const std::shared_ptr<const KeptGraphs>& graphs, Gate gate) {
        const Tensor x = source.contiguous();
        const std::vector<std::int32_t>& kept = graphs->selection.kept;
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
        context->saved_data["graphs"] = c10::IValue::make_capsule(c10::make_intrusive<Holder>(graphs));
        context->saved_data["gate"] = static_cast<std::int64_t>(gate);
        return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const auto holder = c10::static_intrusive_pointer_cast<Holder>(context->saved_data["graphs"].toCapsule());
        const auto gate = static_cast<Gate>(context->saved_data["gate"].toInt());
        const std::vector<std::int32_t>& kept = holder->graphs->selection.kept;
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
        const Tensor scores = scores_of(parameters[weights_], x, stage);
        const Tensor numbers = scores.detach().to(torch::kFloat64).contiguous();
        Selection selection = highest_scores({numbers.data_ptr<double>(), static_cast<std::size_t>(numbers.numel())},
                                             *stage.graph_offsets, options_.keep);
        const auto graphs = keep_graphs(*stage.adjacency, std::move(selection), propagation_);
        Pooled pooled;
        pooled.x = GatedRows::apply(x, scores, graphs, options_.gate);
        pooled.stage.last = &graphs->hop;
        pooled.stage.inner = &graphs->hop;
        pooled.stage.adjacency = &graphs->adjacency;
        pooled.stage.graph_offsets = &graphs->selection.graph_offsets;
        pooled.stage.owner = graphs;
        return pooled;
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
