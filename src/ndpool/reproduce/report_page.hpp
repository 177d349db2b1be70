#pragma once

#include <span>
#include <string>

#include "ndpool/draw/page/page.hpp"
#include "ndpool/reproduce/report_figure.hpp"

namespace ndpool {

/// What a report says of itself.
struct ReportFacts {
    std::string command;  ///< that makes the report
    std::string version;  ///< of ndpool
    std::string date;     ///< "2026-11-18"; empty if unknown
    std::uint64_t seed = 0;
    bool quick = false;
    std::string machine = {};  ///< processor and number of cores; empty if unknown
};

/// A table with our value in bold above the paper's.
[[nodiscard]] PageTable page_table(const ResultTable& table);
[[nodiscard]] PageTable page_table(const TextTable& table);

/// All figures as one self-contained HTML page that begins with the verdict of each. Throws InvalidInput like check_figure.
[[nodiscard]] std::string report_page(std::span<const ReportFigure> figures, const ReportFacts& facts);

}  // namespace ndpool
