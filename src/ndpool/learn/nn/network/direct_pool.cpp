#include "ndpool/learn/nn/network/direct_pool.hpp"

#include "ndpool/learn/nn/kernels/pool_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"

namespace ndpool {

void pool_rows(const DirectOperators& operators, Reduce reduce, const float* outputs, std::int64_t width, Activation activation,
               float* pooled, std::int32_t* argmax) {
    const std::int64_t stride = takes_beside(reduce) ? 2 * width : width;
    float* const joined = pooled + (stride - width);
    if (takes_beside(reduce)) {
        gather_rows<float>(operators.taken.data(), std::ssize(operators.taken), outputs, width, pooled, stride, width);
    }
    if (joining_part(reduce) == Reduce::max) {
        pool_maxima(operators.pool, outputs, width, activation, joined, stride, argmax);
    } else {
        sum_rows(operators.pool, outputs, width, joined, stride, width);
    }
}

void pool_rows_backward(const DirectOperators& operators, Reduce reduce, const float* pooled_gradient, const float* outputs,
                        std::int64_t width, Activation activation, const std::int32_t* argmax, float* outputs_gradient) {
    const std::int64_t stride = takes_beside(reduce) ? 2 * width : width;
    const float* const joined = pooled_gradient + (stride - width);
    if (joining_part(reduce) == Reduce::max) {
        pool_maxima_gradient(operators.pool_transposed, joined, stride, argmax, width, outputs_gradient);
    } else {
        sums_gradient(operators.pool_transposed, joined, stride, outputs, width, activation, outputs_gradient);
    }
    if (takes_beside(reduce)) {
        add_taken_gradient(operators.taken, pooled_gradient, stride, outputs, width, activation, outputs_gradient);
    }
}

}  // namespace ndpool
