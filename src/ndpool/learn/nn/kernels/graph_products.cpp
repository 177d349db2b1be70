#include "ndpool/learn/nn/kernels/graph_products.hpp"

#include "ndpool/learn/nn/layers/function_context.hpp"
#include "ndpool/learn/nn/network/tensor_parts.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

struct GraphProducts : Function<GraphProducts> {
    static Tensor forward(AutogradContext* context, const Tensor& given_a, const Tensor& given_b) {
        const Tensor a = as_rows(given_a);
        const Tensor b = as_rows(given_b);
        const std::int64_t rows = given_a.size(1);
        const std::int64_t inner = given_b.size(1);
        Tensor result = torch::empty({a.size(0), b.size(1)}, a.options());
        for (std::int64_t g = 0; g < given_a.size(0); ++g) {
            put_product(part_of(result, g * rows, rows), part_of(a, g * rows, rows), part_of(b, g * inner, inner));
        }
        context->save_for_backward({a, b});
        return result.view({given_a.size(0), rows, b.size(1)});
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor& a = saved[0];
        const Tensor& b = saved[1];
        const Tensor gradient = as_rows(gradients[0]);
        const std::int64_t graphs = gradients[0].size(0);
        const std::int64_t rows = gradients[0].size(1);
        const std::int64_t inner = a.size(1);
        Tensor of_a = context->needs_input_grad(0) ? torch::empty_like(a) : Tensor();
        Tensor of_b = torch::empty_like(b);
        for (std::int64_t g = 0; g < graphs; ++g) {
            const Tensor part = part_of(gradient, g * rows, rows);
            if (of_a.defined()) {
                put_product(part_of(of_a, g * rows, rows), part, transposed(part_of(b, g * inner, inner)));
            }
            put_product(part_of(of_b, g * inner, inner), transposed(part_of(a, g * rows, rows)), part);
        }
        return {of_a.defined() ? of_a.view({graphs, rows, inner}) : Tensor(), of_b.view({graphs, inner, b.size(1)})};
    }
};

}  // namespace

Tensor graph_products(const Tensor& a, const Tensor& b) {
    return GraphProducts::apply(a, b);
}

}  // namespace ndpool
