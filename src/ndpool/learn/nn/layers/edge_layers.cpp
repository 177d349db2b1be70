#include "ndpool/learn/nn/layers/edge_layers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/learn/nn/layers/function_context.hpp"
#include "ndpool/learn/nn/layers/layer_steps.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

/// The propagation step of a stage whose entries have annotations.
const PropagationStep& annotated_hop(const Stage& stage, std::string_view kind) {
    if (stage.is_dense()) {
        throw InvalidInput(
            fmt::format("{} layers read annotations of edges, and the soft clusters of a dense pool have none", kind));
    }
    if (stage.last->relations.size() != stage.last->matrix.indices.size()) {
        throw InvalidInput(fmt::format("{} layers read annotations of edges, and this level has none", kind));
    }
    return *stage.last;
}

/// Calls work(row, k, index, share) for the entries k of each row, where the shares of a row add up to one.
template <typename Scalar, typename Work>
void for_mean_of_rows(const SparseRows& matrix, const Work& work) {
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        const std::int32_t count = matrix.offsets[row + 1] - matrix.offsets[row];
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            work(row, k, matrix.indices[k], Scalar(1) / static_cast<Scalar>(count));
        }
    }
}

/// Row i is the mean over its entries of the outer product of the entry's coefficients and the features of its column. As the
/// matrix of an edge is linear in its coefficients, one product of these rows with weights replaces a matrix for each edge.
struct OuterMeans : Function<OuterMeans> {
    static Tensor forward(AutogradContext* context, const PropagationStep& hop, const Tensor& given_coefficients,
                          const Tensor& given_x) {
        const Tensor coefficients = given_coefficients.contiguous();
        const Tensor x = given_x.contiguous();
        const std::int64_t terms = coefficients.size(1);
        const std::int64_t width = x.size(1);
        Tensor result = torch::zeros({hop.matrix.rows, terms * width}, x.options());
        for_type_of(x, [&](auto zero) {
            using Scalar = decltype(zero);
            const auto* factors = coefficients.data_ptr<Scalar>();
            const auto* features = x.data_ptr<Scalar>();
            auto* sums = result.data_ptr<Scalar>();
            for_mean_of_rows<Scalar>(hop.matrix, [&](std::int64_t row, std::int64_t k, std::int64_t index, Scalar share) {
                const Scalar* from = features + index * width;
                for (std::int64_t m = 0; m < terms; ++m) {
                    const Scalar factor = share * factors[k * terms + m];
                    Scalar* to = sums + (row * terms + m) * width;
                    for (std::int64_t c = 0; c < width; ++c) {
                        to[c] += factor * from[c];
                    }
                }
            });
        });
        remember(context, "hop", hop);
        context->save_for_backward({coefficients, x});
        return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const PropagationStep& hop = remembered<PropagationStep>(context, "hop");
        const variable_list saved = context->get_saved_variables();
        const Tensor gradient = gradients[0].contiguous();
        const std::int64_t terms = saved[0].size(1);
        const std::int64_t width = saved[1].size(1);
        Tensor of_coefficients = torch::empty_like(saved[0]);
        Tensor of_x = torch::zeros_like(saved[1]);
        for_type_of(gradient, [&](auto zero) {
            using Scalar = decltype(zero);
            const auto* given = gradient.data_ptr<Scalar>();
            const auto* factors = saved[0].data_ptr<Scalar>();
            const auto* features = saved[1].data_ptr<Scalar>();
            auto* factor_gradients = of_coefficients.data_ptr<Scalar>();
            auto* feature_gradients = of_x.data_ptr<Scalar>();
            for_mean_of_rows<Scalar>(hop.matrix, [&](std::int64_t row, std::int64_t k, std::int64_t index, Scalar share) {
                const Scalar* from = features + index * width;
                Scalar* to = feature_gradients + index * width;
                for (std::int64_t m = 0; m < terms; ++m) {
                    const Scalar factor = share * factors[k * terms + m];
                    const Scalar* slope = given + (row * terms + m) * width;
                    Scalar sum = 0;
                    for (std::int64_t c = 0; c < width; ++c) {
                        sum += slope[c] * from[c];
                        to[c] += factor * slope[c];
                    }
                    factor_gradients[k * terms + m] = share * sum;
                }
            });
        });
        return {Tensor(), of_coefficients, of_x};
    }
};

/// Calls work(block, index, share) for every entry: block row * relations + relation of the result gets that share of the row
/// of features; the shares of a block add up to one.
template <typename Scalar, typename Work>
void for_means_by_relation(const PropagationStep& hop, std::int64_t relations, const Work& work) {
    std::vector<std::int32_t> counts(relations);
    for (std::int32_t row = 0; row < hop.matrix.rows; ++row) {
        std::fill(counts.begin(), counts.end(), 0);
        for (std::int32_t k = hop.matrix.offsets[row]; k < hop.matrix.offsets[row + 1]; ++k) {
            ++counts[hop.relations[k]];
        }
        for (std::int32_t k = hop.matrix.offsets[row]; k < hop.matrix.offsets[row + 1]; ++k) {
            work(row * relations + hop.relations[k], hop.matrix.indices[k],
                 Scalar(1) / static_cast<Scalar>(counts[hop.relations[k]]));
        }
    }
}

