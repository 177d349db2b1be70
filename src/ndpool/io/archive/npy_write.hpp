#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/io/archive/byte_stream.hpp"

namespace ndpool {

/// A .npy file of version 1.0 with little-endian items, byte for byte reproducible. The values must outlive the source.
[[nodiscard]] ByteSource npy_source(std::span<const double> values);
[[nodiscard]] ByteSource npy_source(std::span<const std::int32_t> values);
[[nodiscard]] ByteSource npy_source(std::span<const std::int64_t> values);
/// The same for items that are computed from their positions while they are written. Number is double, std::int32_t or
/// std::int64_t.
template <typename Number>
[[nodiscard]] ByteSource npy_source_of_items(std::uint64_t count, std::function<Number(std::uint64_t)> item);

/// The bytes of such a file in memory. Text is a single item, of an empty shape.
[[nodiscard]] std::string npy_bytes(const std::vector<double>& values);
[[nodiscard]] std::string npy_bytes(const std::vector<std::int32_t>& values);
[[nodiscard]] std::string npy_bytes(const std::vector<std::int64_t>& values);
[[nodiscard]] std::string npy_bytes(std::string_view text);
/// A matrix, row by row.
[[nodiscard]] std::string npy_matrix_bytes(std::span<const double> values, std::uint64_t rows, std::uint64_t columns);
[[nodiscard]] std::string npy_matrix_bytes(std::span<const std::int64_t> values, std::uint64_t rows, std::uint64_t columns);
[[nodiscard]] std::string npy_matrix_bytes(std::span<const float> values, std::uint64_t rows, std::uint64_t columns);

}  // namespace ndpool
