#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ndpool {

/// Text that may stand between tags and in quoted attributes of HTML and SVG: `<>&"'` become entities, bytes that
/// are no UTF-8 and characters that XML forbids become U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

/// At most `most` characters of UTF-8 text, the last one "…" if any were left out.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

/// "812,334".
[[nodiscard]] std::string with_thousands(std::int64_t number);

/// Three decimals, "0.583"; a dash for a number that is not finite.
[[nodiscard]] std::string short_number(double number);

/// "82.5%"; a dash for a number that is not finite.
[[nodiscard]] std::string percent(double share);

/// "1 edge", "812,334 edges".
[[nodiscard]] std::string counted(std::int64_t number, std::string_view thing);

}  // namespace ndpool
