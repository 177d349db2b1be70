#include "ndpool/nn/layer.hpp"

#include "ndpool/nn/message_passing.hpp"
#include "ndpool/nn/sparse_functions.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

class MessagePassingLayer : public Layer {
public:
    MessagePassingLayer(std::int64_t features, std::int64_t channels, bool bias, ParameterPlan& plan, std::string_view name)
        : features_(features),
          bias_(bias),
          weights_(plan.add_matrix(std::string(name), 2 * features, channels, features, channels, bias ? 1 : 0)) {}

    [[nodiscard]] Tensor prepare(const Tensor& features, const Stage& stage) const override {
        return stage.is_dense() ? Tensor() : message_inputs(*stage.last, features, bias_);
    }

    [[nodiscard]] Tensor forward(const Parameters& parameters, const Tensor& x, const Tensor& prepared,
                                 const Stage& stage) const override {
        const Tensor& weights = parameters[weights_];
        if (stage.is_dense()) {
            Tensor sum = torch::matmul(torch::bmm(stage.dense_mixing, x), weights.narrow(0, 0, features_)) +
                         torch::matmul(x, weights.narrow(0, features_, features_));
            return torch::relu(bias_ ? sum + weights[2 * features_] : sum) * stage.dense_mask;
        }
        return prepared.defined() ? rectified_product(prepared, weights) : message_passing(*stage.last, x, weights, bias_);
    }

private:
    std::int64_t features_;
    bool bias_;
    std::size_t weights_;
};

class DenseLayer : public Layer {
public:
    DenseLayer(std::int64_t features, std::int64_t channels, bool bias, ParameterPlan& plan, std::string_view name)
        : features_(features),
          bias_(bias),
          weights_(plan.add_matrix(std::string(name), features, channels, features, channels, bias ? 1 : 0)) {}

    [[nodiscard]] Tensor forward(const Parameters& parameters, const Tensor& x, const Tensor& /*prepared*/,
                                 const Stage& stage) const override {
        const Tensor& weights = parameters[weights_];
        const Tensor rows = stage.is_dense() ? x : own_rows(*stage.last, x);
        const Tensor sum = torch::matmul(rows, weights.narrow(0, 0, features_));
        return torch::relu(bias_ ? sum + weights[features_] : sum);
    }

private:
    std::int64_t features_;
    bool bias_;
    std::size_t weights_;
};

}  // namespace

std::unique_ptr<Layer> make_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
                                  std::string_view name) {
    if (options.kind == LayerKind::dense) {
        return std::make_unique<DenseLayer>(features, channels, options.bias, plan, name);
    }
    return std::make_unique<MessagePassingLayer>(features, channels, options.bias, plan, name);
}

Propagation propagation_of(LayerKind /*kind*/) {
    return Propagation::symmetric;
}

bool takes_several_hops(LayerKind /*kind*/) {
    return false;
}

}  // namespace ndpool
