#pragma once

#include <span>

#include "ndpool/learn/data/sample.hpp"

// The row operations of message passing and of the readout, for LibTorch's differentiation and for DirectNetwork. Rows follow
// each other without gaps.
namespace ndpool {

/// The number of columns of the inputs: messages, own features, and a one where there is a bias.
[[nodiscard]] constexpr std::int64_t input_columns(std::int64_t width, bool bias) {
    return 2 * width + (bias ? 1 : 0);
}

/// The inputs of the computed rows, from the features of all nodes, `width` numbers each.
template <typename Scalar>
void fill_inputs(const PropagationStep& hop, const Scalar* features, std::int64_t width, bool bias, Scalar* inputs);

/// The gradient of the features of all nodes from that of the inputs, whose rows have `columns` numbers.
template <typename Scalar>
void fill_features_gradient(const PropagationStep& hop, const Scalar* inputs_gradient, std::int64_t columns, std::int64_t width,
                            Scalar* features_gradient);

/// The sum or the mean of the rows of each graph; `offsets` has the first row of each graph. Rows of sums begin `stride` numbers
/// after each other.
template <typename Scalar>
void fill_graph_sums(std::span<const std::int32_t> offsets, const Scalar* rows, std::int64_t width, bool mean, Scalar* sums,
                     std::int64_t stride);

/// The gradient of the rows from that of the sums or means.
template <typename Scalar>
void fill_rows_gradient(std::span<const std::int32_t> offsets, const Scalar* sums_gradient, std::int64_t stride,
                        std::int64_t width, bool mean, Scalar* rows_gradient, bool add = false);

/// The largest number of each column over the rows of each graph, 0 for a graph without rows, and the row it comes from, the
/// first of equals, or -1.
void fill_graph_maxima(std::span<const std::int32_t> offsets, const float* rows, std::int64_t width, float* maxima,
                       std::int64_t stride, std::int32_t* argmax);
/// The gradient of the rows from that of the maxima.
void fill_maxima_gradient(std::span<const std::int32_t> offsets, const float* maxima_gradient, std::int64_t stride,
                          const std::int32_t* argmax, std::int64_t width, float* rows_gradient, bool add);

}  // namespace ndpool
