#pragma once

#include <optional>

#include "ndpool/learn/nn/network/direct_network.hpp"

namespace ndpool {

/// A batch in the form that NetworkSteps takes: one of the two is filled.
struct StepInput {
    const Batch* batch = nullptr;
    DirectBatch direct = {};
    PreparedBatch prepared = {};
};

/// Runs batches through a network with some parameters: by DirectNetwork if it supports the network, otherwise by LibTorch's
/// differentiation. Network and parameters must outlive it.
class NetworkSteps {
public:
    NetworkSteps(const Network& network, Parameters& parameters);

    /// The batch must outlive the result.
    [[nodiscard]] StepInput prepare(const Batch& batch) const;

    /// Adds the gradients of the loss, with what pools add to it, to those of the parameters. Dropout is drawn from the seed.
    BatchOutcome learn(const StepInput& input, Seed seed);
    /// The loss is the cross-entropy alone.
    BatchOutcome evaluate(const StepInput& input);
    /// graphs x classes.
    [[nodiscard]] torch::Tensor logits(const StepInput& input);

private:
    const Network& network_;
    Parameters& parameters_;
    std::optional<DirectNetwork> direct_;
};

}  // namespace ndpool
