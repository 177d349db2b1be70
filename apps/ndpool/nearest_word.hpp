#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ndpool::command {

/// The known word that a mistyped one most likely stands for: at most two letters differ, or one begins with the other. Empty if
/// none is near.
[[nodiscard]] std::string nearest_word(std::string_view mistyped, std::span<const std::string> known);

/// " (did you mean WORD?)", or nothing.
[[nodiscard]] std::string suggestion(std::string_view mistyped, std::span<const std::string> known);

}  // namespace ndpool::command
