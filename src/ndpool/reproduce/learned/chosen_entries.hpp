#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/base/error.hpp"

namespace ndpool {

/// The numbers of the entries that are asked for by name, in the order of the table; all if no name is given. Throws
/// InvalidInput for a name that the table does not have.
template <typename Entry, typename NameOf>
[[nodiscard]] std::vector<std::size_t> chosen_entries(const std::vector<Entry>& entries, const std::vector<std::string>& names,
                                                      std::string_view what, const NameOf& name_of) {
    std::vector<std::string> known;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        known.push_back(name_of(entries[i]));
        if (names.empty() || std::find(names.begin(), names.end(), known.back()) != names.end()) {
            numbers.push_back(i);
        }
    }
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw InvalidInput(fmt::format("the table has no {} {}, expected some of {}", what, name, fmt::join(known, ", ")));
        }
    }
    return numbers;
}

}  // namespace ndpool
