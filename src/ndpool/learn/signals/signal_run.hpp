#pragma once

#include "ndpool/learn/signals/signal_training.hpp"
#include "ndpool/learn/train/train_run.hpp"

namespace ndpool {

/// What a run on signals is about. Two runs with the same description give the same result.
struct SignalRunDescription {
    SignalRunOptions options;
    std::string dataset;
    std::size_t samples = 0;
    NodeId nodes = 0;
    std::int32_t features = 1;
    std::vector<long> classes;
    std::uint64_t content = 0;
};

[[nodiscard]] SignalRunDescription describe(const SignalSet& set, const SignalRunOptions& options);

/// Whether the run in a folder is one on signals. Throws InvalidInput if config.json cannot be read.
[[nodiscard]] bool is_signal_run(const RunFolder& folder);
/// Throws InvalidInput if there is no run on signals here, or what is there cannot be read.
[[nodiscard]] SignalRunDescription signal_description(const RunFolder& folder);
/// The graph of a run, and what its nodes are called if they are words.
[[nodiscard]] Graph signal_graph(const RunFolder& folder);
[[nodiscard]] std::vector<std::string> signal_words(const RunFolder& folder);

/// Trains options.runs networks and leaves the run in a folder, as train_run does, with the graph beside it (`graph.npz`, and
/// `words.txt` if its nodes are words). Samples for validation are held out first where the data has none. Resumes what is there.
[[nodiscard]] RunResult train_signal_run(SignalSet set, const SignalRunOptions& options, const RunFolder& folder,
                                         const TrainRunControl& control);

/// The network of a run without weights, and the seconds that its pyramid took.
struct UntrainedNetwork {
    SignalNetwork network;
    double coarsening_seconds = 0;
};

[[nodiscard]] UntrainedNetwork untrained_network(const Graph& graph, const SignalRunOptions& options, std::int32_t features,
                                                 std::size_t classes);

}  // namespace ndpool
