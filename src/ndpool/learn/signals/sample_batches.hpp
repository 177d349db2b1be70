#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/base/seed.hpp"

namespace ndpool {

/// The samples in a random order.
[[nodiscard]] inline std::vector<std::int32_t> shuffled_samples(std::vector<std::int32_t> samples, Seed seed) {
    Random random(seed);
    shuffle(std::span(samples), random);
    return samples;
}

/// Calls `visit(batch)` for `size` samples after the other; the last batch may have fewer.
template <typename Visit>
void for_each_batch(std::span<const std::int32_t> samples, std::size_t size, const Visit& visit) {
    for (std::size_t begin = 0; begin < samples.size(); begin += size) {
        visit(samples.subspan(begin, std::min(size, samples.size() - begin)));
    }
}

}  // namespace ndpool
