#pragma once

#include "ndpool/draw/plot/chart_svg.hpp"

namespace ndpool {

/// The graphs of a picture side by side, nodes where they are in all of them: kept nodes as full discs, dropped ones as rings,
/// nodes of a cluster in one colour; the stronger an edge the darker. Edges below `epsilon` are left out. Throws InvalidInput
/// like check_part.
[[nodiscard]] SvgDrawing graph_drawing(const ReportGraph& graph, double width, double epsilon = 0);

/// A matrix as a grey picture: white is zero, the largest magnitude is black.
[[nodiscard]] SvgDrawing matrix_drawing(const ReportMatrix& matrix, double width);

/// Rows of words; columns as wide as their longest cell, long cells shortened so that the table is at most `width` wide.
[[nodiscard]] SvgDrawing table_drawing(const TextTable& table, double width);

}  // namespace ndpool
