#pragma once

#include <string_view>

namespace ndpool {

/// "0.1.0": written beside every result.
///
/// @code
/// assert(std::ranges::count(version(), '.') == 2);
/// @endcode
[[nodiscard]] std::string_view version();

}  // namespace ndpool
