#pragma once

#include <string>
#include <string_view>

#include "ndpool/graph/directed.hpp"
#include "ndpool/graph/signed_graph.hpp"

namespace ndpool {

/// rudy, the format of the max-cut instances of Gset: `nodes edges`, then `i j [weight]` for each edge once, ids from 1.
/// Throws InvalidInput "FILE:LINE: ...", also for the negative weights that some of those instances have.
[[nodiscard]] Graph parse_rudy(std::string_view text, std::string_view file);

/// The same with weights of either sign.
[[nodiscard]] SignedGraph parse_signed_rudy(std::string_view text, std::string_view file);

[[nodiscard]] std::string rudy_text(const Graph& graph);

}  // namespace ndpool
