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

/// What the exact spectrum of a level lies between.
struct LevelBounds {
    int level = 0;              ///< Level::number
    std::vector<double> lower;  ///< of the smallest eigenvalues that are not zero for both chains, ascending
    std::vector<double> upper;
    /// The lower bounds are proved but for rounding: by the signs of the pivots when the Laplacian less each of them is
    /// factorised, no more eigenvalues are below it than may be. Otherwise a lower bound is a Ritz value less the error that its
    /// iteration leads to expect, and nothing more: an eigenvalue could have been missed.
    bool proved = false;
};

/// The Schur complement is monotone: if one pyramid is made by dropping edges only and another by rerouting every dropped edge
/// over others in full, the spectrum of the exact level lies between those of the two. These are bounds for both: below
/// the eigenvalues of the first, above those of the second, where Ritz values are bounds by themselves.
///
/// Both pyramids must have the same base and the same nodes on the same levels, or InvalidInput is thrown. Laplacians
/// are loopy ones. An eigenvalue of the lower chain that is zero because it fell apart has the lower bound zero.
[[nodiscard]] std::vector<LevelBounds> level_bounds(const Pyramid& lower, const Pyramid& upper,
                                                    const LevelBoundsOptions& options = {});

}  // namespace ndpool
