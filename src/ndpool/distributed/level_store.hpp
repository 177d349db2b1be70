#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ndpool/distributed/slice_file.hpp"
#include "ndpool/distributed/slice_vectors.hpp"
#include "ndpool/pyramid/level_summary.hpp"

// Internal to distributed/.
namespace ndpool {

/// What is known of a level that is stored.
struct StoredLevelFacts {
    int number = 0;
    std::int64_t nodes = 0;
    std::int64_t entries = 0;
    std::int64_t loops = 0;
    std::int64_t edges_before_sparsify = 0;
    std::int64_t components = 0;
    std::int64_t vanished_components = 0;
    double cut_fraction = 1;
    double upper_bound = 1;
    std::string origin;
    LevelSeconds seconds = {};
    bool small = false;  ///< made by the first rank alone, from the last level that is not

    [[nodiscard]] std::int64_t edges() const { return (entries - loops) / 2 + loops; }
};

/// What a manifest says of the level.
[[nodiscard]] LevelSummary summary_of(const StoredLevelFacts& facts);

/// Levels on the disk while a pyramid is made, in a hidden folder beside the result: `.NAME.ranks`. A level is one once
/// state.json names it; a run that was ended resumes after the last of them.
class LevelStore {
public:
    /// Opens the store for a run that `key` describes. With `resume` the levels of an earlier run with the same key are kept, and
    /// those of another run are refused with InvalidInput; without it all are removed.
    LevelStore(const Ranks& ranks, const std::filesystem::path& result, const nlohmann::ordered_json& key, bool resume);

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] const std::vector<StoredLevelFacts>& levels() const { return levels_; }
    [[nodiscard]] std::filesystem::path graph_file(int level) const { return file(level, "ndg"); }
    [[nodiscard]] std::filesystem::path pool_file(int level) const { return file(level, "pool"); }
    [[nodiscard]] std::filesystem::path nodes_file(int level) const { return file(level, "nodes"); }
    [[nodiscard]] std::filesystem::path vectors_file(int level) const { return file(level, "vectors"); }

    /// Notes that the files of a level are whole. Collective.
    void add(const StoredLevelFacts& facts);
    /// The same for several levels that the first rank made; only that one has facts. Collective.
    void add_of_first(const std::vector<StoredLevelFacts>& facts);
    /// Removes the folder. Collective.
    void remove() const;

private:
    [[nodiscard]] std::filesystem::path file(int level, const char* ending) const;
    void write_state() const;

    const Ranks& ranks_;
    std::filesystem::path folder_;
    nlohmann::ordered_json key_;
    std::vector<StoredLevelFacts> levels_;
};

/// The hidden folder of a result.
[[nodiscard]] std::filesystem::path store_folder(const std::filesystem::path& result);

}  // namespace ndpool
