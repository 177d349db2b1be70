#pragma once

#include <string_view>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"
#include "ndpool/graph/laplacian.hpp"

namespace ndpool {

/// Which solver computes the eigenvector. Both are written with a fixed order of operations, so that every
/// compiler, optimisation level and processor gives the same bits.
enum class EigenSolver : std::uint8_t {
    automatic,  ///< by size
    dense,      ///< Householder's tridiagonalisation, Laguerre and inverse iteration: O(n^3), robust
    iterative,  ///< Lanczos' method: O(entries) per step
};

[[nodiscard]] std::string_view name_of(EigenSolver solver);
[[nodiscard]] EigenSolver eigen_solver_named(std::string_view name);

struct EigenOptions {
    EigenSolver solver = EigenSolver::automatic;
    double tolerance = 1e-10;  ///< iterative: stop at ||L v - lambda v|| <= tolerance * lambda
    int most_iterations = 0;   ///< iterative: beyond this the vector is returned as not converged; 0 means by size
};

struct TopEigenpair {
    double value = 0;            ///< lambda_max
    std::vector<double> vector;  ///< v_max, unit length
    double residual = 0;         ///< ||L v - lambda v||
    double upper_bound = 0;      ///< no eigenvalue is larger: value + residual if converged, else a bound that always holds
    int iterations = 0;
    bool converged = true;
    double seconds = 0;
};

/// The largest eigenvalue of a graph's Laplacian and its eigenvector (Sec. III-A). Self-loops are ignored. The
/// start vector is drawn from the seed: all ones would be orthogonal to v_max on every even grid. If the largest
/// eigenvalue is multiple, the vector is one of its eigenspace. A graph without edges has value 0.
///
/// @code
/// const TopEigenpair top = top_eigenpair(ring_graph(6).graph, Laplacian::symmetric, {}, Seed(1));
/// assert(std::abs(top.value - 2) < 1e-9);  // bipartite: the largest possible eigenvalue
/// @endcode
[[nodiscard]] TopEigenpair top_eigenpair(const Graph& graph, Laplacian laplacian, const EigenOptions& options, Seed seed);

}  // namespace ndpool
