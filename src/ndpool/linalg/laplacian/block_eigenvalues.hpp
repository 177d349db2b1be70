// Internal: the smallest eigenvalues of a large graph, by a block of vectors that is improved step by step.
#pragma once

#include <vector>

#include "ndpool/linalg/laplacian/multigrid.hpp"

namespace ndpool {

/// Eigenvalues of the pencil on a space of vectors, ascending, and the coefficients of the eigenvectors, which have x' M x = 1.
/// Directions that depend linearly on others, within single precision, are left out.
struct RitzPairs {
    std::vector<double> values;
    Eigen::MatrixXd coefficients;
};
[[nodiscard]] RitzPairs rayleigh_ritz(const PencilGrams& grams);

struct BlockEigenOptions {
    int wanted = 10;          ///< eigenvalues that must converge, at most block_width
    double tolerance = 1e-3;  ///< relative
    int least_steps = 1;
    int most_steps = 12;
    double contraction = 0;                      ///< the largest share of the errors that a step is known to leave
    bool vectors_wanted = true;                  ///< otherwise the last step does not compute them
    const VectorBlock* further_start = nullptr;  ///< more vectors to choose the start from, if any
};

struct BlockEigenPairs {
    std::vector<double> values;  ///< ascending, at most block_width
    VectorBlock vectors;         ///< columns in the same order
    double contraction = 0;      ///< the largest share of the errors that a step left; the known one if there was only one step
    double estimated_error = 0;  ///< the largest relative error expected of a wanted value
    bool converged = true;
    int steps = 0;
};

/// Work memory of the eigensolver, reused from call to call. It is reserved for the size of the base; unused parts cost
/// nothing.
struct EigenSpace {
    CycleSpace cycle;
    VectorBlock corrections;
    VectorBlock momentum;

    explicit EigenSpace(const Multigrid& grid) : cycle(grid.level_count()) {
        corrections.reserve(static_cast<std::size_t>(grid.graph(0).node_count()));
        momentum.reserve(static_cast<std::size_t>(grid.graph(0).node_count()));
    }
};

/// The smallest eigenvalues of L x = lambda M x on a level of the hierarchy that are not of the null space, from start vectors:
/// locally optimal block preconditioned conjugate gradients (Knyazev) with a V-cycle as preconditioner. Each value is
/// the Rayleigh quotient of a vector, never below the eigenvalue except for rounding.
[[nodiscard]] BlockEigenPairs smallest_eigenpairs(const Multigrid& grid, std::size_t level, const Mass& mass, VectorBlock start,
                                                  const BlockEigenOptions& options, EigenSpace& space, const Parallel& parallel);

}  // namespace ndpool
