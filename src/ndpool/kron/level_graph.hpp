#pragma once

#include <variant>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/cut_options.hpp"
#include "ndpool/kron/dense_graph.hpp"
#include "ndpool/kron/kron_reduction.hpp"

// Internal: the way down an exact pyramid without converting the levels that are dense.
namespace ndpool {

/// A level between two reductions: dense only if is_formally_dense (see cut/spectral/significant_edges.hpp).
using LevelGraph = std::variant<Graph, DenseLevel>;

[[nodiscard]] NodeId node_count(const LevelGraph& level);
[[nodiscard]] EntryIndex edge_count(const LevelGraph& level);
/// As a Graph, converted if the level is dense.
[[nodiscard]] Graph graph_of(LevelGraph level);

/// cut_graph, with the same bits for a Graph and a dense level. A dense level needs options that ignore negligible edges.
[[nodiscard]] Cut cut_level(const LevelGraph& level, const CutOptions& options, Seed seed);

/// kron_reduce, with the same bits for a Graph and a dense level.
[[nodiscard]] LevelGraph reduce_level(const Graph& graph, const Cut& cut, const KronOptions& options);
[[nodiscard]] LevelGraph reduce_level(const LevelGraph& level, const Cut& cut, const KronOptions& options);

}  // namespace ndpool
