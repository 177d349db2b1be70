#pragma once

#include <vector>

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/learn/nn/network/parameter_plan.hpp"
#include "ndpool/learn/signals/network/signal_operators.hpp"

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

}  // namespace ndpool
