#pragma once

#include <filesystem>
#include <string_view>

#include "ndpool/io/archive/zip_contents.hpp"

// Internal to io/. Not there if NDPOOL_LIBZIP is off.
namespace ndpool {

/// An archive read by libzip: members that are stored or packed by deflate or bzip2. Throws InvalidInput "FILE: ..." if it is not
/// whole, IoError if the system refuses.
[[nodiscard]] ZipContents libzip_contents(const std::filesystem::path& path);
/// The bytes must outlive the contents; `file` is for messages.
[[nodiscard]] ZipContents libzip_contents(std::string_view bytes, const std::string& file);

}  // namespace ndpool
