#pragma once

#include <string_view>

#include "ndpool/graph/sparse_matrix.hpp"

namespace ndpool {

/// Throw InvalidInput, "rows is 0, expected at least 1", unless the argument of that name is in its range.
void require_at_least(std::string_view name, double value, double least);
void require_at_most(std::string_view name, double value, double most);
void require_probability(std::string_view name, double value);

/// rows * columns if nodes can be numbered that far, else TooLarge; both must be at least 1.
[[nodiscard]] NodeId cell_count(NodeId rows, NodeId columns);

}  // namespace ndpool
