// Internal: the spectra of the graphs of a pyramid themselves, each helping the next finer one.
#pragma once

#include <vector>

#include "ndpool/linalg/laplacian/block_eigenvalues.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// The base and the levels of a pyramid, each with its pool; the pyramid must outlive them.
[[nodiscard]] NestedGraphs nested_graphs(const Pyramid& pyramid);

struct MultigridSettings {
    int wanted = 10;
    double tolerance = 3e-3;
    /// Levels of at most so many nodes may stand in for the base where coarser ones are measured.
    NodeId reference_up_to = 20000;
};

/// Whether eigenvalues to a few tenths of a percent will do, which leaves room for shortcuts.
[[nodiscard]] bool tolerance_is_rough(const MultigridSettings& settings);

/// What the V-cycles have shown on the levels so far.
struct ConvergenceHistory {
    double contraction = 0;  ///< what a step left of the errors at worst
    bool seen = false;

    /// How a solver on a level of so many nodes goes about it.
    [[nodiscard]] BlockEigenOptions options(const MultigridSettings& settings, NodeId nodes) const;
    void learn(const BlockEigenPairs& pairs);
};

/// The smallest eigenvalues of a level's own graph that are not zero.
struct LevelEigenpairs {
    std::vector<double> values;
    NodeId zeros = 0;     ///< eigenvalues zero, which are not among the values
    VectorBlock vectors;  ///< of the values, and of zeros that the finer level does not have in the last columns
    bool converged = true;
    bool factored = false;       ///< found by a factor, to about ten digits
    double estimated_error = 0;  ///< relative, of the values that were wanted
};

/// Of every stored level but the base, whose place 0 stays empty: of small levels by a factor, of others from the vectors of the
/// next coarser one, which are extended and improved.
[[nodiscard]] std::vector<LevelEigenpairs> find_level_eigenpairs(const Multigrid& grid, const MultigridSettings& settings,
                                                                 ConvergenceHistory& history, EigenSpace& space,
                                                                 const Parallel& parallel);

/// Vectors of stored level + 1 as a start for those of a level, all of whose nodes count.
[[nodiscard]] VectorBlock extended_start(const Multigrid& grid, std::size_t level, const VectorBlock& coarser, CycleSpace& space,
                                         const Parallel& parallel);

}  // namespace ndpool
