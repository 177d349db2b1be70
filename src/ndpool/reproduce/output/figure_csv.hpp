#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ndpool/reproduce/report_figure.hpp"

namespace ndpool {

/// The data of a figure as CSV files (RFC 4180), each with its ending. The first, ".csv", has the curves of all charts, or the
/// tables if there is no chart, and so on; what else there is has an ending of its own: "-table.csv", "-text.csv", "-graph.csv",
/// "-matrix.csv". A figure without any data has a header alone.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> csv_files(const ReportFigure& figure);

}  // namespace ndpool
