#pragma once

#include <cstdint>
#include <string_view>

#include "ndpool/learn/signals/data/signal_set.hpp"

namespace ndpool {

/// Whether INPUT names generated signals: "signals:NAME".
[[nodiscard]] bool is_generated_signals(std::string_view spec);

/// `signals:grid[,SIDE[,SAMPLES]]`, by default 16 and 3000: images of SIDE x SIDE pixels over the graph of MNIST, each with a
/// line of brightness 1 and noise of standard deviation 0.2. The class is the direction of the line: 0 level, 1 upright, 2
/// falling, 3 rising. Its middle is at most SIDE / 8 pixels from that of the image, and its ends are SIDE / 4 pixels or more from
/// there. Two thirds of the samples are for training, one sixth each for validation and testing. Throws InvalidInput for other
/// words, sides below 8 pixels and fewer than 24 samples.
[[nodiscard]] SignalSet generate_signals(std::string_view spec, std::uint64_t seed);

}  // namespace ndpool
