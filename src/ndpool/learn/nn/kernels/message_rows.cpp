#include "ndpool/learn/nn/kernels/message_rows.hpp"

#include <algorithm>

#include "ndpool/learn/nn/kernels/row_kernels.hpp"

namespace ndpool {

namespace {

/// The weight of a row of a graph in the graph's sum or mean.
template <typename Scalar>
Scalar share_of_row(std::span<const std::int32_t> offsets, std::size_t graph, bool mean) {
    const std::int32_t rows = offsets[graph + 1] - offsets[graph];
    return mean && rows > 0 ? Scalar(1) / static_cast<Scalar>(rows) : Scalar(1);
}

}  // namespace

template <typename Scalar>
void fill_inputs(const PropagationStep& hop, const Scalar* features, std::int64_t width, bool bias, Scalar* inputs) {
    const std::int64_t columns = input_columns(width, bias);
    multiply_rows<Scalar>(hop.matrix, features, width, inputs, columns, width, false);
    gather_rows<Scalar>(hop.rows.data(), hop.matrix.rows, features, width, inputs + width, columns, width);
    for (std::int64_t row = 0; bias && row < hop.matrix.rows; ++row) {
        inputs[row * columns + 2 * width] = 1;
    }
}

template <typename Scalar>
void fill_features_gradient(const PropagationStep& hop, const Scalar* inputs_gradient, std::int64_t columns, std::int64_t width,
                            Scalar* features_gradient) {
    multiply_rows<Scalar>(hop.transposed, inputs_gradient, columns, features_gradient, width, width, false);
    scatter_rows<Scalar>(hop.rows.data(), hop.matrix.rows, inputs_gradient + width, columns, features_gradient, width, width);
}

template <typename Scalar>
void fill_graph_sums(std::span<const std::int32_t> offsets, const Scalar* rows, std::int64_t width, bool mean, Scalar* sums,
                     std::int64_t stride) {
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        Scalar* const sum = sums + static_cast<std::int64_t>(g) * stride;
        std::fill_n(sum, width, Scalar(0));
        for (std::int64_t row = offsets[g]; row < offsets[g + 1]; ++row) {
            for (std::int64_t c = 0; c < width; ++c) {
                sum[c] += rows[row * width + c];
            }
        }
        const Scalar share = share_of_row<Scalar>(offsets, g, mean);
        for (std::int64_t c = 0; c < width; ++c) {
            sum[c] *= share;
        }
    }
}

template <typename Scalar>
void fill_rows_gradient(std::span<const std::int32_t> offsets, const Scalar* sums_gradient, std::int64_t stride,
                        std::int64_t width, bool mean, Scalar* rows_gradient, bool add) {
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        const Scalar* const gradient = sums_gradient + static_cast<std::int64_t>(g) * stride;
        const Scalar share = share_of_row<Scalar>(offsets, g, mean);
        for (std::int64_t row = offsets[g]; row < offsets[g + 1]; ++row) {
            for (std::int64_t c = 0; c < width; ++c) {
                rows_gradient[row * width + c] = (add ? rows_gradient[row * width + c] : Scalar(0)) + share * gradient[c];
            }
        }
    }
}

void fill_graph_maxima(std::span<const std::int32_t> offsets, const float* rows, std::int64_t width, float* maxima,
                       std::int64_t stride, std::int32_t* argmax) {
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        float* const largest = maxima + static_cast<std::int64_t>(g) * stride;
        std::int32_t* const winner = argmax + static_cast<std::int64_t>(g) * width;
        const bool has_rows = offsets[g] < offsets[g + 1];
        std::fill_n(winner, width, has_rows ? offsets[g] : -1);
        std::fill_n(largest, width, 0.0F);
        if (has_rows) {
            std::copy_n(rows + offsets[g] * width, width, largest);
        }
        for (std::int32_t row = offsets[g] + 1; row < offsets[g + 1]; ++row) {
            for (std::int64_t c = 0; c < width; ++c) {
                const float number = rows[row * width + c];
                winner[c] = number > largest[c] ? row : winner[c];
                largest[c] = number > largest[c] ? number : largest[c];
            }
        }
    }
}

void fill_maxima_gradient(std::span<const std::int32_t> offsets, const float* maxima_gradient, std::int64_t stride,
                          const std::int32_t* argmax, std::int64_t width, float* rows_gradient, bool add) {
    if (!add) {
        std::fill_n(rows_gradient, offsets.back() * width, 0.0F);
    }
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        const auto graph = static_cast<std::int64_t>(g);
        for (std::int64_t c = 0; c < width; ++c) {
            if (const std::int32_t row = argmax[graph * width + c]; row >= 0) {
                rows_gradient[row * width + c] += maxima_gradient[graph * stride + c];
            }
        }
    }
}

template void fill_inputs(const PropagationStep&, const float*, std::int64_t, bool, float*);
template void fill_inputs(const PropagationStep&, const double*, std::int64_t, bool, double*);
template void fill_features_gradient(const PropagationStep&, const float*, std::int64_t, std::int64_t, float*);
template void fill_features_gradient(const PropagationStep&, const double*, std::int64_t, std::int64_t, double*);
template void fill_graph_sums(std::span<const std::int32_t>, const float*, std::int64_t, bool, float*, std::int64_t);
template void fill_graph_sums(std::span<const std::int32_t>, const double*, std::int64_t, bool, double*, std::int64_t);
template void fill_rows_gradient(std::span<const std::int32_t>, const float*, std::int64_t, std::int64_t, bool, float*, bool);
template void fill_rows_gradient(std::span<const std::int32_t>, const double*, std::int64_t, std::int64_t, bool, double*, bool);

}  // namespace ndpool
