#include "ndpool/learn/nn/network/multiply_first.hpp"

#include <algorithm>

#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/pool_kernels.hpp"
#include "ndpool/learn/nn/kernels/rectified_products.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"

namespace ndpool {

void multiply_first(const DirectOperators& operators, const LayerWeights& weights, const float* sources, float* products,
                    float* outputs) {
    const std::int64_t columns = weights.columns;
    const std::int64_t count = operators.sources;
    for (std::int64_t row = 0; weights.bias && row < count; ++row) {
        std::fill_n(products + row * columns, columns, 0.0F);
        std::copy_n(weights.values + 2 * weights.part(), columns, outputs + row * columns);
    }
    const RightFactor factors[] = {{weights.values, products}, {weights.values + weights.part(), outputs}};
    multiply_rectified(sources, count, weights.width, factors, columns, weights.bias);
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
    const RightFactor factors[] = {{products, weights_gradient}, {outputs_gradient, weights_gradient + weights.part()}};
    add_rectified_transposed(sources, count, width, factors, columns);
    for (const std::int64_t part : {std::int64_t{0}, weights.part()}) {
        transpose(weights.values + part, width, columns, weights_transposed.data() + part);
    }
    const RightFactor of_products{weights_transposed.data(), sources};
    const RightFactor of_own{weights_transposed.data() + weights.part(), sources};
    multiply_rectified(products, count, columns, {&of_products, 1}, width, false);
    multiply_rectified(outputs_gradient, count, columns, {&of_own, 1}, width, true);
}

}  // namespace ndpool
