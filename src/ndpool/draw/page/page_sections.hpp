#pragma once

#include <string>

#include "ndpool/draw/page/page.hpp"

namespace ndpool {

/// Title, lead and facts; with the verdicts of all figures if the page has a summary.
[[nodiscard]] std::string head_section(const Page& page);

/// The table of contents.
[[nodiscard]] std::string contents_section(const Page& page);

/// One figure: words and tables, and an empty place for each chart, graph and matrix, which the page's script fills.
[[nodiscard]] std::string figure_section(const PageFigure& figure, bool with_verdict);

}  // namespace ndpool
