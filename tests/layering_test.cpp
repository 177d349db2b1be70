// The listing of src/ndpool reads as the data flow: a stage includes only what its CMakeLists declares, and of other stages only
// what these have for others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// What CMake wrote down of the stages.
struct Stages {
    std::map<std::string, std::set<std::string>> uses;  ///< of each stage, itself and what it reaches among them
    std::set<std::string> open;                         ///< headers that other stages may include, as "graph/graph.hpp"

    /// The stage that a file under src/ndpool belongs to: the longest name that its path begins with.
    [[nodiscard]] std::string of(const std::string& path) const {
        std::string longest;
        for (const auto& [name, used] : uses) {
            if (path.starts_with(name + "/") && name.size() > longest.size()) {
                longest = name;
            }
        }
        return longest;
    }
};

Stages declared_stages() {
    Stages stages;
    std::ifstream table(NDPOOL_MODULE_TABLE);
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        std::string name;
        words >> name;
        name.pop_back();  // the colon
        std::set<std::string> used{name};
        for (std::string other; words >> other;) {
            EXPECT_TRUE(stages.uses.contains(other)) << name << " uses " << other << ", which comes later in the data flow";
            used.insert(stages.uses[other].begin(), stages.uses[other].end());
        }
        stages.uses[name] = used;
    }
    std::ifstream headers(NDPOOL_HEADER_TABLE);
    for (std::string kind, header; headers >> kind >> header;) {
        stages.open.insert(header);
    }
    return stages;
}

