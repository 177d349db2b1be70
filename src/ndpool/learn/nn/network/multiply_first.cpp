#include "ndpool/learn/nn/network/multiply_first.hpp"

#include <algorithm>

#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/pool_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"

namespace ndpool {

void multiply_first(const DirectOperators& operators, const LayerWeights& weights, const float* sources, float* products,
                    float* outputs) {
    const std::int64_t columns = weights.columns;
    const std::int64_t count = operators.sources;
    const MatrixView left{sources, weights.width, 1};
    multiply_matrices(left, weights.values, products, count, weights.width, columns, false);
    for (std::int64_t row = 0; weights.bias && row < count; ++row) {
        std::copy_n(weights.values + 2 * weights.part(), columns, outputs + row * columns);
    }
    multiply_matrices(left, weights.values + weights.part(), outputs, count, weights.width, columns, weights.bias);
    gather_rows<float>(operators.own_of_rest.data(), std::ssize(operators.own_of_rest), outputs, columns,
                       outputs + count * columns, columns, columns);
    add_sums(operators.messages, products, columns, Activation::relu, outputs);
}

void multiply_first_backward(const DirectOperators& operators, const LayerWeights& weights, float* outputs_gradient,
                             float* products, AlignedVector<float>& weights_transposed, float* weights_gradient, float* sources) {
    const std::int64_t width = weights.width;
    const std::int64_t columns = weights.columns;
    const std::int64_t count = operators.sources;
    sum_rows(operators.messages_transposed, outputs_gradient, columns, products, columns, columns);
    scatter_rows<float>(operators.own_of_rest.data(), std::ssize(operators.own_of_rest), outputs_gradient + count * columns,
                        columns, outputs_gradient, columns, columns);
    weights_transposed.resize(static_cast<std::size_t>(2 * weights.part()));
    std::int64_t part = 0;
    for (const float* gradient : {products, outputs_gradient}) {
        multiply_matrices({sources, 1, width}, gradient, weights_gradient + part, width, count, columns, true);
        transpose(weights.values + part, width, columns, weights_transposed.data() + part);
        part += weights.part();
    }
    multiply_beside({products, columns, 1}, columns, {outputs_gradient, columns, 1}, columns, weights_transposed.data(), sources,
                    count, width, false);
}

}  // namespace ndpool
