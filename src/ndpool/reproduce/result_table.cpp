#include "ndpool/reproduce/result_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace ndpool {

namespace {

using json = nlohmann::ordered_json;

json json_of(const std::optional<MeanStd>& spread) {
    if (!spread) {
        return nullptr;
    }
    return {{"mean", spread->mean}, {"std", spread->deviation}};
}

}  // namespace

std::string to_text(const std::optional<MeanStd>& spread, int decimals, std::string_view between) {
    if (!spread) {
        return "";
    }
    // A count needs no decimals.
    if (std::isnan(spread->deviation) && spread->mean == std::round(spread->mean) && std::abs(spread->mean) < 1e15) {
        return fmt::format("{:.0f}", spread->mean);
    }
    const std::string mean = fmt::format("{:.{}f}", spread->mean, decimals);
    return std::isnan(spread->deviation) ? mean : fmt::format("{}{}{:.{}f}", mean, between, spread->deviation, decimals);
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

std::string to_csv(const ResultTable& table) {
    std::string csv = "row,column,mean,std,paper_mean,paper_std\n";
    const auto number = [](const std::optional<MeanStd>& spread, double MeanStd::*member) {
        return spread && !std::isnan(*spread.*member) ? fmt::format("{}", *spread.*member) : std::string();
    };
    for (const ResultRow& row : table.rows) {
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const ResultCell& cell = row.cells[c];
            csv += fmt::format("{},{},{},{},{},{}\n", csv_field(row.name), csv_field(table.columns[c]),
                               number(cell.ours, &MeanStd::mean), number(cell.ours, &MeanStd::deviation),
                               number(cell.paper, &MeanStd::mean), number(cell.paper, &MeanStd::deviation));
        }
    }
    return csv;
}

std::string to_json(const ResultTable& table) {
    json rows = json::array();
    for (const ResultRow& row : table.rows) {
        json cells = json::object();
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            json& cell = cells[table.columns[c]];
            cell = {{"ours", json_of(row.cells[c].ours)}, {"paper", json_of(row.cells[c].paper)}};
            if (!row.cells[c].left_out.empty()) {
                cell["left_out"] = row.cells[c].left_out;
            }
        }
        rows.push_back({{"name", row.name}, {"cells", cells}});
    }
    return json{{"name", table.name}, {"title", table.title}, {"note", table.note}, {"rows", rows}}.dump(2) + "\n";
}

}  // namespace ndpool
