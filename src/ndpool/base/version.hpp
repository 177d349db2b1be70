#pragma once

#include <string_view>

namespace ndpool {

/// "0.1.0": written beside every result.
[[nodiscard]] std::string_view version();

}  // namespace ndpool
