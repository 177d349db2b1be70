#pragma once

#include <memory>
#include <span>

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/nn/parameter_plan.hpp"
#include "ndpool/signals/signal_operators.hpp"

namespace ndpool {

/// What decides a network over one graph: the operators of its levels and the layout of its numbers. A value without weights.
class SignalNetwork {
public:
    /// Throws InvalidInput for channels that are no multiples of 8, fewer than two layers, or a pyramid with too few levels.
    SignalNetwork(const SignalNetworkOptions& options, SignalOperators operators, std::int32_t features, std::int64_t classes);

    [[nodiscard]] const SignalNetworkOptions& options() const { return options_; }
    [[nodiscard]] const SignalOperators& operators() const { return operators_; }
    [[nodiscard]] const ParameterPlan& plan() const { return plan_; }
    [[nodiscard]] std::size_t layer_count() const { return options_.channels.size(); }
    [[nodiscard]] const ParameterSlot& layer(std::size_t number) const { return plan_.slots()[number]; }
    [[nodiscard]] const ParameterSlot& head() const { return plan_.slots()[layer_count()]; }
    [[nodiscard]] const ParameterSlot& head_bias() const { return plan_.slots()[layer_count() + 1]; }
    [[nodiscard]] std::int64_t features() const { return features_; }
    [[nodiscard]] std::int64_t class_count() const { return head_bias().columns; }
    /// Nodes that the last layer works on.
    [[nodiscard]] std::int64_t last_nodes() const { return operators_.levels[layer_count() - 1].last.matrix.rows; }

private:
    SignalNetworkOptions options_;
    SignalOperators operators_;
    std::int64_t features_;
    ParameterPlan plan_;
};

/// Weights as the passes of one step use them; all samples of a batch share it.
struct SignalWeights {
    const float* values = nullptr;
    std::vector<AlignedVector<float>> transposed;  ///< matrix of each layer but the first, without its bias; of the second layer
                                                   ///< that for messages, then that for own rows
    /// The row of the first layer where a signal and its messages are zero, and what the second layer makes of it as a message
    /// and as the own row.
    AlignedVector<float> constant;
    AlignedVector<float> constant_messages;
    AlignedVector<float> constant_own;
    AlignedVector<float> second_bias;
};

[[nodiscard]] SignalWeights signal_weights(const SignalNetwork& network, const float* values);

/// Loss of one sample and what the network thinks.
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
    SignalOutcome forward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample, std::int32_t label);
    /// Adds the gradients of the sample that went forward last, multiplied by `scale`.
    void backward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample, float scale);
    /// Adds what was collected since `clear` to the gradients of all parameters.
    void add_gradients(const SignalWeights& weights, float* gradients);

    /// Of the sample that went forward last.
    [[nodiscard]] std::span<const float> probabilities() const;

private:
    struct Space;
    std::unique_ptr<Space> space_;
};

}  // namespace ndpool
