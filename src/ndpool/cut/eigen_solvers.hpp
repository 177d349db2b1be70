#pragma once

#include <span>
#include <vector>

#include "ndpool/cut/top_eigenvector.hpp"

// Internal to cut/: the two solvers behind top_eigenpair and the operator they share.
namespace ndpool {

/// x -> L x without forming L; the self-loops of the graph are left out.
class LaplacianOperator {
public:
    LaplacianOperator(const Graph& graph, Laplacian laplacian);

    [[nodiscard]] std::size_t size() const { return diagonal_.size(); }
    void apply(std::span<const double> x, std::span<double> y);
    /// The whole matrix, row by row.
    [[nodiscard]] std::vector<double> dense() const;

private:
    const Graph& graph_;
    std::vector<double> diagonal_;
    std::vector<double> scaling_;  ///< D^(-1/2) for the symmetric Laplacian, ones otherwise
    std::vector<double> scaled_;   ///< scaling * x of the product under way
};

[[nodiscard]] std::vector<double> random_unit_vector(std::size_t size, Seed seed);

[[nodiscard]] TopEigenpair dense_top_eigenpair(LaplacianOperator& matrix, Seed seed);
[[nodiscard]] TopEigenpair iterative_top_eigenpair(LaplacianOperator& matrix, double tolerance, int most_steps, Seed seed);

}  // namespace ndpool
