#pragma once

#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>

// Tools for writing differentiable functions.
namespace ndpool {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

/// For a differentiable function, the maps of a batch are constants and not tensors: its backward pass finds them again by
/// their address.
template <typename Value>
void remember(AutogradContext* context, const char* name, const Value& value) {
    context->saved_data[name] = reinterpret_cast<std::int64_t>(&value);
}

template <typename Value>
[[nodiscard]] const Value& remembered(AutogradContext* context, const char* name) {
    // The address that `remember` stored. NOLINTNEXTLINE(performance-no-int-to-ptr)
    return *reinterpret_cast<const Value*>(context->saved_data[name].toInt());
}

/// Calls work(zero) with a zero of the tensor's type: double, or else float.
template <typename Work>
void for_type_of(const torch::Tensor& tensor, const Work& work) {
    if (tensor.scalar_type() == torch::kFloat64) {
        work(double{});
    } else {
        work(float{});
    }
}

}  // namespace ndpool
