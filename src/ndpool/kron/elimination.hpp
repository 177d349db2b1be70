#pragma once

#include <span>
#include <vector>

#include "ndpool/graph/graph.hpp"

// Internal to kron/: eliminating one connected component of dropped nodes.
namespace ndpool {

/// A weight to another node of the component, in the component's own numbering: its dropped nodes come first.
struct Arm {
    NodeId to;
    double weight;
};

/// One connected component of dropped nodes with the kept nodes around it.
struct Mesh {
    std::vector<NodeId> boundary;        ///< the kept nodes, ascending, as nodes of the graph
    std::vector<std::vector<Arm>> arms;  ///< of each dropped node, sorted; node inside() + j is boundary[j]
    std::vector<double> ground;          ///< of each dropped node: its self-loop

    [[nodiscard]] NodeId inside() const { return static_cast<NodeId>(arms.size()); }
};

/// What the component becomes: weights between the boundary nodes, a full symmetric matrix row by row, and what
/// is added to their self-loops.
struct Clique {
    std::vector<double> weights;
    std::vector<double> ground;
};

/// Eliminates the dropped nodes of the mesh in an order of least degree while they are few and sparse, the rest
/// as one dense matrix. Takes the mesh apart. Throws TooLarge before that matrix would exceed the memory limit (0: what is
/// available).
[[nodiscard]] Clique eliminate(Mesh mesh, std::uint64_t memory_limit);

/// The dense end of an elimination: `rows` holds, for each of `inside` nodes, its weights to the inside nodes, to
/// the boundary and to ground: inside + boundary + 1 numbers. Adds what they become to the upper triangle of the clique.
void eliminate_dense(std::size_t inside, std::size_t boundary, std::vector<double>& rows, Clique& clique);

}  // namespace ndpool
