#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace ndpool {

/// The file formats of graphs; `tu` is a data set of many graphs, `ndg` ndpool's binary format.
enum class Format : std::uint8_t { mtx, metis, edges, npz, rudy, tu, graphml, gml, ndg };

/// "mtx", "metis", "edges", "npz", "rudy", "tu", "graphml", "gml", "ndg".
[[nodiscard]] std::string_view format_name(Format format);
/// The format of that name; throws InvalidInput with the list of names.
[[nodiscard]] Format format_named(std::string_view name);

/// The format by the ending of a file's name, ignoring a further .gz; nothing if the ending is unknown.
///
/// @code
/// assert(format_of_ending("road.mtx.gz") == Format::mtx && !format_of_ending("road.jpg"));
/// @endcode
[[nodiscard]] std::optional<Format> format_of_ending(const std::filesystem::path& path);

/// The format by the unpacked content, with the ending as a hint. The first bytes of Matrix Market, zip, XML and ndpool's binary
/// format outweigh the ending, and so does rudy where the numbers can be nothing else. Throws InvalidInput "FILE: ..." if neither
/// decides.
[[nodiscard]] Format guess_format(const std::filesystem::path& path, std::string_view content);

}  // namespace ndpool
