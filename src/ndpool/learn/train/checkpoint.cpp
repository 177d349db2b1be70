#include "ndpool/learn/train/checkpoint.hpp"

#include <cstring>
#include <nlohmann/json.hpp>

#include "ndpool/base/content_hash.hpp"
#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

using Json = nlohmann::ordered_json;

template <typename Number>
Json binary(const std::vector<Number>& numbers) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(numbers.data());
    return Json::binary(std::vector<std::uint8_t>(bytes, bytes + numbers.size() * sizeof(Number)));
}

template <typename Number>
std::vector<Number> numbers_of(const Json& json) {
    const auto& bytes = json.get_binary();
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    if (!numbers.empty()) {
        std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
    }
    return numbers;
}

Json state_json(const FoldState& state) {
    Json history = Json::array();
    for (const EpochRecord& record : state.history) {
        history.push_back(
            {record.epoch, record.loss, record.accuracy, record.validation_loss, record.validation_accuracy, record.seconds});
    }
    return {{"values", binary(state.values)},
            {"first", binary(state.adam.first)},
            {"second", binary(state.adam.second)},
            {"steps", state.adam.steps},
            {"best_values", binary(state.best_values)},
            {"best_loss", state.best_loss},
            {"best_epoch", state.best_epoch},
            {"history", history},
            {"finished", state.finished},
            {"test_loss", state.test_loss},
            {"test_accuracy", state.test_accuracy},
            {"test_predictions", binary(state.test_predictions)}};
}

FoldState state_of(const Json& json) {
    FoldState state;
    state.values = numbers_of<float>(json.at("values"));
    state.adam.first = numbers_of<float>(json.at("first"));
    state.adam.second = numbers_of<float>(json.at("second"));
    state.adam.steps = json.at("steps");
    state.best_values = numbers_of<float>(json.at("best_values"));
    state.best_loss = json.at("best_loss");
    state.best_epoch = json.at("best_epoch");
    for (const Json& row : json.at("history")) {
        state.history.push_back({row.at(0), row.at(1), row.at(2), row.at(3), row.at(4), row.at(5)});
    }
    state.finished = json.at("finished");
    state.test_loss = json.at("test_loss");
    state.test_accuracy = json.at("test_accuracy");
    if (json.contains("test_predictions")) {
        state.test_predictions = numbers_of<int>(json.at("test_predictions"));
    }
    return state;
}

/// Characters of the checksum at the end of a checkpoint.
constexpr std::size_t checksum_length = 32;

std::optional<std::string> text_at(const Json& json, const char* key) {
    return json.contains(key) ? std::optional(json.at(key).dump()) : std::nullopt;
}

}  // namespace

std::string checkpoint_bytes(int fold, std::string_view run, const FoldState& state) {
    Json json = state_json(state);
    json["fold"] = fold;
    json["run"] = run;
    const std::vector<std::uint8_t> packed = Json::to_cbor(json);
    std::string bytes(packed.begin(), packed.end());
    return bytes + text_of(content_hash(bytes));
}

Checkpoint checkpoint_from(std::string_view bytes) {
    if (bytes.size() < checksum_length) {
        throw InvalidInput("too short for a checkpoint");
    }
    const std::string_view packed = bytes.substr(0, bytes.size() - checksum_length);
    if (bytes.substr(packed.size()) != text_of(content_hash(packed))) {
        throw InvalidInput("the checksum differs");
    }
    const Json json = Json::from_cbor(packed);
    return {state_of(json), text_at(json, "fold"), text_at(json, "run")};
}

}  // namespace ndpool
