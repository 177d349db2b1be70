#pragma once

#include <torch/types.h>

namespace ndpool {

/// The product of each pair of matrices, like torch::bmm but with less overhead per product.
[[nodiscard]] torch::Tensor graph_products(const torch::Tensor& a, const torch::Tensor& b);

}  // namespace ndpool
