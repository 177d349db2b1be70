#pragma once

#include <cstdint>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// A graph stored in about half its memory for later use: every edge once. The graph is restored with the same bits.
class PackedGraph {
public:
    PackedGraph() = default;
    explicit PackedGraph(Graph graph);

    [[nodiscard]] NodeId node_count() const { return static_cast<NodeId>(lengths_.size()); }
    /// Restores the graph, which is moved out of this object.
    [[nodiscard]] Graph unpacked() &&;

    /// What Graph::scaled_by does.
    void scale_by(double factor);

private:
    std::vector<NodeId> lengths_;  ///< entries of each row from the diagonal on
    std::vector<NodeId> indices_;
    std::vector<double> values_;
};

}  // namespace ndpool
