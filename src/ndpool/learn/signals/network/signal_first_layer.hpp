// Internal: the first layer of a network over one graph and the pool after it, for the rows that a signal reaches.
#pragma once

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/learn/signals/network/picked_columns.hpp"
#include "ndpool/learn/signals/network/signal_network.hpp"

namespace ndpool {

/// The nodes of the second level that a signal reaches, and by how much their rows differ from what they are without any signal.
class SignalFirstLayer {
public:
    explicit SignalFirstLayer(const SignalNetwork& network);

    void forward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample);
    /// From the gradient of the differences: adds to the gradients of the first layer and takes from that of the constant row.
    void backward(const SignalInputs& inputs, std::size_t sample, const float* differences_gradient, float* gradients,
                  float* constant_gradient);

    [[nodiscard]] std::span<const std::int32_t> nodes() const { return {nodes_.data(), node_count_}; }
    [[nodiscard]] const float* differences() const { return differences_.data(); }

private:
    struct Rows {
        const std::int32_t* numbers;
        const float* inputs;
        std::int64_t count;
    };
    [[nodiscard]] PickedColumns picked(const Rows& rows) const;
    [[nodiscard]] static Rows rows_of(const SignalInputs& inputs, std::size_t sample);
    void find_nodes(const Rows& rows);
    void pool_sums(const Rows& rows);
    void pool_largest(const SignalWeights& weights, const Rows& rows);
    void largest_backward(const float* differences_gradient, float* constant_gradient);

    const SignalNetwork& network_;
    std::int64_t width_;
    std::vector<std::int32_t> nodes_;
    std::size_t node_count_ = 0;
    std::vector<std::int32_t> place_;    ///< of each node of the second level in `nodes_`, -1 if it is not there
    std::vector<std::int32_t> reached_;  ///< members of each of `nodes_` that the signal reaches
    std::vector<std::int32_t> argmax_;   ///< by number of the row, -1 for the constant row
    AlignedVector<float> outputs_;       ///< of the rows that the signal reaches
    AlignedVector<float> shifted_;       ///< less the constant row
    AlignedVector<float> differences_;
    AlignedVector<float> outputs_gradient_;
    AlignedVector<float> negated_sums_;
    AlignedVector<float> packed_;
};

}  // namespace ndpool
