#pragma once

#include <string>
#include <string_view>

#include "ndpool/reproduce/report_figure.hpp"

namespace ndpool {

/// All data of a figure, without date and seconds, so that the same figure always gives the same bytes. The rows of a figure
/// with one table are at the top; gaps of charts are null.
[[nodiscard]] std::string to_json(const ReportFigure& figure);

/// What to_json wrote. Throws InvalidInput for anything else, also if parts do not fit together.
[[nodiscard]] ReportFigure figure_from_json(std::string_view json);

/// A table as to_json(ResultTable) wrote it, or the first table of a figure. Throws InvalidInput for anything else.
[[nodiscard]] ResultTable table_from_json(std::string_view json);

}  // namespace ndpool
