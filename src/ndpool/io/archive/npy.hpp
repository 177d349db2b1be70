#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/io/archive/byte_stream.hpp"

namespace ndpool {

/// One NumPy array as a .npy file of version 1, 2 or 3 holds it. The items have not been read yet; they can be read once.
struct NpyArray {
    std::string place;  ///< the file's name, for messages
    char kind = 'f';    ///< NumPy's letter: b bool, i and u integers, f real, S bytes, U Unicode
    std::size_t item_bytes = 8;
    bool big_endian = false;
    bool fortran_order = false;  ///< stored column by column
    std::vector<std::uint64_t> shape;
    ByteStream content;

    /// The number of items.
    [[nodiscard]] std::uint64_t size() const { return content.size / item_bytes; }
    /// The number of items that memory may be reserved for.
    [[nodiscard]] std::uint64_t likely_size() const { return content.likely / item_bytes; }
};

/// Throws InvalidInput "PLACE: ..." if the bytes are no array of numbers or text; pickled objects are refused.
[[nodiscard]] NpyArray parse_npy(ByteStream bytes, std::string_view place);
/// parse_npy for bytes in memory, which must outlive the array.
[[nodiscard]] NpyArray parse_npy(std::string_view bytes, std::string_view place);

/// The items as numbers, row by row in whatever order they are stored; throws InvalidInput for other kinds.
[[nodiscard]] std::vector<double> npy_numbers(const NpyArray& array);
[[nodiscard]] std::vector<std::int64_t> npy_integers(const NpyArray& array);
/// Visits the integers chunk by chunk, for callers that do not need all of them in memory.
void for_each_npy_integers(const NpyArray& array, const std::function<void(std::span<const std::int64_t>)>& visit);
/// The first item of an array of text, ASCII only.
[[nodiscard]] std::string npy_text(const NpyArray& array);

}  // namespace ndpool
