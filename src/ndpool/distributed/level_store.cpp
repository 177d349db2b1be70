#include "ndpool/distributed/level_store.hpp"

#include <fmt/format.h>

#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"

namespace ndpool {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

Json json_of(const StoredLevelFacts& facts) {
    return {{"number", facts.number},
            {"nodes", facts.nodes},
            {"entries", facts.entries},
            {"loops", facts.loops},
            {"edges_before_sparsify", facts.edges_before_sparsify},
            {"components", facts.components},
            {"vanished_components", facts.vanished_components},
            {"cut_fraction", facts.cut_fraction},
            {"upper_bound", facts.upper_bound},
            {"origin", facts.origin},
            {"seconds", {facts.seconds.eigen, facts.seconds.cut, facts.seconds.kron, facts.seconds.sparsify}},
            {"small", facts.small}};
}

StoredLevelFacts facts_from(const Json& json) {
    const auto seconds = json.at("seconds").get<std::array<double, 4>>();
    return {json.at("number"),
            json.at("nodes"),
            json.at("entries"),
            json.at("loops"),
            json.at("edges_before_sparsify"),
            json.at("components"),
            json.at("vanished_components"),
            json.at("cut_fraction"),
            json.at("upper_bound"),
            json.at("origin"),
            {seconds[0], seconds[1], seconds[2], seconds[3]},
            json.at("small")};
}

}  // namespace

LevelSummary summary_of(const StoredLevelFacts& facts) {
    LevelSummary summary;
    summary.level = facts.number;
    summary.nodes = facts.nodes;
    summary.edges = facts.edges();
    summary.edges_before_sparsify = facts.edges_before_sparsify;
    summary.components = facts.components;
    summary.vanished_components = facts.vanished_components;
    summary.cut_fraction = facts.cut_fraction;
    summary.upper_bound = facts.upper_bound;
    summary.origins[facts.origin] = 1;
    summary.seconds = facts.seconds;
    return summary;
}

fs::path store_folder(const fs::path& result) {
    const fs::path whole = result.has_filename() ? result : result.parent_path();
    return whole.parent_path() / fmt::format(".{}.ranks", whole.filename().string());
}

LevelStore::LevelStore(const Ranks& ranks, const fs::path& result, const Json& key, bool resume)
    : ranks_(ranks), folder_(store_folder(result)), key_(key) {
    std::string state;
    ranks.together([&] {
        if (!ranks.is_first()) {
            return;
        }
        std::error_code error;
        if (resume && fs::exists(folder_ / "state.json", error)) {
            state = read_file(folder_ / "state.json");
            return;
        }
        fs::remove_all(folder_, error);
        fs::create_directories(folder_, error);
        if (error) {
            throw IoError(fmt::format("{}: cannot make the folder: {}", folder_.string(), error.message()));
        }
    });
    state = ranks.from_first(state);
    if (state.empty()) {
        return;
    }
    ranks.together([&] {
        try {
            const Json json = Json::parse(state);
            if (json.at("key") != key_) {
                throw InvalidInput(
                    fmt::format("{}: this is another run, with other options or another input, expected the same to resume",
                                folder_.string()));
            }
            for (const Json& level : json.at("levels")) {
                levels_.push_back(facts_from(level));
            }
        } catch (const Json::exception& error) {
            throw InvalidInput(fmt::format("{}: {}", (folder_ / "state.json").string(), error.what()));
        }
    });
}

fs::path LevelStore::file(int level, const char* ending) const {
    return folder_ / fmt::format("level_{}.{}", level, ending);
}

void LevelStore::add(const StoredLevelFacts& facts) {
    levels_.push_back(facts);
    ranks_.together([&] {
        if (ranks_.is_first()) {
            write_state();
        }
    });
}

void LevelStore::add_of_first(const std::vector<StoredLevelFacts>& facts) {
    Json added = Json::array();
    for (const StoredLevelFacts& level : facts) {
        added.push_back(json_of(level));
    }
    for (const Json& level : Json::parse(ranks_.from_first(added.dump()))) {
        levels_.push_back(facts_from(level));
    }
    ranks_.together([&] {
        if (ranks_.is_first()) {
            write_state();
        }
    });
}

void LevelStore::write_state() const {
    Json levels = Json::array();
    for (const StoredLevelFacts& facts : levels_) {
        levels.push_back(json_of(facts));
    }
    write_file(folder_ / "state.json", Json{{"key", key_}, {"levels", std::move(levels)}}.dump(1) + "\n");
}

void LevelStore::remove() const {
    ranks_.barrier();
    if (ranks_.is_first()) {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
}

}  // namespace ndpool
