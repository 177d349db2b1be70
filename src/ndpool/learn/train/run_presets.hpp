#pragma once

#include <string_view>

#include "ndpool/learn/train/run_options.hpp"

namespace ndpool {

/// "paper" is Sec. VI-A with 64 channels for ENZYMES, the colours alone as features of the Bench sets, and a column for each
/// degree of COLLAB, without which the paper's accuracies there are out of reach even for its network without a graph;
/// "authors" is what the authors' code does instead: 64 channels, biases, L2 of 1e-3, 16 graphs per step, all features
/// concatenated; "modern" is the network that papers on pooling have used since about 2023 (Bianchi and Lachi, NeurIPS 2023;
/// Abate and Bianchi, ICLR 2025): GIN with batch normalisation before and after one pool, the sum of all nodes, three dense
/// layers with dropout, Adam with a rate that falls on plateaus; "tuned" is "paper" with the harmonic reduction of NDP,
/// which with `sum` had the highest accuracies on validation graphs (results/table-ablation). Throws InvalidInput for other
/// names.
[[nodiscard]] RunOptions preset_named(std::string_view name, std::string_view dataset);

/// The reduction of a pool of a pyramid in a preset, unless asked otherwise.
[[nodiscard]] Reduce preset_reduce(std::string_view preset, PoolMethod pool);

}  // namespace ndpool
