#pragma once

#include <optional>

#include "ndpool/cut/cut_options.hpp"
#include "ndpool/graph/graph.hpp"
#include "ndpool/linalg/eigen/negligible_edges.hpp"

// Internal: the edges that decide the cut of an exact level.
namespace ndpool {

/// Whether so many pairs of nodes have an edge that leaving out the negligible ones may pay.
[[nodiscard]] bool is_formally_dense(NodeId nodes, EntryIndex entries);

/// Whether cut_graph looks at significant edges alone, where a graph is formally dense.
[[nodiscard]] bool ignores_negligible_edges(const CutOptions& options);

/// The graph without its negligible edges, if it has the same cut: nothing if it falls apart or becomes bipartite.
[[nodiscard]] std::optional<Graph> significant_edges(const Graph& graph);

/// The graph itself if it is connected and not bipartite, so that its cut is that of its leading eigenvector.
[[nodiscard]] std::optional<Graph> if_cut_alike(Graph graph);

}  // namespace ndpool
