#include "ndpool/linalg/laplacian/small_eigenvalues.hpp"

#include <algorithm>

#include "ndpool/linalg/laplacian/grounded_factor.hpp"

namespace ndpool {

namespace {

/// x' L x / x' x for the part of x that is orthogonal to the constants. Summing squared differences over the edges loses
/// nothing to cancellation, so the quotient is accurate relative to itself and not to the largest eigenvalue.
double rayleigh_quotient(const Graph& graph, const Eigen::VectorXd& vector) {
    double energy = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size() && neighbors[k] < node; ++k) {
            const double difference = vector[node] - vector[neighbors[k]];
            energy += weights[k] * difference * difference;
        }
    }
    return energy / (vector.array() - vector.mean()).matrix().squaredNorm();
}

}  // namespace

std::vector<double> small_eigenvalues(const Graph& connected, int count, EigenMethod method) {
    const NodeId all = connected.node_count() - 1;
    if (all < 1) {
        return {};
    }
    const GroundedFactor factor(connected);
    const SymmetricOperator inverse{connected.node_count(), true,
                                    [&factor](const Eigen::VectorXd& vector) { return factor.pseudo_inverse_times(vector); }};
    const EigenPairs pairs = leading_eigenpairs(inverse, count, method);
    std::vector<double> values;
    for (Eigen::Index k = 0; k < pairs.vectors.cols(); ++k) {
        values.push_back(rayleigh_quotient(connected, pairs.vectors.col(k)));
    }
    std::sort(values.begin(), values.end());
    return values;
}

}  // namespace ndpool
