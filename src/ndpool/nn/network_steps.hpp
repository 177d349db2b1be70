#pragma once

#include <optional>

#include "ndpool/nn/direct_network.hpp"

namespace ndpool {

/// Runs batches through a network with some parameters: written out where that can be done, by LibTorch's differentiation where
/// not. Both must outlive it.
class NetworkSteps {
public:
    NetworkSteps(const Network& network, Parameters& parameters);

    /// Adds the gradients of the loss, with what pools add to it, to those of the parameters.
    BatchOutcome learn(const PreparedBatch& input);
    /// The loss is the cross-entropy alone.
    BatchOutcome look_at(const PreparedBatch& input);

private:
    const Network& network_;
    Parameters& parameters_;
    std::optional<DirectNetwork> direct_;
};

}  // namespace ndpool
