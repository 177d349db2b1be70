#include "ndpool/learn/train/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "ndpool/base/content_hash.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/folder_lock.hpp"
#include "ndpool/learn/train/checkpoint.hpp"
#include "ndpool/learn/train/model_file.hpp"

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

}  // namespace

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
    config.update(to_json(description));
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
    return from_config(path_, run_description_from_json);
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
    write_file(checkpoint_path(path_, fold), checkpoint_bytes(fold, mark(), state));
}

std::optional<FoldState> RunFolder::load(int fold) const {
    const fs::path path = checkpoint_path(path_, fold);
    std::error_code ignored;
    if (!fs::exists(path, ignored)) {
        return std::nullopt;
    }
    const std::string bytes = read_bytes(path);
    const auto refuse = [&](std::string_view what) {
        return InvalidInput(
            fmt::format("{}: this checkpoint is {}; remove the file to train this fold again", path.string(), what));
    };
    Checkpoint checkpoint;
    try {
        checkpoint = checkpoint_from(bytes);
    } catch (const std::exception&) {
        throw refuse("broken");
    }
    if (checkpoint.fold && *checkpoint.fold != Json(fold).dump()) {
        throw refuse(fmt::format("that of fold {}", *checkpoint.fold));
    }
    if (checkpoint.run && *checkpoint.run != Json(mark()).dump()) {
        throw refuse("that of another run");
    }
    return checkpoint.state;
}

std::string RunFolder::mark() const {
    return has_run() ? text_of(content_hash(read_bytes(path_ / "config.json"))) : "";
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
        return run_result_from_json(json);
    } catch (const std::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", (path_ / "result.json").string(), error.what()));
    }
}

}  // namespace ndpool
