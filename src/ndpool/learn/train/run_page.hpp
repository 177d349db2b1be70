#pragma once

#include "ndpool/learn/train/run_folder.hpp"

namespace ndpool {

/// One self-contained HTML page about a run: accuracy of every fold, losses and accuracies by epoch with the epoch that was
/// chosen, and the options. Folds that are not finished are shown as far as they are.
[[nodiscard]] std::string run_page(const RunDescription& description, const std::vector<FoldState>& folds);

}  // namespace ndpool