/// Row i is, relation by relation, the mean of the features of the columns of its entries with that relation.
struct RelationMeans : Function<RelationMeans> {
    static Tensor forward(AutogradContext* context, const PropagationStep& hop, const Tensor& given_x, std::int64_t relations) {
        const Tensor x = given_x.contiguous();
        Tensor result = torch::zeros({hop.matrix.rows, relations * x.size(1)}, x.options());
        add_shares(hop, relations, x, result, false);
        remember(context, "hop", hop);
        context->saved_data["relations"] = relations;
        return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const PropagationStep& hop = remembered<PropagationStep>(context, "hop");
        const std::int64_t relations = context->saved_data["relations"].toInt();
        const Tensor gradient = gradients[0].contiguous();
        Tensor result = torch::zeros({hop.matrix.columns, gradient.size(1) / relations}, gradient.options());
        add_shares(hop, relations, gradient, result, true);
        return {Tensor(), result, Tensor()};
    }

    /// From rows of features to blocks, or backward.
    static void add_shares(const PropagationStep& hop, std::int64_t relations, const Tensor& source, Tensor& target,
                           bool backward) {
        const std::int64_t width = backward ? target.size(1) : source.size(1);
        for_type_of(source, [&](auto zero) {
            using Scalar = decltype(zero);
            const auto* from = source.data_ptr<Scalar>();
            auto* to = target.data_ptr<Scalar>();
            for_means_by_relation<Scalar>(hop, relations, [&](std::int64_t block, std::int64_t index, Scalar share) {
                const Scalar* given = from + (backward ? block : index) * width;
                Scalar* sums = to + (backward ? index : block) * width;
                for (std::int64_t c = 0; c < width; ++c) {
                    sums[c] += share * given[c];
                }
            });
        });
    }
};

class EdgeConditionedLayer : public Layer {
public:
    EdgeConditionedLayer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
                         std::string_view name)
        : annotations_(options.annotation_width),
          bias_(options.bias),
          root_(plan.add_matrix(std::string(name), features, channels, features, channels, bias_ ? 1 : 0)),
          hidden_(plan.add_matrix(fmt::format("{}_hidden", name), annotations_, options.edge_hidden, annotations_,
                                  options.edge_hidden, 1)),
          filters_(plan.add_matrix(fmt::format("{}_filters", name), (options.edge_hidden + 1) * features, channels,
                                   (options.edge_hidden + 1) * features, channels)) {}

    [[nodiscard]] Tensor forward(const Parameters& parameters, const Tensor& x, const Tensor& /*prepared*/,
                                 const Stage& stage) const override {
        const PropagationStep& hop = annotated_hop(stage, "edge-conditioned");
        if (hop.annotation_width != annotations_) {
            throw InvalidInput(
                fmt::format("edges have {} annotations, the layer was made for {}", hop.annotation_width, annotations_));
        }
        const auto entries = static_cast<std::int64_t>(hop.matrix.indices.size());
        // The numbers are only read.
        const Tensor annotations =
            torch::from_blob(const_cast<float*>(hop.annotations.data()), {entries, annotations_}).to(x.scalar_type());
        const Tensor hidden = torch::relu(affine(annotations, parameters[hidden_], true));
        const Tensor coefficients = torch::cat({hidden, torch::ones({entries, 1}, x.options())}, 1);
        const Tensor sum = torch::mm(OuterMeans::apply(hop, coefficients, x), parameters[filters_]);
        return torch::relu(sum + affine(own_rows(hop, x), parameters[root_], bias_));
    }

private:
    std::int64_t annotations_;
    bool bias_;
    std::size_t root_;
    std::size_t hidden_;
    std::size_t filters_;
};

class RelationalLayer : public TwoPartLayer {
public:
    RelationalLayer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
                    std::string_view name)
        : relations_(options.relations),
          bases_(options.relation_bases),
          features_(features),
          channels_(channels),
          bias_(options.bias),
          self_(plan.add_matrix(std::string(name), features, channels, features, channels, bias_ ? 1 : 0)),
          weights_(plan.add_matrix(fmt::format("{}_relations", name), (bases_ > 0 ? bases_ : relations_) * features, channels,
                                   features, channels)) {
        if (bases_ > 0) {
            shares_ = plan.add_matrix(fmt::format("{}_shares", name), relations_, bases_, bases_, 1);
        }
    }

private:
    [[nodiscard]] Tensor inputs(const Tensor& x, const Stage& stage) const override {
        const PropagationStep& hop = annotated_hop(stage, "relational");
        const auto unknown =
            std::find_if(hop.relations.begin(), hop.relations.end(), [&](std::int32_t r) { return r < 0 || r >= relations_; });
        if (unknown != hop.relations.end()) {
            throw InvalidInput(
                fmt::format("edge relation {} is not in 0..{}, for which the layer was made", *unknown, relations_ - 1));
        }
        return torch::cat({RelationMeans::apply(hop, x, relations_), own_rows(hop, x)}, 1);
    }

    [[nodiscard]] Tensor output(const Parameters& parameters, const Tensor& inputs) const override {
        const std::int64_t width = relations_ * features_;
        Tensor weights = parameters[weights_];
        if (bases_ > 0) {
            weights = torch::mm(parameters[shares_], weights.view({bases_, features_ * channels_})).view({width, channels_});
        }
        const Tensor own = affine(inputs.narrow(1, width, features_), parameters[self_], bias_);
        return torch::relu(torch::addmm(own, inputs.narrow(1, 0, width), weights));
    }

    std::int64_t relations_;
    std::int64_t bases_;
    std::int64_t features_;
    std::int64_t channels_;
    bool bias_;
    std::size_t self_;
    std::size_t weights_;
    std::size_t shares_ = 0;
};

}  // namespace

std::unique_ptr<Layer> make_edge_conditioned_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                                   ParameterPlan& plan, std::string_view name) {
    return std::make_unique<EdgeConditionedLayer>(options, features, channels, plan, name);
}

std::unique_ptr<Layer> make_relational_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                             ParameterPlan& plan, std::string_view name) {
    return std::make_unique<RelationalLayer>(options, features, channels, plan, name);
}

}  // namespace ndpool
