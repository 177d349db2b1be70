#pragma once

#include "input.hpp"
#include "ndpool/learn/signals/signal_run.hpp"

namespace ndpool::command {

/// How signals are read, beside INPUT.
struct SignalInputOptions {
    std::string graph;  ///< a graph file or a generator, for .npz files
    // For texts:
    std::optional<int> words;  ///< of the vocabulary
    std::optional<int> vector_size;
    std::optional<int> neighbors;
    std::string edge_weights;
};

/// Declares --graph, --words, --word-vectors, --word-neighbors and --word-weights.
void add_signal_input_options(CLI::App& command, SignalInputOptions& options);

/// The first option that was given and means something for texts alone, such as "--words"; empty if none was.
[[nodiscard]] std::string_view option_of_texts(const SignalInputOptions& options);

/// Whether INPUT means signals over one graph: generated ones, a folder of IDX files, reviews, or an .npz file that has signals.
[[nodiscard]] bool is_signal_input(const InputOptions& input, const SignalInputOptions& options);

/// Throws InvalidInput for what cannot be read, and for options where they mean nothing.
[[nodiscard]] SignalSet read_signal_input(const InputOptions& input, const SignalInputOptions& options,
                                          const CommonOptions& common, double validation_share);

/// The same for a run that was trained before: its graph and its words are taken.
[[nodiscard]] SignalSet read_signals_to_predict(const InputOptions& input, const RunFolder& run, const CommonOptions& common);

}  // namespace ndpool::command
