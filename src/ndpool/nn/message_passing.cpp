#include "ndpool/nn/message_passing.hpp"

#include "ndpool/nn/function_context.hpp"
#include "ndpool/nn/row_kernels.hpp"

namespace ndpool {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

template <typename Scalar>
Tensor inputs_of(const Hop& hop, const Tensor& x, bool bias) {
    const std::int64_t width = x.size(1);
    const std::int64_t columns = 2 * width + (bias ? 1 : 0);
    Tensor inputs = torch::empty({hop.matrix.rows, columns}, x.options());
    auto* to = inputs.data_ptr<Scalar>();
    const auto* from = x.data_ptr<Scalar>();
    multiply_rows<Scalar>(hop.matrix, from, width, to, columns, width, false);
    gather_rows<Scalar>(hop.rows.data(), hop.matrix.rows, from, width, to + width, columns, width);
    if (bias) {
        for (std::int64_t row = 0; row < hop.matrix.rows; ++row) {
            to[row * columns + 2 * width] = 1;
        }
    }
    return inputs;
}

/// The gradient of x, given that of the inputs.
template <typename Scalar>
Tensor features_gradient(const Hop& hop, const Tensor& inputs_gradient, std::int64_t width) {
    Tensor result = torch::empty({hop.matrix.columns, width}, inputs_gradient.options());
    const auto* from = inputs_gradient.data_ptr<Scalar>();
    const std::int64_t columns = inputs_gradient.size(1);
    multiply_rows<Scalar>(hop.transposed, from, columns, result.data_ptr<Scalar>(), width, width, false);
    scatter_rows<Scalar>(hop.rows.data(), hop.matrix.rows, from + width, columns, result.data_ptr<Scalar>(), width, width);
    return result;
}

Tensor rectified(Tensor product) {
    for_type_of(product, [&](auto zero) { rectify(product.data_ptr<decltype(zero)>(), product.numel()); });
    return product;
}

Tensor gradient_before_rectifying(const Tensor& gradient, const Tensor& output) {
    Tensor result = torch::empty_like(output);
    const Tensor given = gradient.contiguous();
    for_type_of(output, [&](auto zero) {
        using Scalar = decltype(zero);
        rectify_gradient(given.data_ptr<Scalar>(), output.data_ptr<Scalar>(), result.data_ptr<Scalar>(), output.numel());
    });
    return result;
}

struct RectifiedProduct : Function<RectifiedProduct> {
    static Tensor forward(AutogradContext* context, const Tensor& inputs, const Tensor& weights) {
        Tensor output = rectified(torch::mm(inputs, weights));
        context->save_for_backward({inputs, output});
        return output;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        return {Tensor(), torch::mm(saved[0].t(), gradient_before_rectifying(gradients[0], saved[1]))};
    }
};

struct MessagePassing : Function<MessagePassing> {
    static Tensor forward(AutogradContext* context, const Hop& hop, const Tensor& x, const Tensor& weights, bool bias) {
        const Tensor inputs = message_inputs(hop, x, bias);
        Tensor output = rectified(torch::mm(inputs, weights));
        context->save_for_backward({inputs, weights, output});
        remember(context, "hop", hop);
        context->saved_data["width"] = x.size(1);
        return output;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const auto& hop = remembered<Hop>(context, "hop");
        const std::int64_t width = context->saved_data["width"].toInt();
        const Tensor gradient = gradient_before_rectifying(gradients[0], saved[2]);
        const Tensor inputs_gradient = torch::mm(gradient, saved[1].t());
        Tensor x_gradient;
        for_type_of(gradient, [&](auto zero) { x_gradient = features_gradient<decltype(zero)>(hop, inputs_gradient, width); });
        return {Tensor(), x_gradient, torch::mm(saved[0].t(), gradient), Tensor()};
    }
};

}  // namespace

Tensor message_inputs(const Hop& hop, const Tensor& x, bool bias) {
    const Tensor rows = x.detach().contiguous();
    Tensor inputs;
    for_type_of(rows, [&](auto zero) { inputs = inputs_of<decltype(zero)>(hop, rows, bias); });
    return inputs;
}

Tensor message_passing(const Hop& hop, const Tensor& x, const Tensor& weights, bool bias) {
    return MessagePassing::apply(hop, x, weights, bias);
}

Tensor rectified_product(const Tensor& inputs, const Tensor& weights) {
    return RectifiedProduct::apply(inputs, weights);
}

}  // namespace ndpool
