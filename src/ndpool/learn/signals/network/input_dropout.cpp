#include "ndpool/learn/signals/network/input_dropout.hpp"

namespace ndpool {

SignalRows drop_inputs(const SignalRows& signals, std::span<const std::int32_t> samples, double share, Seed seed) {
    const auto scale = static_cast<float>(1 / (1 - share));
    SignalRows rest;
    rest.features = signals.features;
    for (const std::int32_t sample : samples) {
        const auto number = static_cast<std::size_t>(sample);
        Random random(seed.child("sample", number));
        for (std::uint64_t k = signals.offsets[number]; k < signals.offsets[number + 1]; ++k) {
            if (random.uniform() < share) {
                continue;
            }
            rest.nodes.push_back(signals.nodes[k]);
            const float* const numbers = signals.values.data() + k * static_cast<std::uint64_t>(signals.features);
            for (std::int32_t f = 0; f < signals.features; ++f) {
                rest.values.push_back(scale * numbers[f]);
            }
        }
        rest.offsets.push_back(rest.nodes.size());
    }
    return rest;
}

}  // namespace ndpool
