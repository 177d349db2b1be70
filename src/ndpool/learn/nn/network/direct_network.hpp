#pragma once

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/learn/nn/kernels/first_inputs.hpp"
#include "ndpool/learn/nn/network/network.hpp"

namespace ndpool {

/// The result of a network on a batch.
struct BatchOutcome {
    double loss = 0;        ///< mean over its graphs
    std::size_t right = 0;  ///< graphs that are classified correctly
};

/// A batch with the inputs of the first layer.
struct DirectBatch {
    const Batch* batch = nullptr;
    FirstInputs inputs;
};

/// The paper's network with its derivatives written by hand: layers of message passing on the graph itself or with pools of a
/// pyramid between them. It computes what Network and LibTorch's differentiation compute, up to rounding, in less time. It
/// allocates no memory after its largest batch, and it fixes the order of every operation, so that training gives the same bits
/// on every processor.
class DirectNetwork {
public:
    /// Whether this class supports networks with these options.
    [[nodiscard]] static bool can_do(const NetworkOptions& options);

    /// The parameters of layers and head have the same numbers as in the plan of a Network with the same options.
    DirectNetwork(const NetworkOptions& options, const ParameterPlan& plan);

    /// The batch must outlive the result.
    [[nodiscard]] DirectBatch prepare(const Batch& batch) const;

    /// The batch must not change until `backward`.
    BatchOutcome forward(const float* values, const DirectBatch& input);
    /// Adds the gradients of the loss of the batch that went forward last.
    void backward(const float* values, const DirectBatch& input, float* gradients);

    /// The logits of the batch that went forward last: graphs x classes.
    [[nodiscard]] std::span<const float> logits() const { return logits_; }

private:
    /// Memory of one layer for one batch, row by row.
    struct LayerSpace {
        AlignedVector<float> inputs;  ///< messages, own features, and a one if there is a bias; empty for the first layer
        AlignedVector<float> outputs;
        AlignedVector<float> outputs_gradient;
        AlignedVector<float> pooled;  ///< only if the pool does more than taking rows
        AlignedVector<float> pooled_gradient;
        std::vector<std::int32_t> argmax;  ///< of a pool by maxima
    };

    [[nodiscard]] const LevelOperators& maps_of(const Batch& batch, std::size_t layer) const;
    /// The first row of each graph on the level that the last layer works on.
    [[nodiscard]] const std::vector<std::int32_t>& offsets_of(const Batch& batch) const;
    [[nodiscard]] bool has_pool(const Batch& batch, std::size_t layer) const;
    void pool(const LevelOperators& maps, std::size_t layer);
    void pool_backward(const LevelOperators& maps, std::size_t layer);
    void layer_backward(const float* values, const DirectBatch& input, std::size_t layer, float* gradients);

    NetworkOptions options_;
    std::vector<ParameterSlot> layers_;
    ParameterSlot head_;
    std::vector<LayerSpace> spaces_;
    AlignedVector<float> inputs_gradient_;
    AlignedVector<float> weights_transposed_;
    AlignedVector<float> graphs_;  ///< one row per graph
    AlignedVector<float> graphs_gradient_;
    AlignedVector<float> logits_;
    AlignedVector<float> logits_gradient_;
};

}  // namespace ndpool
