#include "ndpool/draw/page/page_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

/// What is wrong; nothing if that is "".
std::string complaint_about(const PageTable& table) {
    for (const std::vector<PageCell>& row : table.rows) {
        if (row.size() != table.columns.size()) {
            return fmt::format("table '{}' has {} columns and a row of {}", table.title, table.columns.size(), row.size());
        }
    }
    return {};
}

bool is_anchor(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    });
}

}  // namespace

void check_page(const Page& page) {
    std::set<std::string> names;
    for (const PageFigure& figure : page.figures) {
        const auto require = [&](const std::string& wrong) {
            if (!wrong.empty()) {
                throw InvalidInput(fmt::format("figure '{}': {}", figure.name, wrong));
            }
        };
        require(is_anchor(figure.name) ? "" : "its name has other characters than letters, digits and dashes");
        require(names.insert(figure.name).second ? "" : "another figure has this name");
        check_parts(figure.charts);
        check_parts(figure.graphs);
        check_parts(figure.matrices);
        for (const PageTable& table : figure.tables) {
            require(complaint_about(table));
        }
    }
}

}  // namespace ndpool
