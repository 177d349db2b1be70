#include "ndpool/io/archive/npy_write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace ndpool {

namespace {

static_assert(std::endian::native == std::endian::little, "the items are written as they are in memory");

std::string header_of(std::string_view type, std::string_view shape) {
    constexpr std::size_t alignment = 64;
    constexpr std::size_t before_header = 10;
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    const std::size_t unpadded = before_header + header.size() + 1;
    header.append((alignment - unpadded % alignment) % alignment, ' ').append("\n");
    std::string file("\x93NUMPY");
    file.append({'\x01', '\x00', static_cast<char>(header.size() % 256), static_cast<char>(header.size() / 256)});
    return file.append(header);
}

template <typename Number>
std::string header_of_vector(std::uint64_t count) {
    return header_of(fmt::format("<{}{}", std::is_integral_v<Number> ? 'i' : 'f', sizeof(Number)), fmt::format("({},)", count));
}

/// A header and the content after it; `copy` takes positions that count from the beginning of the content.
template <typename Copy>
ByteSource npy_file(std::string header, std::uint64_t content_size, Copy copy) {
    const std::uint64_t size = header.size() + content_size;
    return {size, [header = std::move(header), copy = std::move(copy)](std::uint64_t begin, std::span<char> part) {
                const std::size_t from_header =
                    begin < header.size() ? std::min<std::uint64_t>(part.size(), header.size() - begin) : 0;
                std::copy_n(header.data() + std::min<std::uint64_t>(begin, header.size()), from_header, part.data());
                if (from_header < part.size()) {
                    copy(begin + from_header - header.size(), part.subspan(from_header));
                }
            }};
}

template <typename Number>
ByteSource source_of_vector(std::span<const Number> values) {
    const char* const content = reinterpret_cast<const char*>(values.data());  // NOLINT
    return npy_file(header_of_vector<Number>(values.size()), values.size_bytes(),
                    [=](std::uint64_t begin, std::span<char> part) { std::copy_n(content + begin, part.size(), part.data()); });
}

template <typename Number>
std::string matrix_bytes(std::string_view type, std::span<const Number> values, std::uint64_t rows, std::uint64_t columns) {
    std::string bytes = header_of(std::string(type), fmt::format("({}, {})", rows, columns));
    return bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());  // NOLINT
}

}  // namespace

ByteSource npy_source(std::span<const double> values) {
    return source_of_vector(values);
}

ByteSource npy_source(std::span<const std::int32_t> values) {
    return source_of_vector(values);
}

ByteSource npy_source(std::span<const std::int64_t> values) {
    return source_of_vector(values);
}

template <typename Number>
ByteSource npy_source_of_items(std::uint64_t count, std::function<Number(std::uint64_t)> item) {
    return npy_file(header_of_vector<Number>(count), count * sizeof(Number),
                    [item = std::move(item)](std::uint64_t begin, std::span<char> part) {
                        // A part may begin and end within an item.
                        while (!part.empty()) {
                            const Number value = item(begin / sizeof(Number));
                            const std::uint64_t skipped = begin % sizeof(Number);
                            const std::size_t taken = std::min<std::uint64_t>(sizeof(Number) - skipped, part.size());
                            std::memcpy(part.data(), reinterpret_cast<const char*>(&value) + skipped, taken);  // NOLINT
                            begin += taken;
                            part = part.subspan(taken);
                        }
                    });
}

template ByteSource npy_source_of_items(std::uint64_t count, std::function<double(std::uint64_t)> item);
template ByteSource npy_source_of_items(std::uint64_t count, std::function<std::int32_t(std::uint64_t)> item);
template ByteSource npy_source_of_items(std::uint64_t count, std::function<std::int64_t(std::uint64_t)> item);

std::string npy_bytes(const std::vector<double>& values) {
    return bytes_of(npy_source(values));
}

std::string npy_bytes(const std::vector<std::int32_t>& values) {
    return bytes_of(npy_source(values));
}

std::string npy_bytes(const std::vector<std::int64_t>& values) {
    return bytes_of(npy_source(values));
}

std::string npy_bytes(std::string_view text) {
    return header_of(fmt::format("|S{}", text.size()), "()").append(text);
}

std::string npy_matrix_bytes(std::span<const float> values, std::uint64_t rows, std::uint64_t columns) {
    return matrix_bytes("<f4", values, rows, columns);
}

std::string npy_matrix_bytes(std::span<const double> values, std::uint64_t rows, std::uint64_t columns) {
    return matrix_bytes("<f8", values, rows, columns);
}

std::string npy_matrix_bytes(std::span<const std::int64_t> values, std::uint64_t rows, std::uint64_t columns) {
    return matrix_bytes("<i8", values, rows, columns);
}

}  // namespace ndpool
