#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ndpool/reproduce/report_figure.hpp"
#include "terminal.hpp"

namespace ndpool::command {

/// What a folder of trained networks holds.
struct TableReport {
    std::vector<std::string> targets;          ///< experiments that are shown from the folder's results
    std::span<const ResultTable> tables = {};  ///< written before, as CSV and JSON
    FigureOrigin origin = {};
};

/// Writes the tables, then SVG of every target and index.html, the same page as that of other targets; of targets that are not
/// among the tables CSV and JSON too. Makes the folder if it is not there.
void write_table_report(const std::filesystem::path& folder, const TableReport& report);

/// The command, seed, version and day of a table that is being made.
[[nodiscard]] FigureOrigin origin_of(const std::string& target, bool quick, const std::string& data, const CommonOptions& common);

/// Throws InvalidInput if the folder holds anything but an earlier table of this name.
void require_place_for_table(const std::filesystem::path& folder, const std::string& name);

}  // namespace ndpool::command
