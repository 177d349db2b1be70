#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "ndpool/base/error.hpp"

// Internal to pyramid/: options are read key by key, and what is left at the end is unknown.
namespace ndpool {

/// Takes a key out of the object; a key that is missing leaves the value as it is.
template <typename Value>
void take(nlohmann::json& object, const char* key, Value& value) {
    if (const auto found = object.find(key); found != object.end()) {
        value = found->template get<Value>();
        object.erase(found);
    }
}

/// Takes the key "method", which must be missing or have this value.
inline void take_method(nlohmann::json& object, const std::string& expected) {
    std::string method = expected;
    take(object, "method", method);
    if (method != expected) {
        throw InvalidInput(fmt::format("options: the method is '{}', expected '{}'", method, expected));
    }
}

inline void require_all_taken(const nlohmann::json& object) {
    if (!object.empty()) {
        throw InvalidInput(fmt::format("options: unknown key '{}'", object.begin().key()));
    }
}

}  // namespace ndpool
