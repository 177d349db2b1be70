#pragma once

#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

struct LevelBoundsOptions {
    int eigenvalues = 10;              ///< at most 12
    NodeId factor_up_to = 20000;       ///< nodes of a level whose lower bounds are proved by a factor
    double most_factor_entries = 2e6;  ///< a larger factor is not made
    Parallel parallel = {};
};

/// Bounds of the exact spectrum of a level.
struct LevelBounds {
    int level = 0;              ///< Level::number
    std::vector<double> lower;  ///< of the smallest eigenvalues that are not zero in both pyramids, ascending
    std::vector<double> upper;
    /// The lower bounds are proved except for rounding: the Laplacian minus each of them was factorised, and the signs of the
    /// pivots show that no more eigenvalues than allowed are below it. Otherwise a lower bound is only a Ritz value minus the
    /// expected error of its iteration: an eigenvalue could have been missed.
    bool proved = false;
};

/// The Schur complement is monotone: if one pyramid is made by dropping edges only and another by rerouting every dropped edge
/// over others in full, the spectrum of the exact level lies between those of the two. These are bounds for both: below
/// the eigenvalues of the first, above those of the second, for which Ritz values are upper bounds.
///
/// Both pyramids must have the same base and the same nodes on the same levels, or InvalidInput is thrown. Laplacians
/// are loopy ones. An eigenvalue of the first pyramid that is zero because a level is disconnected has the lower bound zero.
///
/// @code
/// NdpOptions options = {.levels = {1}, .keep_unsparsified = true};
/// const Pyramid exact = ndp_pyramid(sensor_graph(200, Seed(1)).graph, options, Seed(1));
/// const auto bounds = level_bounds(exact, exact);
/// assert(bounds[0].lower[0] <= bounds[0].upper[0]);
/// @endcode
[[nodiscard]] std::vector<LevelBounds> level_bounds(const Pyramid& lower, const Pyramid& upper,
                                                    const LevelBoundsOptions& options = {});

}  // namespace ndpool
