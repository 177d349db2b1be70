#include "ndpool/io/formats/idx.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ndpool/io/file.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

constexpr std::uint8_t unsigned_bytes = 0x08;
constexpr std::size_t magic_length = 4;
constexpr std::size_t most_dimensions = 8;

std::uint8_t byte_at(std::string_view bytes, std::size_t position) {
    return static_cast<std::uint8_t>(bytes[position]);
}

std::uint32_t big_endian_at(std::string_view bytes, std::size_t position) {
    std::uint32_t number = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        number = number << 8 | byte_at(bytes, position + k);
    }
    return number;
}

[[noreturn]] void refuse_at(std::string_view file, std::size_t position, const std::string& what) {
    refuse(fmt::format("{}: byte {}", file, position), what);
}

std::vector<std::uint32_t> read_shape(std::string_view bytes, std::string_view file) {
    if (bytes.size() < magic_length) {
        refuse_at(file, bytes.size(),
                  fmt::format("the file ends here, expected the {} bytes that an IDX file begins with", magic_length));
    }
    if (byte_at(bytes, 0) != 0 || byte_at(bytes, 1) != 0) {
        refuse_at(file, 0,
                  fmt::format("found {:#04x} {:#04x}, expected the two zeros that an IDX file begins with", byte_at(bytes, 0),
                              byte_at(bytes, 1)));
    }
    if (byte_at(bytes, 2) != unsigned_bytes) {
        refuse_at(file, 2,
                  fmt::format("items of type {:#04x}, expected {:#04x}, unsigned bytes", byte_at(bytes, 2), unsigned_bytes));
    }
    const std::size_t dimensions = byte_at(bytes, 3);
    if (dimensions < 1 || dimensions > most_dimensions) {
        refuse_at(file, 3, fmt::format("{} dimensions, expected 1 to {}", dimensions, most_dimensions));
    }
    if (bytes.size() < magic_length + 4 * dimensions) {
        refuse_at(file, bytes.size(), fmt::format("the file ends here, expected the lengths of {} dimensions", dimensions));
    }
    std::vector<std::uint32_t> shape;
    for (std::size_t d = 0; d < dimensions; ++d) {
        shape.push_back(big_endian_at(bytes, magic_length + 4 * d));
    }
    return shape;
}

}  // namespace

IdxArray parse_idx(std::string_view bytes, std::string_view file) {
    IdxArray array{read_shape(bytes, file), {}};
    const std::string_view items = bytes.substr(magic_length + 4 * array.shape.size());
    std::uint64_t expected = 1;
    for (const std::uint32_t length : array.shape) {
        // More than a file can have: what comes after does not matter.
        expected = __builtin_mul_overflow(expected, std::uint64_t{length}, &expected) ? ~std::uint64_t{0} : expected;
    }
    if (items.size() != expected) {
        refuse_at(file, bytes.size(),
                  fmt::format("the file ends here with {} items, expected {} as its dimensions {} say", items.size(), expected,
                              fmt::join(array.shape, " x ")));
    }
    array.items = items;
    return array;
}

IdxArray read_idx(const std::filesystem::path& path) {
    return parse_idx(read_file(path), path.string());
}

std::string idx_bytes(const IdxArray& array) {
    std::string bytes{'\0', '\0', static_cast<char>(unsigned_bytes), static_cast<char>(array.shape.size())};
    for (const std::uint32_t length : array.shape) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes += static_cast<char>(length >> shift & 0xFF);
        }
    }
    return bytes + array.items;
}

}  // namespace ndpool
