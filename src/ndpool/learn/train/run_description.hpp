#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "ndpool/learn/train/run_options.hpp"

namespace ndpool {

/// What identifies a run: its options and the data it is trained on. Two runs with the same description give the same result.
struct RunDescription {
    RunOptions options;
    std::string dataset;  ///< as it was named
    std::size_t graphs = 0;
    std::uint64_t content = 0;  ///< a hash of all data

    bool operator==(const RunDescription& other) const;
};

/// The first difference between two runs, in words; empty if there is none.
[[nodiscard]] std::string difference_between(const RunDescription& there, const RunDescription& here);

/// The first place where an object differs from what is here, with both values; empty if there is none.
[[nodiscard]] std::string first_difference(const nlohmann::ordered_json& there, const nlohmann::ordered_json& here);

[[nodiscard]] nlohmann::ordered_json to_json(const RunDescription& description);
/// Throws for what no description can be.
[[nodiscard]] RunDescription run_description_from_json(const nlohmann::ordered_json& json);

}  // namespace ndpool
