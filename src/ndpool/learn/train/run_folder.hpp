#pragma once

#include <filesystem>
#include <optional>

#include "ndpool/learn/train/fold_training.hpp"
#include "ndpool/learn/train/run_description.hpp"
#include "ndpool/learn/train/run_result.hpp"

namespace ndpool {

/// The folder of a run, with
/// - `config.json`: the description, the encoding of features and the classes,
/// - `metrics.jsonl` and `metrics.csv`: one line per epoch; sorted by fold and epoch once the run has ended,
/// - `models/fold_K.npz`: the best weights of each fold by name, as NumPy reads them,
/// - `checkpoints/fold_K.cbor`: the state of each fold,
/// - `predictions.csv` with the predicted class of every test graph, `index.html` with curves and `result.json` at the end.
/// Files appear as a whole or not at all. Several threads may save folds at once.
class RunFolder {
public:
    explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Whether a run was started here.
    [[nodiscard]] bool has_run() const;
    /// Whether there are files that no run wrote. Those that a run left behind that was killed at its start do not count.
    [[nodiscard]] bool has_something_else() const;
    /// Makes the folder and its config.json, the first file of a run.
    void begin(const RunDescription& description, const PreparedData& data) const;
    /// Removes the files of a run, config.json last, and leaves all others.
    void clear() const;
    /// Throws InvalidInput if there is no run here, or what is there cannot be read.
    [[nodiscard]] RunDescription description() const;
    [[nodiscard]] FeatureEncoding encoding() const;
    [[nodiscard]] std::vector<long> labels() const;
    [[nodiscard]] DataFacts facts() const;

    /// A checkpoint carries the number of its fold and a mark of its run.
    void save(int fold, const FoldState& state) const;
    /// Nothing if the fold was not started. Throws InvalidInput if the file is broken, or of another fold or run.
    [[nodiscard]] std::optional<FoldState> load(int fold) const;

    void save_model(int fold, const ParameterPlan& plan, const std::vector<float>& values) const;
    [[nodiscard]] std::vector<float> load_model(int fold, const ParameterPlan& plan) const;
    [[nodiscard]] bool has_model(int fold) const;

    /// Appends one line to the metrics.
    void append_metrics(int fold, const EpochRecord& record) const;
    /// Replaces the metrics by all epochs of these folds.
    void write_metrics(const std::vector<FoldState>& folds) const;
    void write_predictions(const std::string& csv) const;
    void write_page(const std::string& html) const;
    void write_result(const RunResult& result) const;
    /// Nothing if the run has not ended. Throws InvalidInput if the file cannot be read, or holds what no run can produce.
    [[nodiscard]] std::optional<RunResult> result() const;

private:
    /// A hash of config.json, as text.
    [[nodiscard]] std::string mark() const;

    std::filesystem::path path_;
};

}  // namespace ndpool
