#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ndpool/graph/directed.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// Matrix Market: `coordinate` or `array`, `real`, `integer` or `pattern`, `general` or `symmetric`; ids from 1.
/// A symmetric file states each edge once, in either triangle. Throws InvalidInput "FILE:LINE: ...".
[[nodiscard]] Graph parse_matrix_market(std::string_view text, std::string_view file, Symmetrize how = Symmetrize::refuse);

/// Any real matrix, of any shape and sign; a symmetric one is written out in full.
[[nodiscard]] SparseMatrix parse_matrix_market_matrix(std::string_view text, std::string_view file);

/// An `array` of N x 2 or N x 3 coordinates; the third is ignored.
[[nodiscard]] std::vector<Point> parse_positions(std::string_view text, std::string_view file);

/// `coordinate real symmetric`: the lower triangle row by row.
[[nodiscard]] std::string matrix_market_text(const Graph& graph);
/// `coordinate real general`, for matrices that need not be square, like those of pooling.
[[nodiscard]] std::string matrix_market_text(const SparseMatrix& matrix);

}  // namespace ndpool
