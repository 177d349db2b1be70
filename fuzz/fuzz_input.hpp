#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "ndpool/base/error.hpp"

namespace ndpool {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Refusing is the only thing a reader may do beside reading; a message of several lines is a fault too.
template <typename Read>
int read_or_refuse(Read read) {
    try {
        read();
    } catch (const InvalidInput& error) {
        if (std::string_view(error.what()).find('\n') != std::string_view::npos) {
            __builtin_trap();
        }
    }
    return 0;
}

/// Several files in one input: each begins behind a line "@NAME" and ends before the line feed of the next such line.
inline std::map<std::string, std::string> files_in(std::string_view input) {
    std::map<std::string, std::string> files;
    while (input.starts_with('@')) {
        const auto name_end = std::min(input.find('\n'), input.size());
        const std::string name(input.substr(1, name_end - 1));
        input.remove_prefix(std::min(name_end + 1, input.size()));
        const auto end = std::min(input.find("\n@"), input.size());
        files[name] = input.substr(0, end);
        input.remove_prefix(std::min(end + 1, input.size()));
    }
    return files;
}

}  // namespace ndpool
