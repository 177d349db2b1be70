#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ndpool::command {

/// The known word that was most likely meant by a mistyped one: at most two letters differ, or one word begins with the other.
/// Empty if there is none.
[[nodiscard]] std::string nearest_word(std::string_view mistyped, std::span<const std::string> known);

/// " (did you mean WORD?)", or nothing.
[[nodiscard]] std::string suggestion(std::string_view mistyped, std::span<const std::string> known);

}  // namespace ndpool::command
