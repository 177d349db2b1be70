#pragma once

#include "ndpool/learn/nn/pools/pooler.hpp"

namespace ndpool {

/// diffpool and mincut: rows of S are softmaxes, features become S^T X, and the adjacency matrix becomes S^T A S.
///
/// diffpool: S comes from P Y W + Y V + b, where Y is the input of the layer before the pool, so that layer and pool work in
/// parallel (Ying et al.), and P is the matrix of the layers. Losses as PoolerOptions says.
///
/// mincut: S comes from X W + b. The pooled adjacency matrix has its diagonal set to zero and is then normalised to D^-1/2 A
/// D^-1/2 (Bianchi et al.), which layers with this normalisation use as it is.
///
/// Sparse stages must have all rows computed; throws InvalidInput for others.
[[nodiscard]] std::unique_ptr<Pooler> make_cluster_pool(const PoolerOptions& options, Propagation propagation,
                                                        const PoolPlace& place, ParameterPlan& plan, std::string_view name);

/// The number of clusters that a pool makes of each graph. Throws InvalidInput if the options do not say.
[[nodiscard]] std::int64_t cluster_count(const PoolerOptions& options, std::size_t number);

}  // namespace ndpool
