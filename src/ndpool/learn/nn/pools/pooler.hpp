#pragma once

#include "ndpool/learn/data/batch.hpp"
#include "ndpool/learn/nn/layers/layer.hpp"
#include "ndpool/learn/nn/pools/pooler_options.hpp"

namespace ndpool {

/// Features after a pool and the graphs they belong to. `loss` is what the pool adds to the loss; undefined if nothing.
struct Pooled {
    torch::Tensor x;
    Stage stage;
    torch::Tensor loss;
};

/// A pool that is part of the network: it chooses nodes or clusters by the features, with weights of its own. Pools of a
/// precomputed pyramid are no Poolers; the network takes their levels from the batch.
class Pooler {
public:
    Pooler() = default;
    Pooler(const Pooler&) = delete;
    Pooler& operator=(const Pooler&) = delete;
    virtual ~Pooler() = default;

    /// `before` is the input and `x` the output of the layer before the pool, both for all nodes of the stage.
    [[nodiscard]] virtual Pooled forward(const Parameters& parameters, const torch::Tensor& before, const torch::Tensor& x,
                                         const Stage& stage) const = 0;
};

/// Where a pool is in its network.
struct PoolPlace {
    std::size_t number = 0;     ///< number of pools before it
    std::int64_t features = 0;  ///< columns of the input of the layer before it
    std::int64_t channels = 0;  ///< columns of the pool's input
};

/// The pool of a kind that is part of the network, its weights added to the plan; nothing for the other kinds. `layer` is the
/// kind of layer around it. Throws InvalidInput if a number of clusters is not known.
[[nodiscard]] std::unique_ptr<Pooler> make_pooler(const PoolerOptions& options, const LayerOptions& layer, const PoolPlace& place,
                                                  ParameterPlan& plan, std::string_view name);

/// Throws InvalidInput unless trainable pools can work on the stage: a sparse one must have its adjacency matrix and layers that
/// compute all rows.
void check_poolable(const Stage& stage);

/// `share` times `of`, rounded up, at least one; a product within 1e-9 above a whole number is that number.
[[nodiscard]] std::int64_t share_rounded_up(double share, double of);

}  // namespace ndpool
