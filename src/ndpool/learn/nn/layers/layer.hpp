#pragma once

#include <memory>
#include <string_view>

#include "ndpool/learn/data/sample.hpp"
#include "ndpool/learn/nn/layers/layer_options.hpp"
#include "ndpool/learn/nn/network/parameters.hpp"

namespace ndpool {

/// The graphs that features belong to: a level of the batch, or graphs that a pooler made on the way.
///
/// Sparse stages are unions of graphs and features have one row per node. Dense stages hold graphs of soft clusters, all of one
/// size: features are graphs x clusters x channels.
struct Stage {
    const PropagationStep* last = nullptr;                     ///< a layer's last step
    const PropagationStep* inner = nullptr;                    ///< its steps before, for layers that take several
    const SparseRows* adjacency = nullptr;                     ///< plain weights, where the network's pooler needs them
    const std::vector<std::int32_t>* graph_offsets = nullptr;  ///< first node of each graph, and their number at the end

    torch::Tensor dense_mixing;     ///< graphs x clusters x clusters, normalised as the layers ask; defined for dense stages only
    torch::Tensor dense_adjacency;  ///< the same with plain weights

    std::shared_ptr<const void> owner;  ///< keeps alive what the pointers lead to, if the pooler made it

    [[nodiscard]] bool is_dense() const { return dense_mixing.defined(); }
};

/// A layer of a network, with its ReLU. It knows where its weights are among the parameters and owns none.
class Layer {
public:
    Layer() = default;
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;
    virtual ~Layer() = default;

    /// The part of the layer's work that depends on its features alone and not on the parameters: it is computed once for
    /// features that never change, those of the data set. Undefined if there is no such part.
    [[nodiscard]] virtual torch::Tensor prepare(const torch::Tensor& /*features*/, const Stage& /*stage*/) const { return {}; }

    /// The features of the computed rows of stage.last (all nodes, where the stage is dense). `prepared` is what prepare() gave
    /// for x, or undefined.
    [[nodiscard]] virtual torch::Tensor forward(const Parameters& parameters, const torch::Tensor& x,
                                                const torch::Tensor& prepared, const Stage& stage) const = 0;
};

/// Adds the weights of a layer to the plan. Throws InvalidInput if an option has a value that is not possible.
[[nodiscard]] std::unique_ptr<Layer> make_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                                ParameterPlan& plan, std::string_view name);

}  // namespace ndpool
