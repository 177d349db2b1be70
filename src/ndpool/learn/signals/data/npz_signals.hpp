#pragma once

#include <filesystem>

#include "ndpool/learn/signals/data/signal_set.hpp"

namespace ndpool {

/// An .npz file with `signals` (or `x`): samples x nodes or samples x nodes x features; `labels` (or `y`): whole numbers; and
/// perhaps `split`: 0 train, 1 validation, 2 test. Without it the last sixth is for testing. Throws InvalidInput for files that
/// are broken or do not fit the graph.
[[nodiscard]] SignalSet read_npz_signals(const std::filesystem::path& path, Graph graph);
/// The same for predictions: labels may be missing, and there may be one class alone.
[[nodiscard]] SignalSet read_npz_signals_to_predict(const std::filesystem::path& path, Graph graph);
/// Whether an .npz file has signals and not a graph.
[[nodiscard]] bool is_npz_signals(const std::filesystem::path& path);

}  // namespace ndpool
