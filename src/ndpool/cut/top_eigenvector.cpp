#include "ndpool/cut/top_eigenvector.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "ndpool/cut/eigen_solvers.hpp"
#include "ndpool/cut/vector_kernels.hpp"

namespace ndpool {

namespace {

/// Below this size the cubic dense solver costs no more than the iterations; below the second it is still affordable
/// where the iterations do not settle.
constexpr NodeId dense_up_to = 64;
constexpr NodeId dense_affordable_up_to = 1000;

/// Patience by size: small graphs may take many cheap steps, large ones a thousand.
int step_limit(const Graph& graph) {
    constexpr double affordable_work = 2e9;
    const double work = static_cast<double>(graph.entry_count()) + 10.0 * graph.node_count();
    return static_cast<int>(std::clamp(affordable_work / work, 1000.0, 3000.0));
}

}  // namespace

LaplacianOperator::LaplacianOperator(const Graph& graph, Laplacian laplacian)
    : graph_(graph), diagonal_(degrees(graph)), scaling_(diagonal_.size(), 1.0), scaled_(diagonal_.size()) {
    if (laplacian == Laplacian::symmetric) {
        for (std::size_t i = 0; i < diagonal_.size(); ++i) {
            scaling_[i] = diagonal_[i] > 0 ? 1 / std::sqrt(diagonal_[i]) : 0.0;
            diagonal_[i] = diagonal_[i] > 0 ? 1.0 : 0.0;
        }
    }
}

void LaplacianOperator::apply(std::span<const double> x, std::span<double> y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        scaled_[i] = scaling_[i] * x[i];
    }
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
        const auto neighbors = graph_.neighbors(node);
        const auto weights = graph_.weights(node);
        double sum = 0;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            sum += neighbors[k] == node ? 0.0 : weights[k] * scaled_[neighbors[k]];
        }
        y[node] = diagonal_[node] * x[node] - scaling_[node] * sum;
    }
}

std::vector<double> LaplacianOperator::dense() const {
    const auto n = size();
    std::vector<double> matrix(n * n, 0.0);
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
        const auto neighbors = graph_.neighbors(node);
        const auto weights = graph_.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            matrix[node * n + neighbors[k]] = -(scaling_[node] * scaling_[neighbors[k]]) * weights[k];
        }
        matrix[node * n + node] = diagonal_[node];
    }
    return matrix;
}

std::vector<double> random_unit_vector(std::size_t size, Seed seed) {
    Random random(seed);
    std::vector<double> vector(size);
    for (double& value : vector) {
        value = random.uniform(-1, 1);
    }
    const double length = norm(vector);
    scale(length > 0 ? 1 / length : 1, vector);
    return vector;
}

TopEigenpair top_eigenpair(const Graph& graph, Laplacian laplacian, const EigenOptions& options, Seed seed) {
    LaplacianOperator matrix(graph, laplacian);
    if (graph.entry_count() == graph.self_loop_count()) {
        return {.vector = random_unit_vector(matrix.size(), seed)};
    }
    const bool automatic = options.solver == EigenSolver::automatic;
    const bool dense = options.solver == EigenSolver::dense || (automatic && graph.node_count() <= dense_up_to);
    const int most_steps = options.most_iterations > 0 ? options.most_iterations : step_limit(graph);
    const auto start = std::chrono::steady_clock::now();
    TopEigenpair top = dense ? dense_top_eigenpair(matrix, seed)
                             : iterative_top_eigenpair(matrix, options.tolerance, most_steps, seed);
    if (automatic && !top.converged && graph.node_count() <= dense_affordable_up_to) {
        top = dense_top_eigenpair(matrix, seed);
    }
    top.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return top;
}

}  // namespace ndpool
