#pragma once

#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Eigenvectors of the smallest non-zero eigenvalues of a small graph's loopy Laplacian, ascending.
struct LowModes {
    std::vector<double> values;
    std::vector<std::vector<double>> vectors;  ///< unit length

    [[nodiscard]] std::size_t size() const { return values.size(); }
};

/// The `count` lowest modes, or as many as there are, iterated until their values change by less than 1e-4. For graphs of about
/// a thousand nodes. The modes of a similar graph are a good `start`.
[[nodiscard]] LowModes low_modes(const Graph& graph, std::size_t count, const LowModes& start = {});

}  // namespace ndpool
