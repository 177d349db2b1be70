// Internal: numbers out of JSON that somebody may have edited. No number gets further without being checked against its range.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "ndpool/base/error.hpp"

namespace ndpool {

/// A whole number between two ends, neither of which is negative. Throws InvalidInput "KEY: found -3, expected ...".
template <std::integral Number, typename Json>
Number whole_number(std::string_view key, const Json& found, Number least, Number most) {
    const bool is_whole = found.is_number_integer() && (found.is_number_unsigned() || found.template get<std::int64_t>() >= 0);
    const std::uint64_t number = is_whole ? found.template get<std::uint64_t>() : 0;
    if (!is_whole || number < static_cast<std::uint64_t>(least) || number > static_cast<std::uint64_t>(most)) {
        throw InvalidInput(fmt::format("{}: found {}, expected a whole number from {} to {}", key, found.dump(), least, most));
    }
    return static_cast<Number>(number);
}

template <std::integral Number, typename Json>
Number whole_number_at(const Json& object, const char* key, Number least, Number most) {
    return whole_number(key, object.at(key), least, most);
}

/// A number between two ends; never NaN.
template <typename Json>
double number_between(std::string_view key, const Json& found, double least, double most) {
    const double number = found.is_number() ? found.template get<double>() : 0;
    if (!found.is_number() || !(number >= least && number <= most)) {
        throw InvalidInput(fmt::format("{}: found {}, expected a number from {} to {}", key, found.dump(), least, most));
    }
    return number;
}

template <typename Json>
double number_at(const Json& object, const char* key, double least, double most) {
    return number_between(key, object.at(key), least, most);
}

}  // namespace ndpool
