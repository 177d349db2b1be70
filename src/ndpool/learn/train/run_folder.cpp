#include "ndpool/learn/train/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "ndpool/base/content_hash.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/mean_std.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/folder_lock.hpp"
#include "ndpool/learn/train/model_file.hpp"
#include "ndpool/pyramid/storage/json_numbers.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json read_json(const fs::path& path) {
    try {
        return Json::parse(read_bytes(path));
    } catch (const Json::exception&) {
        throw InvalidInput(fmt::format("{}: this is no JSON, expected what ndpool train wrote", path.string()));
    }
}

/// Reads something from config.json with the function `take`. Throws InvalidInput with the file's name if it cannot.
template <typename Take>
auto from_config(const fs::path& run, const Take& take) {
    const fs::path file = run / "config.json";
    const Json config = read_json(file);
    try {
        return take(config);
    } catch (const std::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", file.string(), error.what()));
    }
}

Json description_json(const RunDescription& description) {
    return {{"dataset", description.dataset},
            {"graphs", description.graphs},
            {"content", fmt::format("{:016x}", description.content)},
            {"options", to_json(description.options)}};
}

/// The first place where two objects differ: its path and both values.
std::string first_difference(const Json& there, const Json& here, const std::string& path) {
    if (there.is_object() && here.is_object()) {
        for (const auto& [key, value] : here.items()) {
            const std::string name = path.empty() ? key : path + "." + key;
            if (!there.contains(key)) {
                return fmt::format("{} is not there", name);
            }
            if (std::string found = first_difference(there.at(key), value, name); !found.empty()) {
                return found;
            }
        }
        return {};
    }
    return there == here ? std::string() : fmt::format("{} is {} there and {} here", path, there.dump(), here.dump());
}

Json record_json(int fold, const EpochRecord& record) {
    return {{"fold", fold},
            {"epoch", record.epoch},
            {"loss", record.loss},
            {"accuracy", record.accuracy},
            {"validation_loss", record.validation_loss},
            {"validation_accuracy", record.validation_accuracy},
            {"seconds", record.seconds}};
}

constexpr std::string_view csv_head = "fold,epoch,loss,accuracy,validation_loss,validation_accuracy,seconds\n";

std::string csv_line(int fold, const EpochRecord& record) {
    return fmt::format("{},{},{},{},{},{},{}\n", fold, record.epoch, record.loss, record.accuracy, record.validation_loss,
                       record.validation_accuracy, record.seconds);
}

std::string json_line(int fold, const EpochRecord& record) {
    return record_json(fold, record).dump() + "\n";
}

void append_to(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::app | std::ios::binary);
    file << text << std::flush;
    if (!file) {
        throw IoError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
    }
}

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

std::string checksum_of(std::string_view bytes) {
    return text_of(content_hash(bytes));
}

fs::path checkpoint_path(const fs::path& run, int fold) {
    return run / "checkpoints" / fmt::format("fold_{}.cbor", fold);
}
fs::path model_path(const fs::path& run, int fold) {
    return run / "models" / fmt::format("fold_{}.npz", fold);
}

void make_folder(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) {
        throw IoError(fmt::format("{}: cannot make this folder: {}", path.string(), error.message()));
    }
}

