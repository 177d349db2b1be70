#pragma once

#include <memory>
#include <optional>
#include <span>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/signals/network/signal_network.hpp"

namespace ndpool {

struct SignalLayers;

/// Loss of one sample, and whether its class is the likeliest one.
struct SignalOutcome {
    double loss = 0;
    bool right = false;
};

/// One sample after the other through the network and back, in memory that stays. What a signal leaves at zero is not computed:
/// rows of the first layer are the same wherever signal and messages are zero, and the second layer adds the others' differences
/// from it.
class SignalPass {
public:
    explicit SignalPass(const SignalNetwork& network);
    ~SignalPass();
    SignalPass(SignalPass&&) noexcept;
    SignalPass& operator=(SignalPass&&) noexcept;

    /// Gradients that `backward` has collected become zero.
    void clear();
    /// With a seed a share of the numbers that the last layer reads is dropped, as SignalNetworkOptions::dropout says, which is
    /// for training.
    SignalOutcome forward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample, std::int32_t label,
                          std::optional<Seed> dropout = std::nullopt);
    /// Adds the gradients of the sample that went forward last, multiplied by `scale`.
    void backward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample, float scale);
    /// Adds what was collected since `clear` to the gradients of all parameters.
    void add_gradients(const SignalWeights& weights, float* gradients);

    /// Of the sample that went forward last.
    [[nodiscard]] std::span<const float> probabilities() const;

private:
    std::unique_ptr<SignalLayers> layers_;
};

}  // namespace ndpool
