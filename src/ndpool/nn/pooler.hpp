#pragma once

#include "ndpool/learning/batch.hpp"
#include "ndpool/nn/layer.hpp"

namespace ndpool {

/// Features after a pool and the graphs they live on. `loss` is what the pool adds to the loss; undefined if nothing.
struct Pooled {
    torch::Tensor x;
    Stage stage;
    torch::Tensor loss;
};

/// A pool that is part of the network: it chooses nodes or clusters by the features, with weights of its own. Pools of a
/// precomputed pyramid are none of these; the network takes their levels from the batch.
class Pooler {
public:
    Pooler() = default;
    Pooler(const Pooler&) = delete;
    Pooler& operator=(const Pooler&) = delete;
    virtual ~Pooler() = default;

    [[nodiscard]] virtual Pooled forward(const Parameters& parameters, const torch::Tensor& x, const Stage& stage) const = 0;
};

enum class PoolKind : std::uint8_t {
    none,         ///< all layers on the graph itself
    precomputed,  ///< the levels of a pyramid, whatever made it
};

struct PoolerOptions {
    PoolKind kind = PoolKind::precomputed;
    Reduce reduce = Reduce::take;  ///< of precomputed pools
    double keep = 0.5;             ///< share of the nodes that a trainable pool keeps
};

/// The pool of a kind that is part of the network, its weights added to the plan; nothing for the other kinds. `channels` are
/// those of the features that it gets, `layer` is the kind of layer around it.
[[nodiscard]] std::unique_ptr<Pooler> make_pooler(const PoolerOptions& options, const LayerOptions& layer, std::int64_t channels,
                                                  ParameterPlan& plan, std::string_view name);

}  // namespace ndpool
