#pragma once

#include <span>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/nn/layers/layer_options.hpp"
#include "ndpool/learn/nn/pools/pooler_options.hpp"

namespace ndpool {

/// How the rows of a graph are combined into one.
enum class Readout : std::uint8_t { mean, sum, max };

/// What is done to the output of every layer, after its ReLU.
enum class Normalisation : std::uint8_t {
    none,
    batch,  ///< kernels/batch_norm.hpp, over the rows that are computed
};

/// MP(32)-P(2)-MP(32)-P(2)-MP(32)-AvgPool-Softmax (Sec. VI-A) and its variants: a pool after every layer but the last.
struct NetworkOptions {
    std::vector<std::int64_t> channels = {32, 32, 32};  ///< of each layer
    LayerOptions layer = {};
    PoolerOptions pool = {};
    Readout readout = Readout::mean;
    Normalisation normalise = Normalisation::none;
    /// Whether the readouts of all layers, each after its pool, are put side by side (jumping knowledge: Xu et al., ICML 2018)
    /// instead of that of the last one alone.
    bool jump = false;
    std::vector<std::int64_t> head = {};  ///< widths of hidden layers between the readout and the classes
    double dropout = 0;                   ///< share of the numbers after every hidden layer of the head, or of the readout if
                                          ///< there is none, that are zero in a training step
};

/// Columns of what a layer of so many channels hands on to the next one.
[[nodiscard]] std::int64_t pooled_width(const NetworkOptions& options, std::size_t layer);

/// Numbers to multiply with, zero with probability `share` and otherwise 1 / (1 - share).
void draw_dropout(Random& random, double share, std::span<float> factors);

/// How samples must be made for a network.
[[nodiscard]] SampleOptions sample_options(const NetworkOptions& options);

}  // namespace ndpool
