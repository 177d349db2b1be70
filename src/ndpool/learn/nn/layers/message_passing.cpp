#include "ndpool/learn/nn/layers/message_passing.hpp"

#include "ndpool/learn/nn/kernels/message_rows.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/nn/layers/function_context.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

Tensor rectified(Tensor product) {
    for_type_of(product, [&](auto zero) { relu(product.data_ptr<decltype(zero)>(), product.numel()); });
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
    static Tensor forward(AutogradContext* context, const PropagationStep& hop, const Tensor& x, const Tensor& weights,
                          bool bias) {
        const Tensor inputs = message_inputs(hop, x, bias);
        Tensor output = rectified(torch::mm(inputs, weights));
        context->save_for_backward({inputs, weights, output});
        remember(context, "hop", hop);
        context->saved_data["width"] = x.size(1);
        return output;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const auto& hop = remembered<PropagationStep>(context, "hop");
        const std::int64_t width = context->saved_data["width"].toInt();
        const Tensor gradient = gradient_before_rectifying(gradients[0], saved[2]);
        const Tensor inputs_gradient = torch::mm(gradient, saved[1].t());
        const Tensor x_gradient = torch::empty({hop.matrix.columns, width}, gradient.options());
        for_type_of(gradient, [&](auto zero) {
            using Scalar = decltype(zero);
            fill_features_gradient(hop, inputs_gradient.data_ptr<Scalar>(), inputs_gradient.size(1), width,
                                   x_gradient.data_ptr<Scalar>());
        });
        return {Tensor(), x_gradient, torch::mm(saved[0].t(), gradient), Tensor()};
    }
};

}  // namespace

Tensor message_inputs(const PropagationStep& hop, const Tensor& x, bool bias) {
    const Tensor rows = x.detach().contiguous();
    Tensor inputs = torch::empty({hop.matrix.rows, input_columns(rows.size(1), bias)}, rows.options());
    for_type_of(rows, [&](auto zero) {
        using Scalar = decltype(zero);
        fill_inputs(hop, rows.data_ptr<Scalar>(), rows.size(1), bias, inputs.data_ptr<Scalar>());
    });
    return inputs;
}

Tensor message_passing(const PropagationStep& hop, const Tensor& x, const Tensor& weights, bool bias) {
    return MessagePassing::apply(hop, x, weights, bias);
}

Tensor rectified_product(const Tensor& inputs, const Tensor& weights) {
    return RectifiedProduct::apply(inputs, weights);
}

}  // namespace ndpool
