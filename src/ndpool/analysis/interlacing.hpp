#pragma once

#include <span>

namespace ndpool {

struct InterlacingReport {
    bool holds = true;
    double worst_violation = 0;  ///< by how much the worst inequality fails, 0 if none does
};

/// Whether the spectrum of a Kron-reduced Laplacian interlaces that of the larger one (Sec. III-B): with both in descending
/// order, lambda_i >= reduced_i >= lambda_(N - N1 + i) for i = 1 .. N1. The eigenvalues may come in any order; an inequality
/// may fail by `tolerance`, in the eigenvalues' own unit. With self-loops it holds for the loopy Laplacians.
/// Throws InvalidInput if the reduced spectrum is the longer one or an eigenvalue is not a number.
///
/// @code
/// const Graph ring = ring_graph(8).graph;
/// const Graph half = kron_reduce(ring, cut_graph(ring, {}, Seed(1)));
/// assert(check_interlacing(laplacian_spectrum(ring), laplacian_spectrum(half), 1e-12).holds);
/// @endcode
[[nodiscard]] InterlacingReport check_interlacing(std::span<const double> larger_spectrum,
                                                  std::span<const double> reduced_spectrum, double tolerance);

}  // namespace ndpool
