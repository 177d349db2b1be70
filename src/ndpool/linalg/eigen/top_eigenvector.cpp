#include "ndpool/linalg/eigen/top_eigenvector.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "ndpool/base/enum_words.hpp"
#include "ndpool/linalg/eigen/dense_eigenvector.hpp"
#include "ndpool/linalg/eigen/iterative_eigenvector.hpp"
#include "ndpool/linalg/vector_kernels.hpp"

namespace ndpool {

namespace {

constexpr EnumWord<EigenSolver> solver_words[] = {
    {EigenSolver::automatic, "auto"}, {EigenSolver::dense, "dense"}, {EigenSolver::iterative, "iterative"}};

/// Up to the first size the cubic dense solver costs no more than the iterations; up to the second it is still affordable
/// if the iterations do not converge.
constexpr NodeId dense_up_to = 20;
constexpr NodeId dense_affordable_up_to = 1000;

/// As many steps as a fixed amount of work allows, a second or two: small graphs may take thousands, the largest a few
/// dozen. By then the signs that matter no longer change; the other nodes are placed greedily.
int step_limit(const LaplacianOperator& matrix) {
    constexpr double affordable_work = 1e9;
    constexpr double work_per_node = 10;
    const double work = static_cast<double>(matrix.entry_count()) + work_per_node * static_cast<double>(matrix.size());
    return static_cast<int>(std::clamp(affordable_work / work, 40.0, 3000.0));
}

/// No eigenvalue is larger, whatever the solver found.
double certain_bound(const Graph& graph, Laplacian laplacian) {
    if (laplacian == Laplacian::symmetric) {
        return 2;
    }
    const std::vector<double> degree = degrees(graph);
    return 2 * *std::max_element(degree.begin(), degree.end());
}

}  // namespace

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

std::string_view name_of(EigenSolver solver) {
    return word_of(solver_words, solver);
}

EigenSolver eigen_solver_named(std::string_view name) {
    return value_of(solver_words, "eigensolver", name);
}

TopEigenpair top_eigenpair(const Graph& graph, Laplacian laplacian, const EigenOptions& options, Seed seed) {
    if (graph.entry_count() == graph.self_loop_count()) {
        return {.vector = random_unit_vector(static_cast<std::size_t>(graph.node_count()), seed)};
    }
    const bool automatic = options.solver == EigenSolver::automatic;
    const bool dense = options.solver == EigenSolver::dense || (automatic && graph.node_count() <= dense_up_to);
    const auto start = std::chrono::steady_clock::now();
    TopEigenpair top;
    if (dense) {
        top = dense_top_eigenpair(graph, laplacian);
    } else {
        const LaplacianOperator matrix(graph, laplacian);
        const int most_steps = options.most_iterations > 0 ? options.most_iterations : step_limit(matrix);
        top = iterative_top_eigenpair(matrix, options.tolerance, most_steps, seed);
        if (automatic && !top.converged && graph.node_count() <= dense_affordable_up_to) {
            top = dense_top_eigenpair(graph, laplacian);
        }
    }
    top.upper_bound = top.converged ? top.value + top.residual : certain_bound(graph, laplacian);
    top.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return top;
}

}  // namespace ndpool
