#pragma once

#include <fmt/format.h>

#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "ndpool/base/error.hpp"
#include "ndpool/pyramid/storage/json_numbers.hpp"

// Internal to pyramid/: options are read key by key; keys that remain at the end are unknown.
namespace ndpool {

/// A value of options. Numbers are finite and none is negative; lists are of numbers of levels. Throws InvalidInput for others.
template <typename Value>
Value option_value(const char* key, const nlohmann::ordered_json& found) {
    if constexpr (std::is_same_v<Value, std::vector<int>>) {
        constexpr int most_levels = 1000;
        std::vector<int> numbers;
        for (const nlohmann::ordered_json& number : found) {
            numbers.push_back(whole_number(key, number, 1, most_levels));
        }
        return numbers;
    } else if constexpr (std::integral<Value> && !std::is_same_v<Value, bool>) {
        return whole_number(key, found, Value{0}, std::numeric_limits<Value>::max());
    } else if constexpr (std::floating_point<Value>) {
        return number_between(key, found, 0, std::numeric_limits<Value>::max());
    } else {
        return found.get<Value>();
    }
}

/// Takes a key out of the object; a key that is missing leaves the value as it is.
template <typename Value>
void take(nlohmann::ordered_json& object, const char* key, Value& value) {
    if (const auto found = object.find(key); found != object.end()) {
        value = option_value<Value>(key, *found);
        object.erase(found);
    }
}

/// Takes the key "method", which must be missing or have this value.
inline void take_method(nlohmann::ordered_json& object, const std::string& expected) {
    std::string method = expected;
    take(object, "method", method);
    if (method != expected) {
        throw InvalidInput(fmt::format("options: the method is '{}', expected '{}'", method, expected));
    }
}

inline void require_all_taken(const nlohmann::ordered_json& object) {
    if (!object.empty()) {
        throw InvalidInput(fmt::format("options: unknown key '{}'", object.begin().key()));
    }
}

}  // namespace ndpool