/// Throws for numbers that no run can produce.
RunResult result_from_json(const Json& json) {
    constexpr int most_epochs = std::numeric_limits<int>::max();
    constexpr double longest = std::numeric_limits<double>::max();
    RunResult result;
    for (const Json& accuracy : json.at("folds")) {
        result.fold_accuracies.push_back(number_between("folds", accuracy, 0, 1));
    }
    for (const Json& epochs : json.at("epochs")) {
        result.epochs.push_back(whole_number("epochs", epochs, 0, most_epochs));
    }
    for (const Json& epoch : json.at("best_epochs")) {
        result.best_epochs.push_back(whole_number("best_epochs", epoch, 0, most_epochs));
    }
    const std::size_t folds = result.fold_accuracies.size();
    const auto fits = [&](const std::vector<int>& numbers) { return numbers.empty() || numbers.size() == folds; };
    for (const Json& accuracy : json.value("validation", Json::array())) {
        result.validation_accuracies.push_back(number_between("validation", accuracy, 0, 1));
    }
    if (!fits(result.epochs) || !fits(result.best_epochs) ||
        (!result.validation_accuracies.empty() && result.validation_accuracies.size() != folds)) {  // kernels have no epochs
        throw InvalidInput(fmt::format("epochs, best_epochs and validation: expected {} numbers, one for each fold", folds));
    }
    const MeanStd spread = mean_std_of(result.fold_accuracies);
    result.mean = number_at(json, "mean", 0, 1);
    result.deviation = number_at(json, "std", 0, 1);
    constexpr double rounding = 1e-9;
    if (std::abs(result.mean - spread.mean) > rounding || std::abs(result.deviation - spread.deviation) > rounding) {
        throw InvalidInput(fmt::format("mean and std: found {} and {}, expected those of the folds, {} and {}", result.mean,
                                       result.deviation, spread.mean, spread.deviation));
    }
    result.seconds_per_epoch = number_at(json, "seconds_per_epoch", 0, longest);
    result.coarsening_seconds = number_at(json, "coarsening_seconds", 0, longest);
    result.parameters = whole_number_at(json, "parameters", std::int64_t{0}, std::numeric_limits<std::int64_t>::max());
    return result;
}

}  // namespace

bool RunDescription::operator==(const RunDescription& other) const {
    return difference_between(*this, other).empty();
}

std::string difference_between(const RunDescription& there, const RunDescription& here) {
    return first_difference(description_json(there), description_json(here), "");
}

bool RunFolder::has_run() const {
    std::error_code ignored;
    return fs::exists(path_ / "config.json", ignored);
}

bool RunFolder::has_something_else() const {
    std::error_code ignored;
    if (!fs::exists(path_, ignored) || has_run()) {
        return false;
    }
    if (!fs::is_directory(path_, ignored)) {
        return true;
    }
    const fs::directory_iterator entries(path_, ignored);
    return std::any_of(fs::begin(entries), fs::end(entries), [](const fs::directory_entry& entry) {
        const std::string name = entry.path().filename().string();
        return !name.starts_with(".config.json.partial-") && name != FolderLock::file_name;
    });
}

void RunFolder::clear() const {
    for (const std::string_view name :
         {"result.json", "predictions.csv", "checkpoints", "models", "metrics.jsonl", "metrics.csv", "config.json"}) {
        std::error_code error;
        fs::remove_all(path_ / name, error);
        if (error) {
            throw IoError(fmt::format("{}: cannot remove it: {}", (path_ / name).string(), error.message()));
        }
    }
}

void RunFolder::begin(const RunDescription& description, const PreparedData& data) const {
    make_folder(path_);
    Json config{{"program", "ndpool"}, {"version", version()}};
    config.update(description_json(description));
    config["classes"] = data.labels;
    config["data"] = {{"mean_nodes", data.facts.mean_nodes},
                      {"edge_labels", data.facts.edge_labels},
                      {"edge_attributes", data.facts.edge_attributes}};
    config["encoding"] = Json::parse(to_json(data.encoding));
    write_file(path_ / "config.json", config.dump(2) + "\n");
}

RunDescription RunFolder::description() const {
    if (!has_run()) {
        throw InvalidInput(fmt::format("{}: there is no run, expected a folder that ndpool train wrote", path_.string()));
    }
    return from_config(path_, [](const Json& config) {
        return RunDescription{run_options_from_json(config.at("options")), config.at("dataset"), config.at("graphs"),
                              std::stoull(config.at("content").get<std::string>(), nullptr, 16)};
    });
}

FeatureEncoding RunFolder::encoding() const {
    return from_config(path_, [](const Json& config) { return feature_encoding_from_json(config.at("encoding").dump()); });
}

std::vector<long> RunFolder::labels() const {
    return from_config(path_, [](const Json& config) { return config.at("classes").get<std::vector<long>>(); });
}

DataFacts RunFolder::facts() const {
    return from_config(path_, [](const Json& config) {
        const Json& data = config.at("data");
        return DataFacts{data.at("mean_nodes"), data.at("edge_labels"), data.at("edge_attributes")};
    });
}

