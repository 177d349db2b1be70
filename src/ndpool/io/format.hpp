#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace ndpool {

/// The forms a graph can have as a file; `tu` is a data set of many graphs.
enum class Format : std::uint8_t { mtx, metis, edges, npz, rudy, tu, graphml, gml };

/// "mtx", "metis", "edges", "npz", "rudy", "tu", "graphml", "gml".
[[nodiscard]] std::string_view format_name(Format format);
/// The format of that name; throws InvalidInput with the list of names.
[[nodiscard]] Format format_named(std::string_view name);

/// By the ending of a file's name, a further .gz aside; nothing if the ending is unknown.
[[nodiscard]] std::optional<Format> format_of_ending(const std::filesystem::path& path);

/// By an unpacked content, with the ending as a hint: the first bytes of Matrix Market, zip and XML, and rudy where the numbers
/// can be nothing else, outweigh the ending. Throws InvalidInput "FILE: ..." if neither tells.
[[nodiscard]] Format guess_format(const std::filesystem::path& path, std::string_view content);

}  // namespace ndpool
