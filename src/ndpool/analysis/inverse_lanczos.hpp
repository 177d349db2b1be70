// Internal: the small end of the spectrum of a connected graph.
#pragma once

#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// How the eigenvectors of the pseudo-inverse of L are found.
enum class EigenMethod : std::uint8_t {
    automatic,  ///< dense up to 200 nodes or if a quarter of the spectrum is wanted, Lanczos beyond
    dense,
    lanczos,
};

/// The `count` (at least 1) smallest non-zero eigenvalues of L = D - A of a connected graph, ascending, or all n - 1 of them if
/// there are fewer. Multiple eigenvalues come as often as they are. Throws NumericalFailure if Lanczos does not converge.
[[nodiscard]] std::vector<double> small_eigenvalues(const Graph& connected, int count,
                                                    EigenMethod method = EigenMethod::automatic);

}  // namespace ndpool
