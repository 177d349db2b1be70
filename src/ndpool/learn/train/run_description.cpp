#include "ndpool/learn/train/run_description.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace ndpool {

namespace {

using Json = nlohmann::ordered_json;

/// The first place where two objects differ: its path and both values.
std::string difference_below(const Json& there, const Json& here, const std::string& path) {
    if (there.is_object() && here.is_object()) {
        for (const auto& [key, value] : here.items()) {
            const std::string name = path.empty() ? key : path + "." + key;
            if (!there.contains(key)) {
                return fmt::format("{} is not there", name);
            }
            if (std::string found = difference_below(there.at(key), value, name); !found.empty()) {
                return found;
            }
        }
        return {};
    }
    return there == here ? std::string() : fmt::format("{} is {} there and {} here", path, there.dump(), here.dump());
}

}  // namespace

std::string first_difference(const Json& there, const Json& here) {
    return difference_below(there, here, "");
}

bool RunDescription::operator==(const RunDescription& other) const {
    return difference_between(*this, other).empty();
}

std::string difference_between(const RunDescription& there, const RunDescription& here) {
    return first_difference(to_json(there), to_json(here));
}

nlohmann::ordered_json to_json(const RunDescription& description) {
    return {{"dataset", description.dataset},
            {"graphs", description.graphs},
            {"content", fmt::format("{:016x}", description.content)},
            {"options", to_json(description.options)}};
}

RunDescription run_description_from_json(const nlohmann::ordered_json& json) {
    return {run_options_from_json(json.at("options")), json.at("dataset"), json.at("graphs"),
            std::stoull(json.at("content").get<std::string>(), nullptr, 16)};
}

}  // namespace ndpool
