#pragma once

#include <filesystem>
#include <string>

namespace ndpool {

/// All bytes of a regular file as they are. Throws InvalidInput "FILE: ..." if it is missing, no file, not
/// permitted or larger than the memory that is available; IoError if reading breaks off.
[[nodiscard]] std::string read_bytes(const std::filesystem::path& path);

/// The content of a file, unpacked if it is gzip (by content, whatever its name).
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace ndpool
