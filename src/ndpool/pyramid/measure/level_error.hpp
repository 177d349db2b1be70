#pragma once

#include <string_view>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// How the exact spectrum was found.
enum class LevelErrorMethod : std::uint8_t {
    automatic,  ///< the factor where it is affordable, else multigrid
    factor,     ///< Lanczos with a sparse factor of the base: about eight digits
    multigrid,  ///< vectors of the base that the pyramid itself, as a multigrid hierarchy, provides and improves
};

struct LevelErrorOptions {
    int eigenvalues = 10;  ///< K of the paper; at most 12 for multigrid
    bool precise = false;  ///< multigrid: iterate until the eigenvalues converge to 1e-5 instead of 3e-3
    LevelErrorMethod method = LevelErrorMethod::automatic;
    NodeId factor_up_to = 10000;       ///< automatic: nodes of a base whose factor is tried
    double most_factor_entries = 2e6;  ///< automatic: a larger factor (random graphs fill up) is not made
    Parallel parallel = {};
};

/// How far a level is from the exact Kron reduction of the base onto the same nodes.
struct LevelError {
    int level = 0;                 ///< Level::number
    double spectral_distance = 0;  ///< as in spectral_distance.hpp, of the lists below
    /// The smallest eigenvalues of the exact reduction that are not zero, ascending; fewer if there are fewer.
    std::vector<double> exact;
    /// Those of the level's own graph, of the same ranks: zeros if the level is disconnected where the base is not.
    std::vector<double> approximate;
    bool converged = true;    ///< every eigenvalue converged to the tolerance of its method
    std::string_view method;  ///< "factor" or "multigrid"
};

/// The error of every level; exact levels are never formed. Laplacians are loopy ones: a self-loop is a conductance to
/// ground, and a component that has one has no eigenvalue zero.
///
/// With the factor all digits of the distance are right. Multigrid, in time and memory that grow with the graph, aims at a third
/// of a percent of each eigenvalue. With `precise`, and for bases of up to 20000 nodes, its exact values are Rayleigh
/// quotients, never too small except for rounding. For larger bases only the finest levels and two coarse ones are measured on
/// the base; the others are measured on a level that is small enough, and corrected by the error of that level. The pyramid
/// must have no large gaps between stored levels and must not be too far from exact: `converged` says whether it succeeded.
///
/// Throws InvalidInput for options without a meaning or a pyramid whose nodes do not fit its graphs; with
/// LevelErrorMethod::factor also TooLarge and NumericalFailure like smallest_nonzero_eigenvalues.
///
/// @code
/// const Graph graph = sensor_graph(200, Seed(1)).graph;
/// const Pyramid thinned = ndp_pyramid(graph, {.levels = {1}, .threshold = {.epsilon = 0.2}}, Seed(1));
/// assert(level_errors(thinned)[0].spectral_distance > 0.01);
/// @endcode
[[nodiscard]] std::vector<LevelError> level_errors(const Pyramid& pyramid, const LevelErrorOptions& options = {});

}  // namespace ndpool
