#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/draw/figure_parts.hpp"
#include "ndpool/reproduce/result_table.hpp"

namespace ndpool {

/// Where a figure comes from.
struct FigureOrigin {
    std::string command;  ///< that makes it
    std::uint64_t seed = 0;
    std::string version;  ///< of ndpool
    std::string date;     ///< "2026-11-18"; empty if unknown
    bool quick = false;   ///< made with fewer repetitions and smaller graphs
    double seconds = 0;   ///< that it took; 0 if unknown
};

/// A table or figure of the paper made by ndpool, as data. Pages, SVG, CSV and JSON are made from it.
struct ReportFigure {
    std::string name;         ///< as on the command line: "fig-density"
    std::string title;        ///< "Size of the cut while edges are added"
    std::string paper_place;  ///< "Fig. 4 and supplement"; empty if the paper has no such figure
    std::string says;         ///< one sentence on what it shows
    Verdict verdict = {};
    FigureOrigin origin = {};
    std::vector<ReportChart> charts = {};
    std::vector<ReportGraph> graphs = {};
    std::vector<ReportMatrix> matrices = {};
    std::vector<ResultTable> tables = {};
    std::vector<TextTable> texts = {};
    std::string note = {};          ///< how it was made: graphs, sizes, number of instances
    std::string fill_command = {};  ///< if it is missing, or a part of it: the command that fills the gap
};

/// Today's date in UTC, "2026-11-18".
[[nodiscard]] std::string today();

/// "agrees", "differs", "beyond the paper", "missing".
[[nodiscard]] std::string_view name_of(Agreement agreement);

/// A figure that could not be made: its words say why.
[[nodiscard]] ReportFigure missing_figure(ReportFigure figure, std::string why, std::string fill_command);

/// Throws InvalidInput like check_part for every part.
void check_figure(const ReportFigure& figure);

}  // namespace ndpool
