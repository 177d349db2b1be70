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