void RunFolder::save(int fold, const FoldState& state) const {
    make_folder(path_ / "checkpoints");
    Json json = state_json(state);
    json["fold"] = fold;
    json["run"] = mark();
    const std::vector<std::uint8_t> packed = Json::to_cbor(json);
    std::string bytes(packed.begin(), packed.end());
    bytes += checksum_of(bytes);
    write_file(checkpoint_path(path_, fold), bytes);
}

std::optional<FoldState> RunFolder::load(int fold) const {
    const fs::path path = checkpoint_path(path_, fold);
    std::error_code ignored;
    if (!fs::exists(path, ignored)) {
        return std::nullopt;
    }
    const std::string bytes = read_bytes(path);
    const std::string_view packed =
        std::string_view(bytes).substr(0, bytes.size() < checksum_length ? 0 : bytes.size() - checksum_length);
    const auto refuse = [&](std::string_view what) {
        return InvalidInput(
            fmt::format("{}: this checkpoint is {}; remove the file to train this fold again", path.string(), what));
    };
    Json json;
    FoldState state;
    try {
        if (bytes.size() < checksum_length || bytes.substr(packed.size()) != checksum_of(packed)) {
            throw InvalidInput("checksum");
        }
        json = Json::from_cbor(packed);
        state = state_of(json);
    } catch (const std::exception&) {
        throw refuse("broken");
    }
    // Checkpoints of earlier versions do not state their fold.
    if (json.value("fold", Json(fold)) != Json(fold)) {
        throw refuse(fmt::format("that of fold {}", json.at("fold").dump()));
    }
    if (const std::string own = mark(); json.value("run", Json(own)) != Json(own)) {
        throw refuse("that of another run");
    }
    return state;
}

std::string RunFolder::mark() const {
    return has_run() ? checksum_of(read_bytes(path_ / "config.json")) : "";
}

void RunFolder::save_model(int fold, const ParameterPlan& plan, const std::vector<float>& values) const {
    make_folder(path_ / "models");
    write_file(model_path(path_, fold), model_bytes(plan, values));
}

std::vector<float> RunFolder::load_model(int fold, const ParameterPlan& plan) const {
    return read_model(model_path(path_, fold), plan);
}

bool RunFolder::has_model(int fold) const {
    std::error_code ignored;
    return fs::exists(model_path(path_, fold), ignored);
}

void RunFolder::append_metrics(int fold, const EpochRecord& record) const {
    append_to(path_ / "metrics.jsonl", json_line(fold, record));
    append_to(path_ / "metrics.csv", csv_line(fold, record));
}

void RunFolder::write_metrics(const std::vector<FoldState>& folds) const {
    std::string lines;
    std::string csv(csv_head);
    for (std::size_t fold = 0; fold < folds.size(); ++fold) {
        for (const EpochRecord& record : folds[fold].history) {
            lines += json_line(static_cast<int>(fold) + 1, record);
            csv += csv_line(static_cast<int>(fold) + 1, record);
        }
    }
    write_file(path_ / "metrics.jsonl", lines);
    write_file(path_ / "metrics.csv", csv);
}

void RunFolder::write_predictions(const std::string& csv) const {
    write_file(path_ / "predictions.csv", csv);
}

void RunFolder::write_page(const std::string& html) const {
    write_file(path_ / "index.html", html);
}

void RunFolder::write_result(const RunResult& result) const {
    write_file(path_ / "result.json", to_json(result).dump(2) + "\n");
}

std::optional<RunResult> RunFolder::result() const {
    std::error_code ignored;
    if (!fs::exists(path_ / "result.json", ignored)) {
        return std::nullopt;
    }
    const Json json = read_json(path_ / "result.json");
    try {
        return result_from_json(json);
    } catch (const std::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", (path_ / "result.json").string(), error.what()));
    }
}

Json to_json(const RunResult& result) {
    Json json{{"folds", result.fold_accuracies},
              {"mean", result.mean},
              {"std", result.deviation},
              {"seconds_per_epoch", result.seconds_per_epoch},
              {"coarsening_seconds", result.coarsening_seconds},
              {"parameters", result.parameters},
              {"epochs", result.epochs},
              {"best_epochs", result.best_epochs}};
    if (!result.validation_accuracies.empty()) {
        json["validation"] = result.validation_accuracies;
    }
    return json;
}

}  // namespace ndpool
