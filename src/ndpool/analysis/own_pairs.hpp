// Internal: the spectra of the graphs of a pyramid themselves, each helping the next finer one.
#pragma once

#include <vector>

#include "ndpool/analysis/block_eigenvalues.hpp"

namespace ndpool {

struct MultigridSettings {
    int wanted = 10;
    double tolerance = 1e-3;
    /// Levels of at most so many nodes are small enough for V-cycles; larger ones take them only where smoothing does not do.
    NodeId cycles_up_to = 140000;
};

/// Where V-cycles change the values of smoothed vectors by less, finer levels are left with smoothing alone.
inline constexpr double smooth_enough = 2e-3;

/// What the V-cycles have shown on the levels so far.
struct CycleExperience {
    double first_change = 1;   ///< the relative change of the values of smoothed vectors in the first step
    double contraction = 0.5;  ///< of the errors by a step
    bool seen = false;

    /// How a solver on a level of so many nodes goes about it.
    [[nodiscard]] BlockEigenOptions options(const MultigridSettings& settings, NodeId nodes) const;
    void learn(const BlockEigenPairs& pairs);
};

/// The smallest eigenvalues of a level's own graph that are not zero.
struct OwnPairs {
    std::vector<double> values;
    NodeId zeros = 0;     ///< eigenvalues zero, which are not among the values
    VectorBlock vectors;  ///< of the values, and of zeros that the finer level does not have in the last columns
    bool converged = true;
    bool factored = false;       ///< found by a factor, to about ten digits
    double estimated_error = 0;  ///< relative, of the values that were wanted
};

/// Of every stored level but the base, whose place 0 stays empty: of small levels by a factor, of others from the vectors of the
/// next coarser one, which are extended, smoothed and improved.
[[nodiscard]] std::vector<OwnPairs> find_own_pairs(const Multigrid& grid, const MultigridSettings& settings,
                                                   CycleExperience& experience, const Parallel& parallel);

/// Vectors of stored level + 1 as a start for those of a level, all of whose nodes count.
[[nodiscard]] VectorBlock smoothed_start(const Multigrid& grid, std::size_t level, const VectorBlock& coarser,
                                         const Parallel& parallel);

}  // namespace ndpool
