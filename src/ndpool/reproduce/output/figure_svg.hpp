#pragma once

#include <string>

#include "ndpool/reproduce/report_figure.hpp"

namespace ndpool {

/// All parts of a figure as one stand-alone SVG, light, as for a paper: charts in rows, graphs level by level, matrices, tables.
/// A missing figure has the reason and the command that fills the gap.
[[nodiscard]] std::string figure_svg(const ReportFigure& figure);

}  // namespace ndpool
