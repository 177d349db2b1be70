#pragma once

#include "input.hpp"
#include "ndpool/learn/signals/signal_run.hpp"

namespace ndpool::command {

/// How signals are read, beside INPUT.
struct SignalInputOptions {
    std::string graph;         ///< a graph file or a generator, for .npz files
    std::optional<int> words;  ///< of the vocabulary, for texts
};

/// Declares --graph and --words.
void add_signal_input_options(CLI::App& command, SignalInputOptions& options);

/// Whether INPUT means signals over one graph: generated ones, a folder of IDX files, reviews, or an .npz file that has signals.
[[nodiscard]] bool is_signal_input(const InputOptions& input, const SignalInputOptions& options);

/// Throws InvalidInput for what cannot be read, and for --graph and --words where they mean nothing.
[[nodiscard]] SignalSet read_signal_input(const InputOptions& input, const SignalInputOptions& options,
                                          const CommonOptions& common, double validation_share);

/// The same for a run that was trained before: its graph and its words are taken.
[[nodiscard]] SignalSet read_signals_to_predict(const InputOptions& input, const RunFolder& run, const CommonOptions& common);

}  // namespace ndpool::command
