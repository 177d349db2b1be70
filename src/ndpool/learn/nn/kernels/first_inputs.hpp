#pragma once

#include "ndpool/learn/data/sample.hpp"
#include "ndpool/learn/nn/kernels/activation.hpp"

namespace ndpool {

/// The inputs of a first layer of message passing, which training does not change: messages, own features, and a one where
/// there is a bias. If most of them are zero, as with labels as features, only the nonzeros are stored and multiplied. Both
/// ways add the same numbers in the same order.
struct FirstInputs {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    SparseRows sparse = {};
    SparseRows transposed = {};
    std::vector<float> full = {};  ///< row by row, if fewer are zero; the other two are then empty
};

/// `features` has one row for each node of the level of the propagation step `hop`.
[[nodiscard]] FirstInputs first_inputs(const PropagationStep& hop, const SparseRows& features, bool bias);

/// Keeps one of each set of rows that are equal to the bit, in the order of their first rows, because equal inputs have equal
/// outputs. Most rows of labelled graphs are equal to others: of a batch of NCI1 only one in seven remains. Returns where each
/// row of before is now.
std::vector<std::int32_t> merge_equal_rows(FirstInputs& inputs);

/// outputs = activation(inputs weights), where the weights have `width` columns.
void multiply_inputs(const FirstInputs& inputs, const float* weights, std::int64_t width, Activation activation, float* outputs);

/// weights_gradient += inputs^T outputs_gradient.
void add_weights_gradient(const FirstInputs& inputs, const float* outputs_gradient, std::int64_t width, float* weights_gradient);

}  // namespace ndpool
