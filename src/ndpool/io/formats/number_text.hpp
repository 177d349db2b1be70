#pragma once

#include <cstdint>
#include <string>

namespace ndpool {

/// Appends a number to the text, in decimal.
void append_integer(std::string& text, std::int64_t value);
/// Appends the shortest decimal that reads back as the same double; whole numbers without point or exponent up to 2^53.
void append_number(std::string& text, double value);

}  // namespace ndpool
