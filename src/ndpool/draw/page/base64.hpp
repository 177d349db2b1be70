#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ndpool {

/// Bytes in the letters of RFC 4648, padded with '='.
[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace ndpool
