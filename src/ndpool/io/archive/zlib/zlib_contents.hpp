#pragma once

#include <filesystem>
#include <string_view>

#include "ndpool/io/archive/zip_contents.hpp"

// Internal to io/.
namespace ndpool {

/// An archive read by zlib alone: members that are stored or packed by deflate. Throws as libzip_contents does.
[[nodiscard]] ZipContents zlib_contents(const std::filesystem::path& path);
/// The bytes must outlive the contents; `file` is for messages.
[[nodiscard]] ZipContents zlib_contents(std::string_view bytes, const std::string& file);

}  // namespace ndpool
