#pragma once

#include "ndpool/learn/nn/kernels/first_inputs.hpp"
#include "ndpool/learn/nn/network/direct_head.hpp"
#include "ndpool/learn/nn/network/direct_operators.hpp"
#include "ndpool/learn/nn/network/multiply_first.hpp"
#include "ndpool/learn/nn/network/network.hpp"

namespace ndpool {

/// A batch with the inputs of the first layer and what each layer multiplies with.
struct DirectBatch {
    const Batch* batch = nullptr;
    FirstInputs inputs;
    std::vector<DirectOperators> layers;
};

/// The paper's network with its derivatives written by hand: layers of message passing on the graph itself or with pools of a
/// pyramid between them. It computes what Network and LibTorch's differentiation compute, up to rounding, in less time. It
/// allocates no memory after its largest batch (but for batch normalisation and dropout), and it fixes the order of every
/// operation, so that training gives the same bits on every processor.
class DirectNetwork {
public:
    /// Whether this class supports networks with these options.
    [[nodiscard]] static bool can_do(const NetworkOptions& options);

    /// The parameters have the names that Network gives them.
    DirectNetwork(const NetworkOptions& options, const ParameterPlan& plan);

    /// The batch must outlive the result.
    [[nodiscard]] DirectBatch prepare(const Batch& batch) const;

    /// The batch must not change until `backward`. `training` says that this is a step of the training, for which dropout is
    /// drawn from this seed and the running numbers among the values are moved.
    BatchOutcome forward(float* values, const DirectBatch& input, std::optional<Seed> training = {});
    /// Adds the gradients of the loss of the batch that went forward last, in training; once for each time forward, because
    /// gradients are written over what is no longer needed.
    void backward(const float* values, const DirectBatch& input, float* gradients);

    /// The logits of the batch that went forward last: graphs x classes.
    [[nodiscard]] std::span<const float> logits() const { return head_.logits(); }

private:
    /// Memory of one layer for one batch, row by row.
    struct LayerSpace {
        AlignedVector<float> messages;    ///< empty for the first layer, and where products come first
        AlignedVector<float> products;    ///< of weights of messages, and then their gradient; empty where messages come first
        AlignedVector<float> own;         ///< own features, where these are not just what the layer before hands on
        AlignedVector<float> outputs;     ///< after the ReLU, and then their gradient if gradient_replaces_outputs
        AlignedVector<float> normalised;  ///< outputs after batch normalisation, if there is any
        AlignedVector<float> outputs_gradient;
        AlignedVector<float> pooled;       ///< only if the pool does more than taking rows; and then the gradient
        std::vector<std::int32_t> argmax;  ///< of a pool by maxima
        std::vector<float> moments;        ///< mean and inverse deviation of each column
        std::vector<std::int32_t> readout_argmax;
        bool uses_batch_moments = false;
    };
    /// Where the numbers of a batch normalisation are.
    struct NormSlots {
        std::int64_t scale;
        std::int64_t shift;
        std::int64_t mean;
        std::int64_t variance;
    };

    [[nodiscard]] const LevelOperators& maps_of(const Batch& batch, std::size_t layer) const;
    /// The first row of each graph among what a layer hands on.
    [[nodiscard]] const std::vector<std::int32_t>& offsets_after(const Batch& batch, std::size_t layer) const;
    [[nodiscard]] bool has_pool(const Batch& batch, std::size_t layer) const;
    [[nodiscard]] bool is_read_out(std::size_t layer) const { return options_.jump || layer + 1 == layers_.size(); }
    [[nodiscard]] bool is_normalised() const { return options_.normalise == Normalisation::batch; }
    /// Columns of what a layer hands on.
    [[nodiscard]] std::int64_t width_after(std::size_t layer) const { return pooled_width(options_, layer); }
    /// What a layer hands on.
    [[nodiscard]] const float* handed_on(const Batch& batch, std::size_t layer) const;
    /// Whether a layer may compute equal rows once: where each row of it is only read by its number.
    [[nodiscard]] bool may_merge_rows(const Batch& batch, std::size_t layer) const;
    /// Whether the pool after a layer computes equal rows once: where the next layer may do so too, and reads each by its number.
    [[nodiscard]] bool merges_pooled_rows(const Batch& batch, std::size_t layer) const;
    /// Whether the gradient that a layer gets from the next one is already zero where its activation is.
    [[nodiscard]] bool gets_rectified_gradient(const Batch& batch, std::size_t layer) const;
    /// Whether the gradient of a layer's outputs is written over them, so that a batch fits into the cache: where nothing reads
    /// them after their zeros were copied to it.
    [[nodiscard]] bool gradient_replaces_outputs(const Batch& batch, std::size_t layer) const;
    [[nodiscard]] AlignedVector<float>& outputs_gradient(const Batch& batch, std::size_t layer);
    /// The gradient of what a layer hands on.
    [[nodiscard]] AlignedVector<float>& handed_on_gradient(const Batch& batch, std::size_t layer);

    void layer_forward(const float* values, const DirectBatch& input, std::size_t layer);
    void messages_forward(const float* values, const DirectBatch& input, std::size_t layer);
    void normalise(float* values, std::int64_t rows, std::size_t layer, bool training);
    void normalise_backward(const float* values, std::int64_t rows, std::size_t layer, float* gradients);
    void pool(const DirectOperators& operators, std::size_t layer);
    void pool_backward(const DirectBatch& input, std::size_t layer);
    void read_out(const Batch& batch, std::size_t layer, std::int64_t column);
    void read_out_backward(const Batch& batch, std::size_t layer, std::int64_t column, bool add);
    void layer_backward(const float* values, const DirectBatch& input, std::size_t layer, float* gradients);
    void messages_backward(const float* values, const DirectBatch& input, std::size_t layer, float* gradients);
    /// Of weights of a layer that passes messages before it multiplies.
    void add_layer_weights_gradient(const DirectBatch& input, std::size_t layer, float* weights_gradient);
    void add_bias_gradient(const DirectBatch& input, std::size_t layer, float* gradients);
    /// Of a layer that is not the first.
    [[nodiscard]] LayerWeights weights_of(const float* values, std::size_t layer) const;
    /// The features of the computed rows themselves.
    [[nodiscard]] const float* own_features(const DirectBatch& input, std::size_t layer) const;

    NetworkOptions options_;
    std::vector<ParameterSlot> layers_;
    std::vector<NormSlots> norms_;
    DirectHead head_;
    std::vector<LayerSpace> spaces_;
    AlignedVector<float> inputs_gradient_;
    AlignedVector<float> weights_transposed_;
    AlignedVector<float> graphs_;  ///< one row per graph
    AlignedVector<float> graphs_gradient_;
};

}  // namespace ndpool
