#pragma once

#include <filesystem>

#include "ndpool/learn/train/train_run.hpp"
#include "ndpool/reproduce/learned/graph_table_layout.hpp"
#include "ndpool/reproduce/result_table.hpp"

namespace ndpool {

struct GraphTableOptions {
    std::vector<std::string> datasets;  ///< names of `data`; all if empty
    std::vector<std::string> methods;   ///< all if empty
    std::string preset = "paper";
    int folds = 10;
    std::optional<int> epochs;  ///< instead of the preset's
    std::optional<int>
        timed_epochs;  ///< train the chosen filled cells again for this many epochs, one after the other, only for the time
    /// Leave cells out that would take longer even if every fold stopped as early as it can; for that an epoch is timed.
    std::optional<double> most_hours;
    std::uint64_t seed = 0;
    bool stops_early = true;  ///< when the validation loss has not fallen for long
    CyclicPart part = {};     ///< train these of the chosen cells only
};

/// Accuracies in percent, and seconds per epoch (the paper's Fig. 7); cells that were not run are empty.
struct GraphTables {
    ResultTable accuracy;
    ResultTable seconds;
};

/// Functions that are called while the table is made.
struct GraphTableControl {
    /// A data set by its row; nothing if it is not there, which leaves its cells empty.
    std::function<std::optional<Dataset>(const GraphTableRow&)> read;
    /// Called when a cell begins.
    std::function<void(const GraphTableRow&, const GraphTableColumn&)> begin;
    /// Called with all results so far whenever a cell has been filled.
    std::function<void(const GraphTables&)> filled;
    TrainRunControl training = {};
};

/// Trains every column of a table on every data set, in `folder`/runs/DATA/METHOD, and resumes runs that are there.
/// Times that were measured separately are in `folder`/timing/DATA/METHOD.json and replace those of the training; a cell that
/// has a time and no result says how many hours it would take. Throws
/// InvalidInput for names that are not in the table, if a run there has other options, or if two cells of a row have other data.
[[nodiscard]] GraphTables graph_tables(const GraphTableLayout& layout, const std::filesystem::path& folder,
                                       const GraphTableOptions& options, const GraphTableControl& control);

}  // namespace ndpool
