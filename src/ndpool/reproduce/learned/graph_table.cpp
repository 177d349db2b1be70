#include "ndpool/reproduce/learned/graph_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/learn/kernels/wl_classification.hpp"
#include "ndpool/learn/train/run_presets.hpp"
#include "ndpool/reproduce/learned/chosen_entries.hpp"
#include "ndpool/reproduce/learned/epoch_timing.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kernel_method = "wl";
constexpr std::string_view kernel_file = "kernel.json";

const PoolMethodParts& pool_of(const GraphTableColumn& column) {
    return pool_method_named(column.pool == kernel_method ? "flat" : column.pool);
}

RunOptions run_options(const GraphTableOptions& options, SameGraph unique, std::string_view dataset,
                       const GraphTableColumn& column) {
    RunOptions run = preset_named(options.preset, dataset);
    const PoolMethodParts& parts = pool_of(column);
    run.pool = parts.method;
    run.network.pool.reduce = preset_reduce(options.preset, parts.method);
    run.seed = options.seed;
    run.unique = unique;
    if (column.change != nullptr) {
        column.change(run);
    }
    run.ndp.levels = levels_of(run);
    run.folds = options.folds;
    run.training.epochs = options.epochs.value_or(run.training.epochs);
    if (!options.stops_early) {
        run.training.patience = run.training.epochs;
    }
    return run;
}

/// What the kernel's folder states about its result.
std::string kernel_text(const GraphTableOptions& options) {
    return nlohmann::ordered_json{{"method", kernel_method}, {"folds", options.folds}, {"seed", options.seed}}.dump() + "\n";
}

/// The kernel is not trained by epochs: its folder has a result and the options it was made with.
RunResult wl_result(const Dataset& dataset, const RunOptions& run, const GraphTableOptions& options, const RunFolder& folder,
                    const TrainRunControl& control) {
    std::vector<Fold> folds = folds_of(dataset, run);
    folds.resize(std::adjacent_find(folds.begin(), folds.end()) == folds.end() ? folds.size() : 1);  // nothing is random in it
    std::vector<double> accuracies;
    for (const WlFold& fold : wl_classification(dataset, folds, {}, control.parallel, control.coarsening)) {
        accuracies.push_back(fold.test_accuracy);
    }
    const MeanStd spread = mean_std_of(accuracies);
    RunResult result;
    result.fold_accuracies = accuracies;
    result.mean = spread.mean;
    result.deviation = spread.deviation;
    fs::create_directories(folder.path());
    write_file(folder.path() / kernel_file, kernel_text(options));
    folder.write_result(result);
    return result;
}

ResultTable empty_table(const GraphTableLayout& layout, std::string name, std::string title, std::string note, bool with_paper) {
    ResultTable table{std::move(name), std::move(title), std::move(note), {}, {}, with_paper ? 1 : 4};
    for (const GraphTableColumn& column : layout.columns) {
        table.columns.push_back(column.title);
    }
    for (const GraphTableRow& row : layout.rows) {
        table.rows.push_back({row.title, std::vector<ResultCell>(table.columns.size())});
        for (std::size_t c = 0; with_paper && c < row.paper.size(); ++c) {
            table.rows.back().cells[c].paper = row.paper[c];
        }
    }
    return table;
}

/// Every fold is trained until its validation loss has not fallen for `patience` epochs.
double least_hours(const EpochTiming& timing, const RunOptions& run) {
    constexpr double seconds_per_hour = 3600;
    const int epochs = std::min(run.training.patience + 1, run.training.epochs);
    return timing.seconds_per_epoch * epochs * run.folds / seconds_per_hour;
}

/// What the cells of one row were trained on, which must be the same for all.
class RowData {
public:
    /// Throws InvalidInput if this run has other data than a run before.
    void add(const fs::path& folder, const RunDescription& run) {
        if (!first_) {
            first_ = {folder, run};
            return;
        }
        const auto& [other, there] = *first_;
        if (run.content != there.content) {
            throw InvalidInput(
                fmt::format("{}: its data ({}, {} graphs) is not that of {} ({}, {} graphs); expected the same in "
                            "all cells of a row",
                            folder.string(), run.dataset, run.graphs, other.string(), there.dataset, there.graphs));
        }
    }

private:
    std::optional<std::pair<fs::path, RunDescription>> first_;
};

