#include "ndpool/cut/sdp/sdp_bound.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ndpool/base/error.hpp"
#include "ndpool/cut/sdp/mixing_vectors.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/graph/two_colouring.hpp"
#include "ndpool/linalg/eigen/leading_eigenpairs.hpp"

namespace ndpool {

namespace {

/// The dual variables of a component: degree plus the length of the pull of its neighbours' vectors.
Eigen::VectorXd dual_variables(const CutProblem& problem, const MixingVectors& vectors, Eigen::VectorXd& degrees) {
    const NodeId nodes = problem.node_count();
    Eigen::VectorXd dual(nodes);
    degrees.resize(nodes);
    for (NodeId node = 0; node < nodes; ++node) {
        std::vector<double> pull(static_cast<std::size_t>(vectors.rank), 0);
        double degree = 0;
        for (std::size_t e = 0; e < problem.neighbors(node).size(); ++e) {
            const double weight = problem.weights(node)[e];
            const std::span<const float> vector = vectors.of(problem.neighbors(node)[e]);
            degree += weight;
            for (std::size_t k = 0; k < pull.size(); ++k) {
                pull[k] += weight * static_cast<double>(vector[k]);
            }
        }
        double squares = 0;
        for (const double part : pull) {
            squares += part * part;
        }
        degrees[node] = degree;
        dual[node] = degree + std::sqrt(squares);
    }
    return dual;
}

/// diag(y)^(-1/2) L diag(y)^(-1/2) x.
Eigen::VectorXd scaled_laplacian_times(const CutProblem& problem, const Eigen::VectorXd& degrees, const Eigen::VectorXd& scale,
                                       const Eigen::VectorXd& vector) {
    const Eigen::VectorXd scaled = scale.cwiseProduct(vector);
    Eigen::VectorXd result(vector.size());
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        double sum = degrees[node] * scaled[node];
        for (std::size_t e = 0; e < problem.neighbors(node).size(); ++e) {
            sum -= static_cast<double>(problem.weights(node)[e]) * scaled[problem.neighbors(node)[e]];
        }
        result[node] = sum * scale[node];
    }
    return result;
}

/// The largest eigenvalue, from above; nothing if it does not converge.
std::optional<double> largest_eigenvalue(const SymmetricOperator& symmetric) {
    try {
        const EigenPairs top = leading_eigenpairs(symmetric, 1);
        const Eigen::VectorXd vector = top.vectors.col(0);
        return top.values[0] + (symmetric.times(vector) - top.values[0] * vector).norm();
    } catch (const NumericalFailure&) {
        return std::nullopt;
    }
}

/// The bound on the fraction of a connected graph's weight; 1, which holds of every cut, where no better one could be proved.
double bound_of_component(const Graph& part, Seed seed, const Parallel& parallel) {
    if (part.node_count() < 3 || is_bipartite(part)) {
        return 1;
    }
    // The dual needs vectors that are closer to the optimum than a good cut does; results/constants.txt: rank 4 gives a bound
    // that is larger by 0.006, twice as many sweeps one that is smaller by 0.0003.
    constexpr int rank = 8;
    constexpr int sweeps = 200;
    constexpr double rounding = 1e-6;  // of single precision, in weights and vectors
    const CutProblem problem(part, parallel);
    const MixingVectors vectors = mixing_vectors(problem, rank, sweeps, seed.child("vectors"), parallel);
    Eigen::VectorXd degrees;
    const Eigen::VectorXd dual = dual_variables(problem, vectors, degrees);
    const Eigen::VectorXd scale = dual.cwiseSqrt().cwiseInverse();
    const auto times = [&](const Eigen::VectorXd& vector) { return scaled_laplacian_times(problem, degrees, scale, vector); };
    const std::optional<double> largest = largest_eigenvalue({part.node_count(), false, times});
    return largest ? std::min(1.0, *largest * dual.sum() / (2 * degrees.sum()) * (1 + rounding)) : 1;
}

}  // namespace

double semidefinite_bound(const Graph& graph, Seed seed, const Parallel& parallel) {
    const Components components = connected_components(graph);
    const std::vector<Graph> parts = component_graphs(graph, components);
    double bounded = 0;
    double all = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double weight = total_weight(parts[i]);
        if (weight > 0) {
            bounded += weight * bound_of_component(parts[i], seed.child("component", i), parallel);
            all += weight;
        }
    }
    return all > 0 ? bounded / all : 1;
}

}  // namespace ndpool
