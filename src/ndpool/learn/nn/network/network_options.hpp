#pragma once

#include "ndpool/learn/nn/layers/layer_options.hpp"
#include "ndpool/learn/nn/pools/pooler_options.hpp"

namespace ndpool {

/// How the rows of a graph are combined into one.
enum class Readout : std::uint8_t { mean, sum, max };

/// MP(32)-P(2)-MP(32)-P(2)-MP(32)-AvgPool-Softmax (Sec. VI-A) and its variants: a pool after every layer but the last.
struct NetworkOptions {
    std::vector<std::int64_t> channels = {32, 32, 32};  ///< of each layer
    LayerOptions layer = {};
    PoolerOptions pool = {};
    Readout readout = Readout::mean;
};

/// How samples must be made for a network.
[[nodiscard]] SampleOptions sample_options(const NetworkOptions& options);

}  // namespace ndpool