/// What is wrong with a line of a file of a stage, or of the command if the stage is empty; nothing if that is "".
std::string complaint_about(const std::string& line, const std::string& stage, const Stages& stages) {
    static const std::regex include(R"re(^\s*#include "ndpool/([^"]+)")re");
    std::smatch match;
    if (!std::regex_search(line, match, include) || match[1] == "ndpool.hpp") {
        return {};
    }
    const std::string header = match[1];
    const std::string other = stages.of(header);
    if (other.empty()) {
        return fmt::format("{} is in no stage", header);
    }
    if (other == stage) {
        return {};
    }
    if (!stage.empty() && !stages.uses.at(stage).contains(other)) {
        return fmt::format("{} does not declare that it uses {}", stage, other);
    }
    return stages.open.contains(header) ? std::string() : fmt::format("{} is internal to {}", header, other);
}

/// Calls visit(path, line) for every line of the sources in a folder.
void for_each_line(const fs::path& folder, const std::function<void(const fs::path&, const std::string&)>& visit) {
    for (const auto& file : fs::recursive_directory_iterator(folder)) {
        const std::string ending = file.path().extension();
        if (ending == ".cpp" || ending == ".hpp") {
            std::ifstream source(file.path());
            for (std::string line; std::getline(source, line);) {
                visit(file.path(), line);
            }
        }
    }
}

TEST(Layering, EveryIncludeWasDeclared) {
    const Stages stages = declared_stages();
    ASSERT_GT(stages.uses.size(), 10U);
    ASSERT_GT(stages.open.size(), 50U);
    for_each_line(NDPOOL_SOURCE_DIR, [&](const fs::path& path, const std::string& line) {
        const std::string place = fs::relative(path, NDPOOL_SOURCE_DIR);
        if (place != "ndpool.hpp") {
            ASSERT_NE(stages.of(place), "") << place << " is in no declared stage";
            EXPECT_EQ(complaint_about(line, stages.of(place), stages), "") << place;
        }
    });
}

TEST(Layering, TheCommandIncludesWhatIsOpenToOthers) {
    const Stages stages = declared_stages();
    for_each_line(NDPOOL_COMMAND_DIR, [&](const fs::path& path, const std::string& line) {
        EXPECT_EQ(complaint_about(line, "", stages), "") << path;
    });
}

TEST(Layering, ComplainsOfInternalsAndOfTheWrongDirection) {
    const Stages stages = declared_stages();
    const auto complaint = [&](const std::string& header, const std::string& stage) {
        return complaint_about("#include \"ndpool/" + header + "\"", stage, stages);
    };
    EXPECT_EQ(complaint("cut/cut.hpp", "kron"), "");
    EXPECT_EQ(complaint("cut/search/gain_buckets.hpp", "cut"), "");
    EXPECT_EQ(complaint("cut/search/gain_buckets.hpp", "kron"), "cut/search/gain_buckets.hpp is internal to cut");
    EXPECT_EQ(complaint("cut/search/gain_buckets.hpp", ""), "cut/search/gain_buckets.hpp is internal to cut");
    EXPECT_EQ(complaint("kron/kron_reduction.hpp", "cut"), "cut does not declare that it uses kron");
    EXPECT_EQ(complaint("draw/text.hpp", "pyramid"), "pyramid does not declare that it uses draw");
    EXPECT_EQ(complaint("nowhere/x.hpp", "cut"), "nowhere/x.hpp is in no stage");
}

/// What each stage declares that it uses: of CMake, lines "kron: cut"; of ARCHITECTURE.md, rows "| `kron/` | what | `cut` |".
using Uses = std::map<std::string, std::set<std::string>>;

std::set<std::string> words_in(const std::string& text) {
    static const std::regex word("[a-z_/]+");
    return {std::sregex_token_iterator(text.begin(), text.end(), word), {}};
}

Uses uses_in(const fs::path& path, const std::string& pattern) {
    const std::regex row(pattern);
    Uses uses;
    std::ifstream file(path);
    std::smatch match;
    for (std::string line; std::getline(file, line);) {
        if (std::regex_match(line, match, row)) {
            uses[match[1]] = words_in(match[2]);
        }
    }
    return uses;
}

TEST(Layering, TheTableOfStagesSaysWhatEachUses) {
    const Uses declared = uses_in(NDPOOL_MODULE_TABLE, "([a-z_/]+):(.*)");
    const Uses documented =
        uses_in(fs::path(NDPOOL_SOURCE_DIR) / "../../ARCHITECTURE.md", R"re(\| `([a-z_/]+)/` \|.*\|((?: *`[a-z_/]+`)*) *\|)re");
    ASSERT_GT(declared.size(), 10U);
    EXPECT_EQ(documented, declared);
}

TEST(Layering, NoFolderIsCrowded) {
    std::map<std::string, int> sources;
    for (const auto& file : fs::recursive_directory_iterator(NDPOOL_SOURCE_DIR)) {
        if (file.path().extension() == ".cpp") {
            ++sources[file.path().parent_path()];
        }
    }
    for (const auto& [folder, count] : sources) {
        EXPECT_LE(count, 20) << folder;
    }
}

TEST(Layering, EverySourceHasItsHeader) {
    for (const auto& file : fs::recursive_directory_iterator(NDPOOL_SOURCE_DIR)) {
        if (file.path().extension() == ".cpp") {
            EXPECT_TRUE(fs::exists(fs::path(file.path()).replace_extension(".hpp"))) << file.path();
        }
    }
}

TEST(Layering, NoSourceIsLong) {
    std::map<std::string, int> lines;
    for (const fs::path& folder : {fs::path(NDPOOL_SOURCE_DIR), fs::path(NDPOOL_SOURCE_DIR) / "../../apps"}) {
        for_each_line(folder, [&](const fs::path& path, const std::string&) { ++lines[path]; });
    }
    for (const auto& [file, count] : lines) {
        EXPECT_LE(count, 350) << file;
    }
}

/// The structures that have a member Parallel, directly or inside another member.
std::set<std::string> structures_with_threads() {
    const std::regex structure(R"(^struct (\w+) \{$)");
    const std::regex member(R"(^    (?:std::optional<)?(\w+)>? \w+(?: = .*)?;)");
    std::map<std::string, std::set<std::string>> holders;  // of each type, the structures with such a member
    std::string current;
    for_each_line(NDPOOL_SOURCE_DIR, [&](const fs::path&, const std::string& line) {
        std::smatch match;
        if (std::regex_search(line, match, structure)) {
            current = match[1];
        } else if (line.starts_with("}")) {
            current.clear();
        } else if (!current.empty() && std::regex_search(line, match, member)) {
            holders[match[1]].insert(current);
        }
    });
    std::set<std::string> found;
    for (std::vector<std::string> waiting{"Parallel"}; !waiting.empty();) {
        const std::string type = waiting.back();
        waiting.pop_back();
        for (const std::string& holder : holders[type]) {
            if (found.insert(holder).second) {
                waiting.push_back(holder);
            }
        }
    }
    return found;
}

/// Functions for many graphs take the threads as a parameter whatever the options say; all others take them one way.
TEST(Layering, ThreadsAreAnOptionOrAParameter) {
    const std::set<std::string> structures = structures_with_threads();
    ASSERT_TRUE(structures.contains("CutOptions") && structures.contains("NdpOptions"));
    std::map<std::string, std::string> texts;
    for_each_line(NDPOOL_SOURCE_DIR, [&](const fs::path& path, const std::string& line) {
        texts[path] += std::regex_replace(line.substr(0, line.find("//")), std::regex(R"(\{\})"), "") + "\n";
    });
    int functions = 0;
    for (const auto& [file, text] : texts) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find_first_of(";{}", begin), text.size());
            const std::string declaration = text.substr(begin, end - begin);
            begin = end + 1;
            if (declaration.find("const Parallel& parallel") == std::string::npos ||
                declaration.find("const Dataset&") != std::string::npos ||
                declaration.find("std::span<const Graph>") != std::string::npos) {
                continue;
            }
            ++functions;
            for (const std::string& name : structures) {
                EXPECT_FALSE(std::regex_search(declaration, std::regex("\\b" + name + "&"))) << file << ":" << declaration;
            }
        }
    }
    EXPECT_GT(functions, 50);
}

TEST(Layering, OneHeaderGathersWhatIsInstalled) {
    std::set<std::string> gathered;
    const std::regex include(R"re(^#include "ndpool/([^"]+)")re");
    std::ifstream door(fs::path(NDPOOL_SOURCE_DIR) / "ndpool.hpp");
    for (std::string line; std::getline(door, line);) {
        std::smatch match;
        if (std::regex_search(line, match, include)) {
            gathered.insert(match[1]);
        }
    }
    std::set<std::string> installed;
    std::ifstream headers(NDPOOL_HEADER_TABLE);
    for (std::string kind, header; headers >> kind >> header;) {
        if (kind == "public") {
            installed.insert(header);
        }
    }
    EXPECT_EQ(gathered, installed);
}

TEST(Layering, OnlyTheCommandPrintsAndExits) {
    const std::regex printing(R"re(std::(cout|cerr|clog|exit|abort)|\bprintf\(|fmt::print)re");
    for_each_line(NDPOOL_SOURCE_DIR, [&](const fs::path& path, const std::string& line) {
        EXPECT_FALSE(std::regex_search(line, printing)) << path << ": " << line;
    });
}

}  // namespace