/// The tables as they are filled, with the folders of their cells.
class GraphTableSheet {
public:
    GraphTableSheet(const GraphTableLayout& layout, const fs::path& folder, const GraphTableOptions& options)
        : layout_(layout), folder_(folder), options_(options), data_(layout.rows.size()) {
        const std::string note = fmt::format(
            "Preset {}, seed {}: mean and standard deviation over {} folds, or over {} runs where the data comes with a split.",
            options.preset, options.seed, options.folds, options.folds);
        tables_.accuracy = empty_table(layout, layout.name, layout.title, note, true);
        tables_.seconds = empty_table(layout, "seconds-per-epoch", "Seconds of a training epoch (Fig. 7)", note, false);
        for (std::size_t r = 0; r < layout.rows.size(); ++r) {
            for (std::size_t c = 0; c < layout.columns.size(); ++c) {
                read_cell(r, c);
            }
        }
    }

    [[nodiscard]] fs::path place(std::size_t r, std::size_t c) const {
        return folder_ / "runs" / layout_.rows[r].data / layout_.columns[c].method;
    }
    [[nodiscard]] fs::path timing_file(std::size_t r, std::size_t c) const {
        return folder_ / "timing" / layout_.rows[r].data / fmt::format("{}.json", layout_.columns[c].method);
    }
    [[nodiscard]] bool is_kernel(std::size_t c) const { return layout_.columns[c].pool == kernel_method; }
    [[nodiscard]] bool is_filled(std::size_t r, std::size_t c) const {
        return tables_.accuracy.rows[r].cells[c].ours.has_value();
    }
    [[nodiscard]] bool needs_timing(std::size_t r, std::size_t c) const {
        return options_.timed_epochs && !is_kernel(c) && !fs::exists(timing_file(r, c));
    }
    [[nodiscard]] const GraphTables& tables() const { return tables_; }

    void fill(std::size_t r, std::size_t c, const RunResult& result) {
        tables_.accuracy.rows[r].cells[c].left_out.clear();
        tables_.accuracy.rows[r].cells[c].ours = MeanStd{100 * result.mean, 100 * result.deviation};
        const std::optional<EpochTiming> timing = epoch_timing_in(timing_file(r, c));
        fill_time(r, c, timing ? timing->seconds_per_epoch : result.seconds_per_epoch);
    }
    void fill_time(std::size_t r, std::size_t c, double seconds) {
        if (seconds > 0) {
            tables_.seconds.rows[r].cells[c].ours = MeanStd{seconds, std::nan("")};
        }
    }
    void leave_out_if_long(std::size_t r, std::size_t c, const EpochTiming& timing, const RunOptions& run) {
        if (const double hours = least_hours(timing, run); hours >= 1) {
            tables_.accuracy.rows[r].cells[c].left_out = fmt::format("over {:.0f} hours", std::floor(hours));
        }
    }
    /// The run of a cell. Throws InvalidInput if other cells of its row have other data.
    [[nodiscard]] RunDescription description(std::size_t r, std::size_t c, const Dataset& dataset) {
        RunDescription description{run(c, dataset.name), dataset.name, dataset.graphs.size(), content_number(dataset)};
        data_[r].add(place(r, c), description);
        return description;
    }

private:
    [[nodiscard]] RunOptions run(std::size_t c, std::string_view dataset) const {
        return run_options(options_, layout_.unique, dataset, layout_.columns[c]);
    }

    /// Takes the result, if there is one, else the time of an epoch. Throws InvalidInput if it was computed with other options.
    void read_cell(std::size_t r, std::size_t c) {
        const RunFolder run_folder(place(r, c));
        if (const std::optional<RunResult> result = run_folder.result()) {
            if (is_kernel(c)) {
                refuse_difference(r, c, kernel_difference(r, c));
            } else {
                const RunDescription there = run_folder.description();
                RunDescription here = there;
                here.options = run(c, there.dataset);
                refuse_difference(r, c, difference_between(there, here));
                data_[r].add(place(r, c), there);
            }
            fill(r, c, *result);
        } else if (const std::optional<EpochTiming> timing = epoch_timing_in(timing_file(r, c))) {
            leave_out_if_long(r, c, *timing, run(c, layout_.rows[r].data));
        }
    }

