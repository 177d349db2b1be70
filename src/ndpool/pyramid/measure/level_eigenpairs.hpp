// Internal: the spectra of the graphs of a pyramid; each gives start vectors for the next finer one.
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
    /// A level of at most this number of nodes may replace the base when coarser levels are measured. With 70000, measuring
    /// sensor:100000 took 1.12 instead of .78 CPU s; distances differ by at most .001.
    NodeId reference_up_to = 20000;
};

/// Whether an accuracy of a few tenths of a percent is enough, which allows shortcuts.
[[nodiscard]] bool tolerance_is_rough(const MultigridSettings& settings);

/// The convergence of the V-cycles on the levels so far.
struct ConvergenceHistory {
    double contraction = 0;  ///< the largest share of the errors that a step left
    bool seen = false;

    /// The options of the solver on a level of this number of nodes.
    [[nodiscard]] BlockEigenOptions options(const MultigridSettings& settings, NodeId nodes) const;
    void learn(const BlockEigenPairs& pairs);
};

/// The smallest eigenvalues of a level's own graph that are not zero.
struct LevelEigenpairs {
    std::vector<double> values;
    NodeId zeros = 0;     ///< eigenvalues zero, which are not among the values
    VectorBlock vectors;  ///< of the values; in the last columns those of zeros that the finer level does not have
    bool converged = true;
    bool factored = false;       ///< found by a factor, to about ten digits
    double estimated_error = 0;  ///< relative, of the values that were wanted
};

/// The eigenpairs of every stored level but the base, whose place 0 stays empty: small levels by a factor, others from the
/// vectors of the next coarser level, which are extended and improved.
[[nodiscard]] std::vector<LevelEigenpairs> find_level_eigenpairs(const Multigrid& grid, const MultigridSettings& settings,
                                                                 ConvergenceHistory& history, EigenSpace& space,
                                                                 const Parallel& parallel);

/// Start vectors for a level, from those of stored level + 1; all nodes of the level have mass.
[[nodiscard]] VectorBlock extended_start(const Multigrid& grid, std::size_t level, const VectorBlock& coarser, CycleSpace& space,
                                         const Parallel& parallel);

}  // namespace ndpool
