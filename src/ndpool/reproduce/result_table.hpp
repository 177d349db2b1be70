#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/base/mean_std.hpp"

namespace ndpool {

/// One cell: our value beside the paper's; a cell that was not run has no value of ours. A deviation that is not known is NaN.
struct ResultCell {
    std::optional<MeanStd> ours;
    std::optional<MeanStd> paper;
    std::string left_out = {};  ///< what stands in the place of our value where it would take too much: "over 9 hours"
};

struct ResultRow {
    std::string name;
    std::vector<ResultCell> cells;  ///< one for each column
};

/// A table of the paper, with our values beside the paper's.
struct ResultTable {
    std::string name;  ///< as on the command line: "cut-size"
    std::string title;
    std::string note;  ///< how it was made
    std::vector<std::string> columns;
    std::vector<ResultRow> rows;
    int decimals = 3;  ///< number of decimals shown
};

/// A field of a CSV line (RFC 4180): quoted if it has commas, quotes or line breaks.
[[nodiscard]] std::string csv_field(const std::string& text);
[[nodiscard]] std::string to_csv(const ResultTable& table);
[[nodiscard]] std::string to_json(const ResultTable& table);
/// "0.580 ± 0.010", "0.580" without a deviation, "" without a value.
[[nodiscard]] std::string to_text(const std::optional<MeanStd>& spread, int decimals = 3, std::string_view between = " ± ");

}  // namespace ndpool
