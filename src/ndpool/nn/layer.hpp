#pragma once

#include <memory>
#include <string_view>

#include "ndpool/learning/sample.hpp"
#include "ndpool/nn/parameters.hpp"

namespace ndpool {

/// Where features live: a level of the batch, or graphs that a pooler made on the way.
///
/// Sparse stages are unions of graphs and features have one row a node. Dense stages hold graphs of soft clusters: features are
/// graphs x nodes x channels, and rows of nodes that only pad a graph are zero.
struct Stage {
    const Hop* last = nullptr;                                 ///< a layer's last step
    const Hop* inner = nullptr;                                ///< its steps before, for layers that take several
    const SparseRows* adjacency = nullptr;                     ///< plain weights, where the network's pooler needs them
    const std::vector<std::int32_t>* graph_offsets = nullptr;  ///< first node of each graph, and their number at the end

    torch::Tensor dense_mixing;     ///< graphs x nodes x nodes, normalised as the layers ask; defined for dense stages only
    torch::Tensor dense_adjacency;  ///< the same with plain weights
    torch::Tensor dense_mask;       ///< graphs x nodes x 1: one for nodes, zero for padding

    std::shared_ptr<const void> owner;  ///< keeps alive what the pointers lead to, if the pooler made it

    [[nodiscard]] bool is_dense() const { return dense_mixing.defined(); }
};

enum class LayerKind : std::uint8_t {
    message_passing,   ///< ReLU(P x W + x V), the paper's Eq. 1
    gcn,               ///< convolution_layers.hpp
    chebyshev,         ///< convolution_layers.hpp
    sage,              ///< Eq. 1 with the mean of the neighbours for P: Hamilton et al., mean aggregator, concatenated
    gin,               ///< convolution_layers.hpp
    attention,         ///< attention_layer.hpp
    arma,              ///< convolution_layers.hpp
    edge_conditioned,  ///< edge_layers.hpp
    relational,        ///< edge_layers.hpp
    dense,             ///< ReLU(x V): no graph at all
};

struct LayerOptions {
    LayerKind kind = LayerKind::message_passing;
    bool bias = false;                 ///< Eq. 1 has none; the small networks inside gin and edge_conditioned always have theirs
    std::int64_t chebyshev_terms = 3;  ///< T_0 .. T_2: neighbours up to two steps away
    bool sage_normalise = false;       ///< rows of the output have length one
    std::int64_t attention_heads = 4;
    double attention_slope = 0.2;  ///< of LeakyReLU below zero
    std::int64_t arma_stacks = 2;
    std::int64_t arma_depth = 2;    ///< steps of a stack
    std::int64_t edge_hidden = 16;  ///< hidden numbers of the network that makes edge_conditioned's matrices
    std::int64_t annotation_width =
        1;                       ///< numbers that annotate an edge, its weight the first of them: EdgeAnnotations::columns + 1
    std::int64_t relations = 2;  ///< EdgeAnnotations::relation_count + 1, for edges between kept nodes
    std::int64_t relation_bases = 0;  ///< shared matrices of which those of relations are made; none if 0
};

/// A layer of a network, with its ReLU. It knows where its weights are among the parameters and owns none.
class Layer {
public:
    Layer() = default;
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;
    virtual ~Layer() = default;

    /// What of the layer's work depends on its features alone and not on the parameters: computed once for features that never
    /// change, those of the data set. Undefined if there is no such thing.
    [[nodiscard]] virtual torch::Tensor prepare(const torch::Tensor& /*features*/, const Stage& /*stage*/) const { return {}; }

    /// The features of the computed rows of stage.last (all nodes, where the stage is dense). `prepared` is what prepare() gave
    /// for x, or undefined.
    [[nodiscard]] virtual torch::Tensor forward(const Parameters& parameters, const torch::Tensor& x,
                                                const torch::Tensor& prepared, const Stage& stage) const = 0;
};

/// Adds the weights of a layer to the plan. Throws InvalidInput if a number among the options makes no layer.
[[nodiscard]] std::unique_ptr<Layer> make_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                                ParameterPlan& plan, std::string_view name);

/// The matrix that layers of a kind multiply features with.
[[nodiscard]] Propagation propagation_of(LayerKind kind);
/// Whether a layer of this kind takes several steps, so that it needs Stage::inner.
[[nodiscard]] bool takes_several_hops(LayerKind kind);
/// Whether a layer of this kind reads annotations of edges, so that it needs SampleOptions::annotate_edges.
[[nodiscard]] bool reads_annotations(LayerKind kind);

/// mp, gcn, chebyshev, sage, gin, gat, arma, edge-conditioned, relational or dense.
[[nodiscard]] std::string_view name_of(LayerKind kind);
/// The kind with a name; throws InvalidInput that lists them all for any other.
[[nodiscard]] LayerKind layer_kind_named(std::string_view name);

}  // namespace ndpool
