#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ndpool {

/// "FILE:LINE", the beginning of a message. Lines count from 1; a member of an archive is "ARCHIVE:MEMBER".
[[nodiscard]] std::string place_of(std::string_view file, std::size_t line);

/// Throws InvalidInput "PLACE: what". Always one line, whatever the file is called.
[[noreturn]] void refuse(std::string_view place, std::string_view what);

/// Part of a file for a message: in quotes, shortened, without unprintable characters.
[[nodiscard]] std::string quoted(std::string_view piece);

}  // namespace ndpool
