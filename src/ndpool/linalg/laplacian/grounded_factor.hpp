// Internal: the factorised Laplacian of a connected graph.
#pragma once

#include <Eigen/SparseCholesky>
#include <limits>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// The graph with each self-loop as an edge to one further node, the ground, which comes last.
[[nodiscard]] Graph with_ground_node(const Graph& graph);

/// L = D - A of a connected graph is singular, but without the row and column of one node (the ground, held at potential
/// zero) it is positive definite. This is its sparse factor, suited to meshes and other graphs with small separators.
/// Self-loops are ignored.
class GroundedFactor {
public:
    /// The graph must be connected and have at least two nodes. Throws TooLarge if the factor does not fit in memory, and
    /// NumericalFailure if the weights differ so much that rounding hides the weakest links.
    explicit GroundedFactor(const Graph& connected);
    /// With a ground of the caller's choice, and TooLarge also if the factor would have more than `most_entries`.
    GroundedFactor(const Graph& connected, NodeId ground, double most_entries = unlimited);
    static constexpr double unlimited = std::numeric_limits<double>::infinity();

    /// Potentials for currents that flow into the nodes; their sum flows out at the ground.
    [[nodiscard]] Eigen::VectorXd potentials(const Eigen::VectorXd& currents) const;

    /// L^+ x: the potentials of the currents x minus their mean, minus their own mean.
    [[nodiscard]] Eigen::VectorXd pseudo_inverse_times(const Eigen::VectorXd& vector) const;

    [[nodiscard]] NodeId node_count() const { return nodes_; }

private:
    // 64-bit indices: the factor may have more than 2^31 entries.
    using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, EntryIndex>;

    struct Factor : Eigen::SimplicialLDLT<Matrix> {
        /// Entries below the diagonal, known once the pattern is analysed.
        [[nodiscard]] double entries() const { return m_nonZerosPerCol.cast<double>().sum(); }
    };

    void factorize(const Matrix& grounded, double most_entries);

    NodeId nodes_;
    NodeId ground_;
    Factor factor_;
};

/// The node with the most neighbours: grounding it avoids the fill of a hub in the factor and conditions it best.
[[nodiscard]] NodeId busiest_node(const Graph& graph);

}  // namespace ndpool
