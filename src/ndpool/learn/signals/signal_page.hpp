#pragma once

#include "ndpool/learn/signals/signal_run.hpp"

namespace ndpool {

/// One self-contained HTML page about a run on signals: curves, accuracy of every network, times, parameters and options.
[[nodiscard]] std::string signal_page(const SignalRunDescription& description, const std::vector<FoldState>& states,
                                      const RunResult& result);

}  // namespace ndpool
