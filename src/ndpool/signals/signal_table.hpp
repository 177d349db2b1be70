#pragma once

#include <filesystem>

#include "ndpool/experiments/result_table.hpp"
#include "ndpool/signals/signal_run.hpp"

namespace ndpool {

/// A column of Table II or III of the paper, or one beside them.
struct SignalTableColumn {
    std::string title;
    std::string method;  ///< its word for --methods
};

/// A row: MNIST, or the reviews of IMDB with a vocabulary.
struct SignalTableRow {
    std::string title;
    std::string name;                          ///< for --datasets and its folder
    std::string data;                          ///< the folder to look for: mnist, imdb
    int words = 0;                             ///< of the vocabulary; 0 for images
    std::vector<std::optional<Spread>> paper;  ///< percent, one per column
};

/// table-mnist (Table II) or table-imdb (Table III).
struct SignalTable {
    std::string name;
    std::string title;
    std::vector<SignalTableColumn> columns;
    std::vector<SignalTableRow> rows;
};

[[nodiscard]] const std::vector<SignalTable>& signal_tables();
/// Throws InvalidInput for other names.
[[nodiscard]] const SignalTable& signal_table_named(std::string_view name);

struct SignalTableOptions {
    std::vector<std::string> rows;     ///< names; all if empty
    std::vector<std::string> methods;  ///< all if empty
    int runs = 10;                     ///< Sec. VI-B
    std::optional<int> epochs;         ///< instead of those of the method
    std::uint64_t seed = 0;
};

struct SignalTableControl {
    /// Where a data set is; nothing leaves its cells empty.
    std::function<std::optional<std::filesystem::path>(const SignalTableRow&)> find;
    /// Called when a cell begins.
    std::function<void(const SignalTableRow&, const SignalTableColumn&)> begin;
    /// Called when a cell is left empty because it would take too much, with the reason.
    std::function<void(const SignalTableRow&, const SignalTableColumn&, const std::string&)> left_out;
    /// Called with all there is whenever a cell has been filled.
    std::function<void(const ResultTable&)> filled;
    TrainRunControl training = {};
};

/// The options of a network method of the tables; nothing for the baselines without a graph. Throws InvalidInput for other words.
[[nodiscard]] std::optional<SignalRunOptions> signal_method_options(std::string_view method);

/// Trains every method on every row, in `folder`/runs/ROW/METHOD, and resumes what is there. Throws InvalidInput for names that
/// are not in the table, or if a run there has other options.
[[nodiscard]] ResultTable make_signal_table(const SignalTable& table, const std::filesystem::path& folder,
                                            const SignalTableOptions& options, const SignalTableControl& control);

}  // namespace ndpool
