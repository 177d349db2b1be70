#pragma once

#include <optional>

#include "ndpool/learn/nn/network/network_options.hpp"
#include "ndpool/learn/nn/pools/pooler.hpp"

namespace ndpool {

/// A batch as tensors, with the part of the first layer that can be computed before training.
struct PreparedBatch {
    const Batch* batch = nullptr;
    torch::Tensor features;
    torch::Tensor labels;
    torch::Tensor prepared;
};

struct NetworkOutput {
    torch::Tensor logits;  ///< graphs x classes
    torch::Tensor loss;    ///< what pools add to the loss; undefined if nothing
};

/// The numbers of the parameters of a batch normalisation; the last two are moved by training steps and have no gradient.
struct BatchNormSlots {
    std::size_t scale;
    std::size_t shift;
    std::size_t mean;
    std::size_t variance;
};

/// The structure of a network; its numbers are in Parameters.
class Network {
public:
    Network(const NetworkOptions& options, std::int64_t features, std::int64_t classes);

    [[nodiscard]] const NetworkOptions& options() const { return options_; }
    [[nodiscard]] const ParameterPlan& plan() const { return plan_; }

    /// The batch must outlive the result. `type` is that of the parameters.
    [[nodiscard]] PreparedBatch prepare(const Batch& batch, torch::Dtype type = torch::kFloat32) const;

    /// `training` says that this is a step of the training, for which dropout is drawn from this seed and the running numbers
    /// among the parameters are moved.
    [[nodiscard]] NetworkOutput forward(const Parameters& parameters, const PreparedBatch& input,
                                        std::optional<Seed> training = {}) const;

private:
    [[nodiscard]] torch::Tensor classify(const Parameters& parameters, torch::Tensor x, std::optional<Seed> training) const;

    NetworkOptions options_;
    ParameterPlan plan_;
    std::vector<std::unique_ptr<Layer>> layers_;
    std::vector<std::unique_ptr<Pooler>> poolers_;
    std::vector<BatchNormSlots> norms_;
    std::vector<std::size_t> head_;  ///< hidden layers, then the last one
};

}  // namespace ndpool
