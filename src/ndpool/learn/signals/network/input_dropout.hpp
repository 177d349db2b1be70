#pragma once

#include <span>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/signals/data/signal_set.hpp"

namespace ndpool {

/// The signals of these samples, in their order, after dropout of inputs (Srivastava et al., JMLR 2014): every stored node
/// loses its numbers with probability `share`, and the numbers of the others are divided by 1 - share. What a sample loses
/// depends on the seed and on the sample's number alone.
[[nodiscard]] SignalRows drop_inputs(const SignalRows& signals, std::span<const std::int32_t> samples, double share, Seed seed);

}  // namespace ndpool
