#pragma once

#include <filesystem>

#include "ndpool/learn/signals/signal_run.hpp"
#include "ndpool/reproduce/learned/signal_table_paper.hpp"
#include "ndpool/reproduce/result_table.hpp"

namespace ndpool {

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
