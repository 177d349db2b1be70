#include "ndpool/reproduce/learned/epoch_timing.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

constexpr int timed_folds = 2;

}  // namespace

EpochTiming time_epochs(const Dataset& dataset, RunDescription description, int epochs, const fs::path& file) {
    description.options.folds = timed_folds;
    description.options.training.epochs = epochs;
    fs::create_directories(file.parent_path());
    const AtomicFolder never_committed(fs::path(file).replace_extension("run"));
    const RunResult result = train_run(dataset, description, RunFolder(never_committed.path()), {.parallel = {.threads = 1}});
    const EpochTiming timing{epochs, result.seconds_per_epoch};
    const nlohmann::ordered_json json{{"epochs", timing.epochs}, {"seconds_per_epoch", timing.seconds_per_epoch}};
    write_file(file, json.dump() + "\n");
    return timing;
}

std::optional<EpochTiming> epoch_timing_in(const fs::path& file) {
    if (!fs::exists(file)) {
        return std::nullopt;
    }
    try {
        const auto json = nlohmann::json::parse(read_bytes(file));
        return EpochTiming{json.at("epochs").get<int>(), json.at("seconds_per_epoch").get<double>()};
    } catch (const nlohmann::json::exception& error) {
        throw InvalidInput(fmt::format("{}: expected the time of an epoch: {}", file.string(), error.what()));
    }
}

}  // namespace ndpool
