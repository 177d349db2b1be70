#pragma once

#include <filesystem>

#include "ndpool/io/archive/zip_archive.hpp"

// Internal to io/: its source is ZipArchive on zlib alone, without bzip2, which takes the place of the one on libzip if
// NDPOOL_LIBZIP is off.
namespace ndpool {

/// A regular file of which any part can be read. Throws as open_regular_file.
[[nodiscard]] ByteSource file_source(const std::filesystem::path& path);

}  // namespace ndpool
