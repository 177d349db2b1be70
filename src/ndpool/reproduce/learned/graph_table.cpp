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

/// The result that a cell already has. Throws InvalidInput if it was computed with other options.
std::optional<RunResult> result_in(const fs::path& folder, const GraphTableColumn& column, SameGraph unique,
                                   const GraphTableOptions& options) {
    const RunFolder run(folder);
    std::optional<RunResult> result = run.result();
    if (!result) {
        return std::nullopt;
    }
    std::string difference;
    if (column.pool == kernel_method) {
        const fs::path file = folder / kernel_file;
        const std::string there = fs::exists(file) ? read_bytes(file) : "";
        const std::string here = kernel_text(options);
        difference = there == here ? "" : fmt::format("{} there and {} here", there, here);
        std::erase(difference, '\n');
    } else {
        const RunDescription there = run.description();
        RunDescription here = there;
        here.options = run_options(options, unique, there.dataset, column);
        difference = difference_between(there, here);
    }
    if (!difference.empty()) {
        throw InvalidInput(fmt::format("{}: this is another run: {}; expected one folder for each choice of options",
                                       folder.string(), difference));
    }
    return result;
}

/// Every fold is trained until its validation loss has not fallen for `patience` epochs.
double least_hours(const EpochTiming& timing, const RunOptions& run) {
    constexpr double seconds_per_hour = 3600;
    const int epochs = std::min(run.training.patience + 1, run.training.epochs);
    return timing.seconds_per_epoch * epochs * run.folds / seconds_per_hour;
}

}  // namespace

GraphTables graph_tables(const GraphTableLayout& layout, const fs::path& folder, const GraphTableOptions& options,
                         const GraphTableControl& control) {
    (void)preset_named(options.preset, "");
    const auto& rows = layout.rows;
    const auto& columns = layout.columns;
    const auto row_numbers = chosen_entries(rows, options.datasets, "dataset", [](const GraphTableRow& row) { return row.data; });
    const auto column_numbers =
        chosen_entries(columns, options.methods, "method", [](const GraphTableColumn& column) { return column.method; });
    const std::string note = fmt::format(
        "Preset {}, seed {}: mean and standard deviation over {} folds, or over {} runs where the data comes with a split.",
        options.preset, options.seed, options.folds, options.folds);
    GraphTables tables{empty_table(layout, layout.name, layout.title, note, true),
                       empty_table(layout, "seconds-per-epoch", "Seconds of a training epoch (Fig. 7)", note, false)};
    const auto place = [&](std::size_t r, std::size_t c) { return folder / "runs" / rows[r].data / columns[c].method; };
    const auto timing_file = [&](std::size_t r, std::size_t c) {
        return folder / "timing" / rows[r].data / fmt::format("{}.json", columns[c].method);
    };
    const auto fill_time = [&](std::size_t r, std::size_t c, double seconds) {
        if (seconds > 0) {
            tables.seconds.rows[r].cells[c].ours = MeanStd{seconds, std::nan("")};
        }
    };
    const auto leave_out_if_long = [&](std::size_t r, std::size_t c, const EpochTiming& timing, const RunOptions& run) {
        if (const double hours = least_hours(timing, run); hours >= 1) {
            tables.accuracy.rows[r].cells[c].left_out = fmt::format("over {:.0f} hours", std::floor(hours));
        }
    };
    const auto fill = [&](std::size_t r, std::size_t c, const RunResult& result) {
        tables.accuracy.rows[r].cells[c].left_out.clear();
        tables.accuracy.rows[r].cells[c].ours = MeanStd{100 * result.mean, 100 * result.deviation};
        const std::optional<EpochTiming> timing = epoch_timing_in(timing_file(r, c));
        fill_time(r, c, timing ? timing->seconds_per_epoch : result.seconds_per_epoch);
    };
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (const std::optional<RunResult> done = result_in(place(r, c), columns[c], layout.unique, options)) {
                fill(r, c, *done);
            } else if (const std::optional<EpochTiming> timing = epoch_timing_in(timing_file(r, c))) {
                leave_out_if_long(r, c, *timing, run_options(options, layout.unique, rows[r].data, columns[c]));
            }
        }
    }
    std::size_t cells = 0;
    for (const std::size_t r : row_numbers) {
        std::size_t cell = cells;
        cells += column_numbers.size();
        std::optional<Dataset> dataset;
        const auto is_there = [&] { return dataset || (dataset = control.read(rows[r])); };
        for (const std::size_t c : column_numbers) {
            const bool is_of_part = options.part.has(cell++);
            const bool is_kernel = columns[c].pool == kernel_method;
            const bool to_train = !tables.accuracy.rows[r].cells[c].ours;
            const bool to_time = options.timed_epochs && !is_kernel && !fs::exists(timing_file(r, c));
            if (!is_of_part || (!to_train && !to_time)) {
                continue;
            }
            if (!is_there()) {
                break;
            }
            control.begin(rows[r], columns[c]);
            const RunOptions run = run_options(options, layout.unique, dataset->name, columns[c]);
            const RunDescription description{run, dataset->name, dataset->graphs.size(), content_number(*dataset)};
            const RunFolder run_folder(place(r, c));
            if (to_train && !is_kernel && options.most_hours && !run_folder.has_run()) {
                std::optional<EpochTiming> timing = epoch_timing_in(timing_file(r, c));
                if (!timing) {
                    timing = time_epochs(*dataset, description, 1, timing_file(r, c));
                }
                if (least_hours(*timing, run) > *options.most_hours) {
                    leave_out_if_long(r, c, *timing, run);
                    control.filled(tables);
                    continue;
                }
            }
            if (to_train && is_kernel) {
                fill(r, c, wl_result(*dataset, run, options, run_folder, control.training));
            } else if (to_train) {
                fill(r, c, train_run(*dataset, description, run_folder, control.training));
            }
            if (to_time) {
                fill_time(r, c, time_epochs(*dataset, description, *options.timed_epochs, timing_file(r, c)).seconds_per_epoch);
            }
            control.filled(tables);
        }
    }
    return tables;
}

}  // namespace ndpool
