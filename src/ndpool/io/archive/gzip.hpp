#pragma once

#include <string>
#include <string_view>

namespace ndpool {

[[nodiscard]] bool is_gzip(std::string_view bytes);

/// The unpacked content, all members one after the other. Throws InvalidInput "FILE: ..." if the bytes are cut off or corrupt,
/// or if they unpack to more than half of the memory that is available.
[[nodiscard]] std::string gunzip(std::string_view bytes, std::string_view file);

/// Packed bytes without name or time, so that the same content gives the same bytes.
[[nodiscard]] std::string gzip(std::string_view bytes);

}  // namespace ndpool
