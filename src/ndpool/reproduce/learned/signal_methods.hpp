#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ndpool/learn/signals/signal_run.hpp"
#include "ndpool/learn/signals/words/word_lists.hpp"

namespace ndpool {

/// What decides a cell of Table II or III beside its data.
struct SignalCell {
    std::string method;
    int runs = 10;
    std::optional<int> epochs;  ///< instead of those of the method
    std::uint64_t seed = 0;
};

/// The data of a row.
struct SignalTableData {
    std::optional<WordLists> lists;  ///< of texts
    SignalSet set;
};

/// The options of a method that is a network over a pyramid; nothing for the others: linear, dense, dense-flatten, lstm, tcn,
/// diffpool and topk. Throws InvalidInput for other words.
[[nodiscard]] std::optional<SignalRunOptions> signal_method_options(std::string_view method);
[[nodiscard]] SignalRunOptions cell_options(const SignalCell& cell);

/// Throws TooLarge, before anything is computed, where a method would take too much on a graph with so many nodes.
void require_affordable(const SignalCell& cell, NodeId nodes);

/// The result of a cell that is finished; nothing if it is not. One with another number of runs is taken as it is. Throws
/// InvalidInput if it was made with other options.
[[nodiscard]] std::optional<RunResult> finished_cell(const std::filesystem::path& folder, const SignalCell& cell);

/// Trains a cell in its folder, and resumes what is there. Throws as require_affordable does.
[[nodiscard]] RunResult train_cell(const SignalTableData& data, const SignalCell& cell, const std::filesystem::path& folder,
                                   const TrainRunControl& control);

}  // namespace ndpool
