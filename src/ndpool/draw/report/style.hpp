#pragma once

#include <string>

namespace ndpool {

/// CSS rules (plain light colours) of everything that graph_svg, level_chart and legend draw.
[[nodiscard]] std::string graph_style();

}  // namespace ndpool
