// The listing of src/ndpool reads as the data flow: a folder includes only what its CMakeLists declares.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using Uses = std::map<std::string, std::set<std::string>>;

Uses declared_uses() {
    Uses uses;
    std::ifstream table(NDPOOL_MODULE_TABLE);
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        std::string name;
        words >> name;
        name.pop_back();  // the colon
        auto& used = uses[name];
        for (std::string other; words >> other;) {
            used.insert(other);
            used.insert(uses[other].begin(), uses[other].end());  // declared earlier: the flow has one direction
        }
        used.insert(name);
    }
    return uses;
}

TEST(House, EveryIncludeWasDeclared) {
    const Uses uses = declared_uses();
    ASSERT_FALSE(uses.empty());
    const std::regex include(R"re(^\s*#include "ndpool/([a-z_]+)/)re");
    for (const auto& file : fs::recursive_directory_iterator(NDPOOL_SOURCE_DIR)) {
        const std::string ending = file.path().extension();
        if (ending != ".cpp" && ending != ".hpp") {
            continue;
        }
        const std::string folder = fs::relative(file.path(), NDPOOL_SOURCE_DIR).begin()->string();
        ASSERT_TRUE(uses.contains(folder)) << folder << " is no declared module";
        std::ifstream source(file.path());
        for (std::string line; std::getline(source, line);) {
            std::smatch match;
            if (std::regex_search(line, match, include)) {
                EXPECT_TRUE(uses.at(folder).contains(match[1]))
                    << fmt::format("{} includes {}, which {} does not declare", file.path().string(), match[1].str(), folder);
            }
        }
    }
}

/// Folders and what they use, as the table of ARCHITECTURE.md has them: | `kron/` | what | `cut` `io` |
Uses documented_uses(std::istream& page) {
    const std::regex row(R"re(^\| `([a-z_/]+)/` \|.*\|((?: *`[a-z_/]+`)*) *\|$)re");
    const std::regex word("[a-z_/]+");
    Uses uses;
    std::smatch match;
    for (std::string line; std::getline(page, line);) {
        if (std::regex_match(line, match, row)) {
            const std::string used = match[2];
            uses[match[1]] = {std::sregex_token_iterator(used.begin(), used.end(), word), {}};
        }
    }
    return uses;
}

/// The row that speaks of a folder: its own, or that of the folder around it. Empty if there is none.
std::string row_of(std::string folder, const Uses& rows) {
    while (!folder.empty() && !rows.contains(folder)) {
        const auto slash = folder.rfind('/');
        folder.resize(slash == std::string::npos ? 0 : slash);
    }
    return folder;
}

/// What each row must say: `declared` has a line "folder: used used" for each folder.
Uses uses_of_rows(std::istream& declared, const Uses& rows) {
    Uses uses;
    for (std::string line; std::getline(declared, line);) {
        std::istringstream words(line);
        std::string folder;
        std::getline(words, folder, ':');
        const std::string row = row_of(folder, rows);
        EXPECT_NE(row, "") << "ARCHITECTURE.md has no row for " << folder << "/";
        for (std::string other; words >> other;) {
            uses[row].insert(row_of(other, rows));
        }
        uses[row].erase(row);
    }
    return uses;
}

TEST(House, TheTableOfFoldersSaysWhatEachUses) {
    std::ifstream page(fs::path(NDPOOL_SOURCE_DIR) / "../../ARCHITECTURE.md");
    std::ifstream declared(NDPOOL_MODULE_TABLE);
    const Uses rows = documented_uses(page);
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows, uses_of_rows(declared, rows));
}

TEST(House, FoldersInFoldersHaveARowOfTheirOwnOrShareOne) {
    std::istringstream declared("graph:\nlinalg: graph\nlinalg/eigen: linalg graph\ncut: linalg/eigen\n");
    std::istringstream own(
        "| `graph/` | a | |\n| `linalg/` | b | `graph` |\n| `linalg/eigen/` | c | `linalg` `graph` |\n"
        "| `cut/` | d | `linalg/eigen` |\n");
    const Uses rows = documented_uses(own);
    EXPECT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows, uses_of_rows(declared, rows));
    declared = std::istringstream(declared.str());
    std::istringstream shared("| `graph/` | a | |\n| `linalg/` | b | `graph` |\n| `cut/` | d | `linalg` |\n");
    const Uses fewer = documented_uses(shared);
    EXPECT_EQ(fewer, uses_of_rows(declared, fewer));
    declared = std::istringstream("graph:\nlinalg:\ncut: linalg\n");
    EXPECT_NE(fewer, uses_of_rows(declared, fewer)) << "linalg does not use graph";
}

TEST(House, OnlyTheCommandPrintsAndExits) {
    const std::regex printing(R"re(std::(cout|cerr|clog|exit|abort)|\bprintf\(|fmt::print)re");
    for (const auto& file : fs::recursive_directory_iterator(NDPOOL_SOURCE_DIR)) {
        if (!file.is_regular_file()) {
            continue;
        }
        std::ifstream source(file.path());
        for (std::string line; std::getline(source, line);) {
            EXPECT_FALSE(std::regex_search(line, printing)) << file.path() << ": " << line;
        }
    }
}

}  // namespace
