#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ndpool {

/// An array of unsigned bytes as the IDX format of MNIST stores it: two zero bytes, the type, the number of dimensions, their
/// lengths as big-endian numbers of 32 bits, then the items row by row.
struct IdxArray {
    std::vector<std::uint32_t> shape;
    std::string items;  ///< one byte per item

    [[nodiscard]] std::span<const std::uint8_t> bytes() const {
        return {reinterpret_cast<const std::uint8_t*>(items.data()), items.size()};  // NOLINT
    }
};

/// Throws InvalidInput "FILE: byte N: what is wrong, what was expected" for a wrong beginning, types other than unsigned bytes,
/// and more or fewer items than the dimensions say. `file` names the bytes in messages.
[[nodiscard]] IdxArray parse_idx(std::string_view bytes, std::string_view file);

/// The same from a file, packed with gzip or not. Throws as read_file does, too.
[[nodiscard]] IdxArray read_idx(const std::filesystem::path& path);

/// What parse_idx reads.
[[nodiscard]] std::string idx_bytes(const IdxArray& array);

}  // namespace ndpool
