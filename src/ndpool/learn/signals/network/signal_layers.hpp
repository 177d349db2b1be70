#pragma once

#include <optional>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/signals/network/signal_first_layer.hpp"
#include "ndpool/learn/signals/network/signal_network.hpp"

namespace ndpool {

/// Memory of one layer, row by row. The first layer has its own (SignalFirstLayer).
struct SignalLayerSpace {
    AlignedVector<float> inputs;  ///< messages and own features; of the second layer the messages alone
    AlignedVector<float> outputs;
    AlignedVector<float> outputs_gradient;
    AlignedVector<float> pooled;  ///< where the pool is more than taking rows
    AlignedVector<float> pooled_gradient;
    std::vector<std::int32_t> argmax;
};

/// The layers of a network with the memory of one sample, forward and back.
struct SignalLayers {
    explicit SignalLayers(const SignalNetwork& network_of_pass);

    const SignalNetwork& network;
    SignalFirstLayer first;
    std::vector<SignalLayerSpace> layers;  ///< that of the first is empty
    AlignedVector<float> gradients;
    /// Of the samples since the last clear: gradients of the rows of the second layer, summed with the factors by which the
    /// constant row enters them.
    AlignedVector<float> message_sums;
    AlignedVector<float> own_sums;
    AlignedVector<float> constant_gradient;

    // Second layer: products with rows that a signal reaches, and those of them that are computed rows too.
    AlignedVector<float> products;
    AlignedVector<float> differences_gradient;
    std::vector<std::int32_t> own_places;  ///< in the list of nodes
    std::vector<std::int32_t> own_rows;
    AlignedVector<float> own_inputs;
    AlignedVector<float> own_outputs;
    AlignedVector<float> inputs_gradient;
    AlignedVector<float> packed;

    AlignedVector<float> readout;
    AlignedVector<float> readout_gradient;
    std::vector<std::int32_t> readout_argmax;
    AlignedVector<float> dropout_factors;    ///< of the numbers that the last layer reads; empty if none are dropped
    AlignedVector<float> remaining_readout;  ///< these numbers times their factors
    std::vector<float> logits;
    std::vector<float> probabilities;
    std::vector<float> slopes;
    std::int32_t label = 0;

    [[nodiscard]] const LevelOperators& maps(std::size_t layer) const { return network.operators().levels[layer]; }
    [[nodiscard]] bool has_pool(std::size_t layer) const { return layer + 1 < layers.size() && maps(layer).pool.rows > 0; }
    /// What the next layer takes.
    [[nodiscard]] const float* rows_after(std::size_t layer) const {
        return has_pool(layer) ? layers[layer].pooled.data() : layers[layer].outputs.data();
    }
    /// The columns of the second layer's step for the rows that a signal reaches.
    [[nodiscard]] PickedColumns reached_columns() const {
        return {maps(1).last.transposed, network.operators().full_step, first.nodes()};
    }
    /// Fewer products where the rows that a signal reaches are fewer than the computed ones.
    [[nodiscard]] bool products_first() const {
        return static_cast<std::int32_t>(first.nodes().size()) <= maps(1).last.matrix.rows;
    }

    void second_forward(const SignalWeights& weights);
    void second_backward(const SignalWeights& weights);
    void layer_forward(const SignalWeights& weights, std::size_t layer);
    void layer_backward(const SignalWeights& weights, std::size_t layer);
    void pool_forward(std::size_t layer);
    void pool_backward(std::size_t layer);
    void read_out();
    /// The numbers that the last layer reads, before and after some of them are dropped.
    [[nodiscard]] const float* all_head_inputs() const;
    [[nodiscard]] const float* head_inputs() const;
    void drop_out(std::optional<Seed> seed);
    void read_out_backward(const SignalWeights& weights);
};

}  // namespace ndpool
