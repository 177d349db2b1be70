#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ndpool {

/// Appends a number to the text, in decimal.
void append_integer(std::string& text, std::int64_t value);
/// Appends the shortest decimal that reads back as the same double; whole numbers without point or exponent up to 2^53.
void append_number(std::string& text, double value);

/// Whether every weight is 1: formats with optional weights then leave them out.
[[nodiscard]] bool are_ones(std::span<const double> weights);

}  // namespace ndpool