    [[nodiscard]] std::string kernel_difference(std::size_t r, std::size_t c) const {
        const fs::path file = place(r, c) / kernel_file;
        const std::string there = fs::exists(file) ? read_bytes(file) : "";
        const std::string here = kernel_text(options_);
        std::string difference = there == here ? "" : fmt::format("{} there and {} here", there, here);
        std::erase(difference, '\n');
        return difference;
    }

    void refuse_difference(std::size_t r, std::size_t c, const std::string& difference) const {
        if (!difference.empty()) {
            throw InvalidInput(fmt::format("{}: this is another run: {}; expected one folder for each choice of options",
                                           place(r, c).string(), difference));
        }
    }

    const GraphTableLayout& layout_;
    fs::path folder_;
    const GraphTableOptions& options_;
    std::vector<RowData> data_;
    GraphTables tables_;
};

/// Whether a run that has not begun would take longer than it may; the time of an epoch is measured where it is not known.
bool takes_too_long(GraphTableSheet& sheet, std::size_t r, std::size_t c, const Dataset& dataset,
                    const RunDescription& description, std::optional<double> most_hours) {
    if (!most_hours || sheet.is_kernel(c) || RunFolder(sheet.place(r, c)).has_run()) {
        return false;
    }
    std::optional<EpochTiming> timing = epoch_timing_in(sheet.timing_file(r, c));
    if (!timing) {
        timing = time_epochs(dataset, description, 1, sheet.timing_file(r, c));
    }
    if (least_hours(*timing, description.options) <= *most_hours) {
        return false;
    }
    sheet.leave_out_if_long(r, c, *timing, description.options);
    return true;
}

void make_cell(GraphTableSheet& sheet, std::size_t r, std::size_t c, const Dataset& dataset, const RunDescription& description,
               const GraphTableOptions& options, const TrainRunControl& training) {
    const RunFolder run_folder(sheet.place(r, c));
    if (!sheet.is_filled(r, c)) {
        if (takes_too_long(sheet, r, c, dataset, description, options.most_hours)) {
            return;
        }
        sheet.fill(r, c,
                   sheet.is_kernel(c) ? wl_result(dataset, description.options, options, run_folder, training)
                                      : train_run(dataset, description, run_folder, training));
    }
    if (sheet.needs_timing(r, c)) {
        const fs::path file = sheet.timing_file(r, c);
        sheet.fill_time(r, c, time_epochs(dataset, description, *options.timed_epochs, file).seconds_per_epoch);
    }
}

}  // namespace

GraphTables graph_tables(const GraphTableLayout& layout, const fs::path& folder, const GraphTableOptions& options,
                         const GraphTableControl& control) {
    (void)preset_named(options.preset, "");
    const auto rows = chosen_entries(layout.rows, options.datasets, "dataset", [](const GraphTableRow& row) { return row.data; });
    const auto columns =
        chosen_entries(layout.columns, options.methods, "method", [](const GraphTableColumn& column) { return column.method; });
    GraphTableSheet sheet(layout, folder, options);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::optional<Dataset> dataset;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const std::size_t r = rows[i];
            const std::size_t c = columns[j];
            const bool is_done = sheet.is_filled(r, c) && !sheet.needs_timing(r, c);
            if (is_done || !options.part.has(i * columns.size() + j)) {
                continue;
            }
            if (!dataset && !(dataset = control.read(layout.rows[r]))) {
                break;
            }
            const RunDescription description = sheet.description(r, c, *dataset);
            control.begin(layout.rows[r], layout.columns[c]);
            make_cell(sheet, r, c, *dataset, description, options, control.training);
            control.filled(sheet.tables());
        }
    }
    return sheet.tables();
}

}  // namespace ndpool
