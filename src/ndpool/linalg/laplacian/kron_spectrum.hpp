// Internal: the spectrum of a Kron reduction that is never formed.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "ndpool/graph/components.hpp"
#include "ndpool/linalg/laplacian/grounded_factor.hpp"

namespace ndpool {

/// Eigenvectors of the nodes of a level, as columns, and their eigenvalues, ascending.
struct SmallEigenPairs {
    std::vector<double> values;
    Eigen::MatrixXd vectors;
};

/// The smallest eigenvalues of the Schur complement S of a graph's loopy Laplacian Q onto some of its nodes. S^+ is
/// P Q^+[nodes, nodes] P, P taking away the mean over each component, so the factor of Q is enough for every set of
/// nodes. A component with a self-loop is not singular and has no P.
class KronSpectrum {
public:
    /// Throws TooLarge if the factor has more than `most_entries` or does not fit, NumericalFailure like GroundedFactor.
    explicit KronSpectrum(const Graph& graph, double most_entries = GroundedFactor::unlimited);

    /// The `count` smallest non-zero eigenvalues of S, or all if there are fewer. `nodes` must be distinct; a component
    /// without any of them is ignored.
    [[nodiscard]] SmallEigenPairs smallest(std::span<const NodeId> nodes, int count) const;

private:
    struct Part {
        std::optional<GroundedFactor> factor;  ///< none for a single node
        double loop = 0;                       ///< of a single node
        bool has_loops = false;
        NodeId nodes = 0;
    };

    Components components_;
    std::vector<NodeId> place_;  ///< of each node within its component
    std::deque<Part> parts_;     ///< factors cannot move
};

/// How many components have no self-loop: the multiplicity of eigenvalue zero.
[[nodiscard]] NodeId zero_eigenvalues(const Graph& graph);

/// Which components have a self-loop.
[[nodiscard]] std::vector<bool> looped_components(const Graph& graph, const Components& components);

}  // namespace ndpool
