#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ndpool {

/// One NumPy array as a .npy file of version 1, 2 or 3 holds it. `content` points into the file's bytes.
struct NpyArray {
    std::string place;  ///< the file's name, for messages
    char kind = 'f';    ///< NumPy's letter: b bool, i and u integers, f real, S bytes, U Unicode
    std::size_t item_bytes = 8;
    bool big_endian = false;
    std::vector<std::uint64_t> shape;
    std::string_view content;

    /// The number of items.
    [[nodiscard]] std::uint64_t size() const { return content.size() / item_bytes; }
};

/// Throws InvalidInput "PLACE: ..." if the bytes are no array of numbers or text; pickled objects are refused.
[[nodiscard]] NpyArray parse_npy(std::string_view bytes, std::string_view place);

/// The items as numbers; throws InvalidInput for other kinds.
[[nodiscard]] std::vector<double> npy_numbers(const NpyArray& array);
[[nodiscard]] std::vector<std::int64_t> npy_integers(const NpyArray& array);
/// The first item of an array of text, ASCII only.
[[nodiscard]] std::string npy_text(const NpyArray& array);

/// Version 1.0 files with little-endian items, byte for byte reproducible. An empty shape is a single item.
[[nodiscard]] std::string npy_bytes(const std::vector<double>& values);
[[nodiscard]] std::string npy_bytes(const std::vector<std::int32_t>& values);
[[nodiscard]] std::string npy_bytes(const std::vector<std::int64_t>& values);
[[nodiscard]] std::string npy_bytes(std::string_view text);

}  // namespace ndpool
