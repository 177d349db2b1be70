#include "nearest_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace ndpool::command {

namespace {

/// Letters to insert, delete or exchange (Levenshtein's distance).
std::size_t letters_apart(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t exchanged = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, exchanged}));
        }
    }
    return row.back();
}

bool begins_alike(std::string_view one, std::string_view other) {
    constexpr std::size_t enough = 4;  // "--" and two letters
    return std::min(one.size(), other.size()) >= enough && (one.starts_with(other) || other.starts_with(one));
}

}  // namespace

std::string nearest_word(std::string_view mistyped, std::span<const std::string> known) {
    std::string nearest;
    std::size_t least = 1 + std::min<std::size_t>(2, mistyped.size() / 3);
    for (const std::string& word : known) {
        const std::size_t apart = letters_apart(mistyped, word);
        if (apart < least) {
            nearest = word;
            least = apart;
        }
    }
    const auto alike = std::find_if(known.begin(), known.end(), [&](const auto& word) { return begins_alike(mistyped, word); });
    return nearest.empty() && alike != known.end() ? *alike : nearest;
}

std::string suggestion(std::string_view mistyped, std::span<const std::string> known) {
    const std::string word = nearest_word(mistyped, known);
    return word.empty() ? word : fmt::format(" (did you mean {}?)", word);
}

}  // namespace ndpool::command
