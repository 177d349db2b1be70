#pragma once

#include <cstdint>
#include <string_view>

#include "ndpool/learn/data/propagation.hpp"

namespace ndpool {

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
    std::int64_t relation_bases = 0;  ///< shared matrices that the matrices of relations are combined from; none if 0
};

/// The matrix that layers of a kind multiply features with.
[[nodiscard]] Propagation propagation_of(LayerKind kind);
/// Whether a layer of this kind takes several propagation steps, so that it needs Stage::inner.
[[nodiscard]] bool takes_several_hops(LayerKind kind);
/// Whether a layer of this kind reads annotations of edges, so that it needs SampleOptions::annotate_edges.
[[nodiscard]] bool reads_annotations(LayerKind kind);

/// mp, gcn, chebyshev, sage, gin, gat, arma, edge-conditioned, relational or dense.
[[nodiscard]] std::string_view name_of(LayerKind kind);
/// The kind with a name; throws InvalidInput that lists them all for any other.
[[nodiscard]] LayerKind layer_kind_named(std::string_view name);

}  // namespace ndpool
