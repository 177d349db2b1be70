#include "ndpool/learn/nn/layers/convolution_layers.hpp"

#include <fmt/format.h>

#include "ndpool/learn/nn/layers/layer_steps.hpp"
#include "ndpool/learn/nn/layers/message_passing.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

class GcnLayer : public TwoPartLayer {
public:
    GcnLayer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
             std::string_view name)
        : bias_(options.bias),
          weights_(plan.add_matrix(std::string(name), features, channels, features, channels, bias_ ? 1 : 0)) {}

private:
    [[nodiscard]] Tensor inputs(const Tensor& x, const Stage& stage) const override { return messages(stage, stage.last, x); }

    [[nodiscard]] Tensor output(const Parameters& parameters, const Tensor& inputs) const override {
        return torch::relu(affine(inputs, parameters[weights_], bias_));
    }

    bool bias_;
    std::size_t weights_;
};

class ChebyshevLayer : public TwoPartLayer {
public:
    ChebyshevLayer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
                   std::string_view name)
        : terms_(options.chebyshev_terms),
          bias_(options.bias),
          weights_(plan.add_matrix(std::string(name), terms_ * features, channels, features, channels, bias_ ? 1 : 0)) {}

private:
    /// The terms, concatenated. T_k = 2 L T_(k-1) - T_(k-2), and only the last of them is never the input of another.
    [[nodiscard]] Tensor inputs(const Tensor& x, const Stage& stage) const override {
        std::vector<Tensor> terms{own_features(stage, stage.last, x)};
        Tensor before;
        Tensor current = x;
        for (std::int64_t k = 1; k < terms_; ++k) {
            const bool last = k + 1 == terms_;
            const PropagationStep* hop = last ? stage.last : inner_hop(stage);
            Tensor next = -messages(stage, hop, current);
            if (k > 1) {
                next = 2 * next - own_features(stage, hop, before);
            }
            terms.push_back(last ? next : own_features(stage, stage.last, next));
            before = current;
            current = next;
        }
        return torch::cat(terms, -1);
    }

    [[nodiscard]] Tensor output(const Parameters& parameters, const Tensor& inputs) const override {
        return torch::relu(affine(inputs, parameters[weights_], bias_));
    }

    std::int64_t terms_;
    bool bias_;
    std::size_t weights_;
};

class GinLayer : public TwoPartLayer {
public:
    GinLayer(std::int64_t features, std::int64_t channels, ParameterPlan& plan, std::string_view name)
        : features_(features),
          epsilon_(plan.add_constant(fmt::format("{}_epsilon", name), 1, 0)),
          hidden_(plan.add_matrix(fmt::format("{}_hidden", name), features, channels, features, channels, 1)),
          output_(plan.add_matrix(fmt::format("{}_output", name), channels, channels, channels, channels, 1)) {}

private:
    [[nodiscard]] Tensor inputs(const Tensor& x, const Stage& stage) const override {
        return torch::cat({messages(stage, stage.last, x), own_features(stage, stage.last, x)}, -1);
    }

    [[nodiscard]] Tensor output(const Parameters& parameters, const Tensor& inputs) const override {
        const Tensor own = inputs.narrow(-1, features_, features_);
        const Tensor sum = inputs.narrow(-1, 0, features_) + own + parameters[epsilon_][0][0] * own;
        return torch::relu(affine(torch::relu(affine(sum, parameters[hidden_], true)), parameters[output_], true));
    }

    std::int64_t features_;
    std::size_t epsilon_;
    std::size_t hidden_;
    std::size_t output_;
};

/// The features of all stacks are concatenated, so that each step sends messages once.
class ArmaLayer : public Layer {
public:
    ArmaLayer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
              std::string_view name)
        : stacks_(options.arma_stacks), channels_(channels), bias_(options.bias) {
        const std::int64_t width = stacks_ * channels;
        first_ = plan.add_matrix(std::string(name), 2 * features, width, features, channels, bias_ ? 1 : 0);
        for (std::int64_t t = 1; t < options.arma_depth; ++t) {
            steps_.push_back(
                {plan.add_matrix(fmt::format("{}_step_{}", name, t), width, channels, channels, channels),
                 plan.add_matrix(fmt::format("{}_skip_{}", name, t), features, width, features, channels, bias_ ? 1 : 0)});
        }
    }

    [[nodiscard]] Tensor prepare(const Tensor& features, const Stage& stage) const override {
        return stage.is_dense() ? Tensor() : message_inputs(*hop_of_step(stage, 0), features, bias_);
    }

    [[nodiscard]] Tensor forward(const Parameters& parameters, const Tensor& x, const Tensor& prepared,
                                 const Stage& stage) const override {
        Tensor current = first_step(parameters, x, prepared, stage);
        for (std::size_t t = 0; t < steps_.size(); ++t) {
            const PropagationStep* hop = hop_of_step(stage, t + 1);
            const Tensor own = affine(own_features(stage, hop, x), parameters[steps_[t].skip], bias_);
            current = torch::relu(stack_by_stack(messages(stage, hop, current), parameters[steps_[t].mix]) + own);
        }
        std::vector<std::int64_t> shape = current.sizes().vec();
        shape.back() = stacks_;
        shape.push_back(channels_);
        return current.reshape(shape).mean(-2);
    }

private:
    struct Step {
        std::size_t mix;
        std::size_t skip;
    };

    [[nodiscard]] const PropagationStep* hop_of_step(const Stage& stage, std::size_t step) const {
        return step == steps_.size() ? stage.last : inner_hop(stage);
    }

    [[nodiscard]] Tensor first_step(const Parameters& parameters, const Tensor& x, const Tensor& prepared,
                                    const Stage& stage) const {
        const Tensor& weights = parameters[first_];
        if (stage.is_dense()) {
            return torch::relu(affine(torch::cat({messages(stage, nullptr, x), x}, -1), weights, bias_));
        }
        return prepared.defined() ? rectified_product(prepared, weights)
                                  : message_passing(*hop_of_step(stage, 0), x, weights, bias_);
    }

    /// Each stack's part of the columns times its own weights.
    [[nodiscard]] Tensor stack_by_stack(const Tensor& x, const Tensor& weights) const {
        const Tensor parts = x.reshape({-1, stacks_, channels_}).transpose(0, 1);
        const Tensor products = torch::bmm(parts, weights.view({stacks_, channels_, channels_}));
        return products.transpose(0, 1).reshape(x.sizes());
    }

    std::int64_t stacks_;
    std::int64_t channels_;
    bool bias_;
    std::size_t first_ = 0;
    std::vector<Step> steps_;
};

}  // namespace

std::unique_ptr<Layer> make_gcn_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                      ParameterPlan& plan, std::string_view name) {
    return std::make_unique<GcnLayer>(options, features, channels, plan, name);
}

std::unique_ptr<Layer> make_chebyshev_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                            ParameterPlan& plan, std::string_view name) {
    return std::make_unique<ChebyshevLayer>(options, features, channels, plan, name);
}

std::unique_ptr<Layer> make_gin_layer(const LayerOptions& /*options*/, std::int64_t features, std::int64_t channels,
                                      ParameterPlan& plan, std::string_view name) {
    return std::make_unique<GinLayer>(features, channels, plan, name);
}

std::unique_ptr<Layer> make_arma_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                       ParameterPlan& plan, std::string_view name) {
    return std::make_unique<ArmaLayer>(options, features, channels, plan, name);
}

}  // namespace ndpool
