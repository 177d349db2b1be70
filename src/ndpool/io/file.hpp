#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace ndpool {

/// All bytes of a regular file as they are. Throws InvalidInput "FILE: ..." if it is missing, not a file, not permitted or
/// larger than the memory that is available; IoError if reading breaks off.
[[nodiscard]] std::string read_bytes(const std::filesystem::path& path);

/// The first bytes of a regular file; fewer than `length` if the file is shorter. Throws as read_bytes.
[[nodiscard]] std::string read_beginning(const std::filesystem::path& path, std::size_t length);

/// All bytes of standard input as they are. Throws InvalidInput if they are more than the memory that is available, IoError if
/// reading breaks off.
[[nodiscard]] std::string read_standard_input();

/// The content of a file, unpacked if it is gzip (by content, whatever its name).
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace ndpool
