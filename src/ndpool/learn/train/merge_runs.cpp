#include "ndpool/learn/train/merge_runs.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

/// Throws InvalidInput unless all folders have the same run.
void require_one_run(std::span<const fs::path> folders) {
    const RunDescription first = RunFolder(folders.front()).description();
    for (const fs::path& folder : folders) {
        std::string difference = difference_between(first, RunFolder(folder).description());
        if (difference.empty() && read_bytes(folder / "config.json") != read_bytes(folders.front() / "config.json")) {
            difference = "its config.json differs";
        }
        if (!difference.empty()) {
            throw InvalidInput(
                fmt::format("{}: this is another run than {}: {}", folder.string(), folders.front().string(), difference));
        }
    }
}

/// The folder in which a fold was finished. Throws InvalidInput unless there is just one.
const fs::path& folder_of_fold(std::span<const fs::path> folders, int fold) {
    const fs::path* found = nullptr;
    for (const fs::path& folder : folders) {
        const std::optional<FoldState> state = RunFolder(folder).load(fold);
        if (!state || !state->finished) {
            continue;
        }
        if (found != nullptr) {
            throw InvalidInput(
                fmt::format("fold {} is in {} and in {}, expected each fold once", fold, found->string(), folder.string()));
        }
        found = &folder;
    }
    if (found == nullptr) {
        throw InvalidInput(fmt::format("fold {} is not finished in any of these folders, expected those of all parts", fold));
    }
    return *found;
}

void copy_file_of_run(const fs::path& from, const fs::path& to, const fs::path& name) {
    std::error_code error;
    fs::create_directories((to / name).parent_path(), error);
    write_file(to / name, read_bytes(from / name));
}

}  // namespace

RunResult merge_runs(std::span<const fs::path> folders, const std::function<Dataset(const RunDescription&)>& read,
                     const fs::path& output, const TrainRunControl& control) {
    if (folders.empty()) {
        throw InvalidInput("there is no folder to merge");
    }
    require_one_run(folders);
    const RunDescription whole = RunFolder(folders.front()).description();
    std::vector<fs::path> folder_of;
    for (int fold = 1; fold <= whole.options.folds; ++fold) {
        folder_of.push_back(folder_of_fold(folders, fold));
    }
    const Dataset dataset = read(whole);
    AtomicFolder out(output);
    for (int fold = 1; fold <= whole.options.folds; ++fold) {
        const fs::path& from = folder_of[static_cast<std::size_t>(fold) - 1];
        copy_file_of_run(from, out.path(), fmt::format("checkpoints/fold_{}.cbor", fold));
        copy_file_of_run(from, out.path(), fmt::format("models/fold_{}.npz", fold));
    }
    copy_file_of_run(folders.front(), out.path(), "config.json");
    // Nothing is left to train: this writes metrics, predictions, page and result.
    const RunDescription here{whole.options, dataset.name, dataset.graphs.size(), content_number(dataset)};
    RunResult result = train_run(dataset, here, RunFolder(out.path()), control);
    out.commit();
    return result;
}

}  // namespace ndpool
