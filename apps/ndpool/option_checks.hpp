#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Checks of the value of an option. A refusal reads "--seed: 'abc' ..., expected ...".
namespace ndpool::command {

/// A decimal whole number from `least` to `most`, for Option::transform: it strips leading zeros, which would mean octal.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A finite number from `least` to `most`.
[[nodiscard]] CLI::Validator finite_number(double least, double most = std::numeric_limits<double>::max());

/// One of these words.
[[nodiscard]] CLI::Validator one_of(std::vector<std::string> words);

/// The name of a file or folder to write: not empty, not "-", and without control characters.
[[nodiscard]] CLI::Validator output_name();
/// Anything but nothing.
[[nodiscard]] CLI::Validator some_word();

/// "1,3,5": ascending whole numbers from 1 to 1000. Throws InvalidInput.
[[nodiscard]] std::vector<int> parse_levels(const std::string& text);

}  // namespace ndpool::command
