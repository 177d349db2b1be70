#include "ndpool/reproduce/result_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

using json = nlohmann::ordered_json;

json json_of(const std::optional<MeanStd>& spread) {
    if (!spread) {
        return nullptr;
    }
    return {{"mean", spread->mean}, {"std", spread->deviation}};
}

std::string html_of(const ResultTable& table) {
    std::string html =
        fmt::format("<section><h2>{}</h2><p>{}</p><table><thead><tr><th></th>", escaped(table.title), escaped(table.note));
    for (const std::string& column : table.columns) {
        html += fmt::format("<th>{}</th>", escaped(column));
    }
    html += "</tr></thead><tbody>";
    for (const ResultRow& row : table.rows) {
        html += fmt::format("<tr><th>{}</th>", escaped(row.name));
        for (const ResultCell& cell : row.cells) {
            html += fmt::format("<td><b>{}</b><span>{}</span></td>", to_text(cell.ours, table.decimals),
                                cell.paper ? "paper " + to_text(cell.paper, table.decimals) : "");
        }
        html += "</tr>";
    }
    return html + "</tbody></table></section>";
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
            cells[table.columns[c]] = {{"ours", json_of(row.cells[c].ours)}, {"paper", json_of(row.cells[c].paper)}};
        }
        rows.push_back({{"name", row.name}, {"cells", cells}});
    }
    return json{{"name", table.name}, {"title", table.title}, {"note", table.note}, {"rows", rows}}.dump(2) + "\n";
}

std::string to_html(std::span<const ResultTable> tables, const std::vector<std::string>& figures) {
    std::string html =
        R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>ndpool: the paper's results and ours</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:110rem;margin:2rem auto;padding:0 1rem;color:#1d2733;background:#fff}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.5rem .9rem;text-align:right;border-bottom:1px solid #dde3ea}
th{font-weight:600}tbody th{text-align:left;position:sticky;left:0;background:#fff}section{overflow-x:auto}td{white-space:nowrap}td span{display:block;color:#66717e;font-size:.85em}
figure{margin:2rem 0}figure svg{max-width:100%;height:auto}figcaption{color:#66717e;max-width:54rem}
</style></head><body><h1>The paper's results and ours</h1><p>Mean ± standard deviation; ours in bold, the paper's below.</p>)";
    for (const std::string& figure : figures) {
        html += figure;
    }
    for (const ResultTable& table : tables) {
        html += html_of(table);
    }
    return html + "</body></html>\n";
}

}  // namespace ndpool
