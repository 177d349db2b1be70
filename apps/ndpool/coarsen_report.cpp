#include "coarsen_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/cut/cut.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

using Row = std::vector<std::string>;

std::string joined_table(const std::vector<LevelSummary>& levels) {
    std::vector<Row> rows;
    rows.reserve(levels.size());
    for (const LevelSummary& level : levels) {
        rows.push_back({fmt::to_string(level.level), fmt::to_string(level.nodes), fmt::to_string(level.fake_nodes),
                        fmt::to_string(level.edges), level.origin(), fmt::to_string(level.components)});
    }
    return text_table({"level", "nodes", "fake", "edges", "origin", "components"}, rows);
}

std::string cut_table(const std::vector<LevelSummary>& levels) {
    const bool is_measured = !levels.empty() && levels.front().spectral_distance.has_value();
    Row head{"level", "nodes", "edges before", "edges kept", "cut", "bound", "origin", "components"};
    if (is_measured) {
        head.emplace_back("distance");
    }
    std::vector<Row> rows;
    for (const LevelSummary& level : levels) {
        rows.push_back({fmt::to_string(level.level), fmt::to_string(level.nodes), fmt::to_string(level.edges_before_sparsify),
                        fmt::to_string(level.edges), fmt::format("{:.4f}", level.cut_fraction), bound_text(level), level.origin(),
                        fmt::to_string(level.components)});
        if (is_measured) {
            rows.back().push_back(fmt::format("{:.4f}", level.spectral_distance.value_or(0)));
        }
    }
    return text_table(head, rows);
}

}  // namespace

std::string bound_text(const LevelSummary& level) {
    const auto is_whole = [](const auto& origin) {
        return origin.first == name_of(CutOrigin::bipartite_exact) || origin.first == name_of(CutOrigin::trivial);
    };
    const bool is_known = level.upper_bound < 1 || std::all_of(level.origins.begin(), level.origins.end(), is_whole);
    return is_known ? fmt::format("{:.4f}", level.upper_bound) : "-";
}

std::string level_table(const std::vector<LevelSummary>& levels) {
    const bool has_cuts = levels.empty() || levels.front().has_cuts;
    return has_cuts ? cut_table(levels) : joined_table(levels);
}

std::vector<std::string> level_remarks(const std::vector<LevelSummary>& levels, std::int64_t components) {
    constexpr double far_off = 0.05;
    std::vector<std::string> remarks;
    const LevelSummary* farthest = nullptr;
    for (const LevelSummary& level : levels) {
        if (level.vanished_components > 0) {
            remarks.push_back(
                fmt::format("{} components vanished on the way to level {}", level.vanished_components, level.level));
        }
        if (level.has_cuts && level.components > components) {
            remarks.push_back(
                fmt::format("level {} fell apart: {} components, {} before it; a smaller --epsilon keeps more edges", level.level,
                            level.components, components));
        }
        components = level.components;
        const double distance = level.worst_spectral_distance.value_or(0);
        if (distance > far_off && (farthest == nullptr || distance > farthest->worst_spectral_distance.value_or(0))) {
            farthest = &level;
        }
    }
    if (farthest != nullptr) {
        remarks.push_back(
            fmt::format("the small eigenvalues of level {} are {:.1f} % off those of the exact level on average; faithful and "
                        "exact levels are closer, if they fit in memory",
                        farthest->level, 100 * farthest->worst_spectral_distance.value_or(0)));
    }
    return remarks;
}

}  // namespace ndpool::command
