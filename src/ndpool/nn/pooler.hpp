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

    /// `before` is what the layer in front of the pool got and `x` what it made of it, both for all nodes of the stage.
    [[nodiscard]] virtual Pooled forward(const Parameters& parameters, const torch::Tensor& before, const torch::Tensor& x,
                                         const Stage& stage) const = 0;
};

enum class PoolKind : std::uint8_t {
    none,         ///< all layers on the graph itself
    precomputed,  ///< the levels of a pyramid, whatever made it
    topk,         ///< keeps the nodes with the highest x p / ||p|| (Gao and Ji; Cangea et al.)
    sagpool,      ///< the same with scores that a message passing step gives (Lee et al.)
    diffpool,     ///< soft clusters that a message passing step assigns (Ying et al.)
    mincut,       ///< soft clusters of the features themselves, with few edges between them (Bianchi et al.)
};

/// What the features of a kept node are multiplied with, so that scores have gradients.
enum class Gate : std::uint8_t {
    tanh,     ///< Cangea et al., Lee et al.
    sigmoid,  ///< Gao and Ji
};

struct PoolerOptions {
    PoolKind kind = PoolKind::precomputed;
    Reduce reduce = Reduce::take;  ///< of precomputed pools
    double keep = 0.5;             ///< share of the nodes that a trainable pool keeps, rounded up in every graph
    Gate gate = Gate::tanh;        ///< of topk and sagpool

    /// Soft clusters are columns of weights, so their number is the same for all graphs. Pool number i (from 0) makes
    /// clusters[i] of a graph or, where the list is too short, the share keep^(i + 1) of mean_nodes, rounded up.
    std::vector<std::int64_t> clusters = {};
    double mean_nodes = 0;  ///< of the data set's graphs

    /// Weights in the loss; each term is the mean of what it is for every graph alone.
    double link_loss = 1;           ///< diffpool: ||A - S S^T|| / nodes^2
    double entropy_loss = 1;        ///< diffpool: mean entropy of the rows of S
    double cut_loss = 1;            ///< mincut: -Tr(S^T A S) / Tr(S^T D S), zero for graphs without edges
    double orthogonality_loss = 1;  ///< mincut: ||S^T S / ||S^T S|| - I / sqrt(clusters)||
};

/// Where a pool is in its network.
struct PoolPlace {
    std::size_t number = 0;     ///< pools before it
    std::int64_t features = 0;  ///< columns that the layer in front of it gets
    std::int64_t channels = 0;  ///< columns that the pool gets
};

/// The pool of a kind that is part of the network, its weights added to the plan; nothing for the other kinds. `layer` is the
/// kind of layer around it. Throws InvalidInput if a number of clusters is not known.
[[nodiscard]] std::unique_ptr<Pooler> make_pooler(const PoolerOptions& options, const LayerOptions& layer, const PoolPlace& place,
                                                  ParameterPlan& plan, std::string_view name);

/// Throws InvalidInput unless trainable pools can work on the stage: a sparse one must have its adjacency matrix and layers that
/// compute all rows.
void check_poolable(const Stage& stage);

/// At least one, whatever the share; a product within 1e-9 above a whole number is that number.
[[nodiscard]] std::int64_t share_rounded_up(double share, double of);

/// Whether pools of this kind are part of the network and make their own levels.
[[nodiscard]] bool is_trainable(PoolKind kind);

/// flat, precomputed, topk, sagpool, diffpool, mincut; throws InvalidInput for other words.
[[nodiscard]] PoolKind pool_kind_named(std::string_view name);
[[nodiscard]] std::string_view name_of(PoolKind kind);

}  // namespace ndpool
