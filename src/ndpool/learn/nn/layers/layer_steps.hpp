#pragma once

#include <torch/utils.h>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/kernels/graph_products.hpp"
#include "ndpool/learn/nn/layers/layer.hpp"
#include "ndpool/learn/nn/layers/sparse_functions.hpp"

// The steps that layers are made of, for sparse and dense stages alike.
namespace ndpool {

/// The propagation step of a layer before its last one, which computes all rows. Throws InvalidInput if the stage has none.
[[nodiscard]] inline const PropagationStep* inner_hop(const Stage& stage) {
    if (stage.is_dense() || (stage.inner != nullptr && stage.inner->matrix.columns == stage.last->matrix.columns)) {
        return stage.inner;
    }
    if (!stage.last->is_whole()) {
        throw InvalidInput("a layer of several steps needs samples that were made for several hops");
    }
    return stage.last;
}

/// The messages of one step; `hop` is read for sparse stages only.
[[nodiscard]] inline torch::Tensor messages(const Stage& stage, const PropagationStep* hop, const torch::Tensor& x) {
    return stage.is_dense() ? graph_products(stage.dense_mixing, x) : propagate(*hop, x);
}

/// The features of the nodes that a step computes.
[[nodiscard]] inline torch::Tensor own_features(const Stage& stage, const PropagationStep* hop, const torch::Tensor& x) {
    return stage.is_dense() ? x : own_rows(*hop, x);
}

/// x * weights, where `bias` says that the last row of the weights is added to every row.
[[nodiscard]] inline torch::Tensor affine(const torch::Tensor& x, const torch::Tensor& weights, bool bias) {
    if (!bias) {
        return torch::matmul(x, weights);
    }
    const std::int64_t width = x.size(-1);
    const torch::Tensor rows = torch::addmm(weights[width], x.flatten(0, -2), weights.narrow(0, 0, width));
    std::vector<std::int64_t> sizes = x.sizes().vec();
    sizes.back() = weights.size(1);
    return rows.view(sizes);
}

/// A layer whose work on the graph has no parameters, so that this work can be done once for features that never change.
class TwoPartLayer : public Layer {
public:
    [[nodiscard]] torch::Tensor prepare(const torch::Tensor& features, const Stage& stage) const final {
        const torch::NoGradGuard no_gradients;
        return inputs(features, stage);
    }

    [[nodiscard]] torch::Tensor forward(const Parameters& parameters, const torch::Tensor& x, const torch::Tensor& prepared,
                                        const Stage& stage) const final {
        return output(parameters, prepared.defined() ? prepared : inputs(x, stage));
    }

private:
    /// The part on the graph: one row per computed node.
    [[nodiscard]] virtual torch::Tensor inputs(const torch::Tensor& x, const Stage& stage) const = 0;
    /// The part with parameters, applied to each row by itself.
    [[nodiscard]] virtual torch::Tensor output(const Parameters& parameters, const torch::Tensor& inputs) const = 0;
};

}  // namespace ndpool
