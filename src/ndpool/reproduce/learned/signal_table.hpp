#pragma once

#include <filesystem>

#include "ndpool/learn/train/cyclic_part.hpp"
#include "ndpool/reproduce/learned/signal_methods.hpp"
#include "ndpool/reproduce/learned/signal_table_paper.hpp"
#include "ndpool/reproduce/result_table.hpp"

namespace ndpool {

struct SignalTableOptions {
    std::vector<std::string> rows;     ///< names; all if empty
    std::vector<std::string> methods;  ///< all if empty
    int runs = 10;                     ///< Sec. VI-B; slow methods have fewer (SignalTableColumn::most_runs)
    std::optional<int> epochs;         ///< instead of those of the method
    std::uint64_t seed = 0;
    CyclicPart part = {};  ///< train these cells only
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

/// Trains every method on every row, in `folder`/runs/ROW/METHOD, and resumes what is there. The note of the table names the
/// cells that have another number of runs and those that would take too much, with the reason. Throws InvalidInput for names that
/// are not in the table, or if a run there has other options.
[[nodiscard]] ResultTable make_signal_table(const SignalTable& table, const std::filesystem::path& folder,
                                            const SignalTableOptions& options, const SignalTableControl& control);

}  // namespace ndpool
