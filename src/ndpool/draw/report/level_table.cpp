#include "ndpool/draw/report/level_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "ndpool/draw/text.hpp"
#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

constexpr std::string_view unknown = "–";

double share(EntryIndex part, EntryIndex whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : std::numeric_limits<double>::quiet_NaN();
}

std::vector<PageCell> cells(std::vector<std::string> texts) {
    std::vector<PageCell> row;
    row.reserve(texts.size());
    for (std::string& text : texts) {
        row.push_back({std::move(text)});
    }
    return row;
}

std::vector<PageCell> level_row(const LevelPicture& level, NodeId input_nodes) {
    const NodeId components = connected_components(level.sparsified).count();
    const NodeId components_before = level.reduced ? connected_components(*level.reduced).count() : components;
    const std::string split = components == components_before ? "" : fmt::format(" (was {})", with_thousands(components_before));
    return cells({fmt::format("Level {}", level.level), with_thousands(level.sparsified.node_count()),
                  percent(share(level.sparsified.node_count(), input_nodes)),
                  edges_before(level) ? with_thousands(*edges_before(level)) : std::string(unknown),
                  with_thousands(level.sparsified.edge_count()), share_of_edges(level), short_number(level.cut_fraction),
                  short_number(level.upper_bound), level.origin.empty() ? std::string(unknown) : level.origin,
                  with_thousands(components) + split});
}

void drop_empty_columns(PageTable& table) {
    for (std::size_t column = table.columns.size(); column-- > 1;) {
        const auto is_empty = [&](const std::vector<PageCell>& row) { return row[column].text == unknown; };
        if (std::all_of(table.rows.begin(), table.rows.end(), is_empty)) {
            const auto place = static_cast<std::ptrdiff_t>(column);
            table.columns.erase(table.columns.begin() + place);
            for (auto& row : table.rows) {
                row.erase(row.begin() + place);
            }
        }
    }
}

}  // namespace

std::optional<EntryIndex> edges_before(const LevelPicture& level) {
    return level.reduced ? std::optional(level.reduced->edge_count()) : level.edges_before;
}

std::string share_of_edges(const LevelPicture& level) {
    const auto edges = edges_before(level);
    return edges ? percent(share(level.sparsified.edge_count(), *edges)) : std::string(unknown);
}

PageTable level_table(const PyramidPicture& picture) {
    const Graph& input = picture.input;
    const std::string dash(unknown);
    PageTable table;
    table.columns = {"",
                     "nodes",
                     "share of nodes",
                     "edges before sparsification",
                     "edges after",
                     "share of edges",
                     "cut fraction",
                     "upper bound",
                     "origin of the cut",
                     "components"};
    table.rows.push_back(
        cells({"Input", with_thousands(input.node_count()), percent(share(input.node_count(), input.node_count())), dash,
               with_thousands(input.edge_count()), dash, dash, dash, dash, with_thousands(connected_components(input).count())}));
    for (const LevelPicture& level : picture.levels) {
        table.rows.push_back(level_row(level, input.node_count()));
    }
    drop_empty_columns(table);
    return table;
}

std::string lead_of(const PyramidPicture& picture) {
    if (picture.levels.empty()) {
        return "The input graph, without coarsened levels.";
    }
    const bool joins = !picture.levels.front().joined.empty();
    return fmt::format("The input graph and {}. Heavier edges stand out; {}.",
                       counted(static_cast<std::int64_t>(picture.levels.size()), "coarsened level"),
                       joins ? "joined nodes meet in the middle" : "every node stays in its place");
}

}  // namespace ndpool
