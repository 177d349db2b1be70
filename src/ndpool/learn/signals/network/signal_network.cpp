#include "ndpool/learn/signals/network/signal_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/signals/network/signal_kernels.hpp"

namespace ndpool {

SignalNetwork::SignalNetwork(const SignalNetworkOptions& options, SignalOperators operators, std::int32_t features,
                             std::int64_t classes)
    : options_(options), operators_(std::move(operators)), features_(features) {
    constexpr std::size_t least_layers = 2;
    if (layer_count() < least_layers || operators_.levels.size() < layer_count()) {
        throw InvalidInput(fmt::format("channels: {} layers, expected {} to {} with a pyramid of {} levels", layer_count(),
                                       least_layers, operators_.levels.size(), operators_.levels.size()));
    }
    std::int64_t width = features;
    for (std::size_t i = 0; i < layer_count(); ++i) {
        const std::int64_t channels = options.channels[i];
        if (channels < 1 || channels % signal_width_unit != 0) {
            throw InvalidInput(fmt::format("channels: found {}, expected multiples of {}", channels, signal_width_unit));
        }
        plan_.add_matrix(fmt::format("layer_{}", i + 1), 2 * width, channels, width, channels, options.bias ? 1 : 0);
        width = channels;
    }
    const std::int64_t inputs = options.readout == SignalReadout::flatten ? last_nodes() * width : width;
    plan_.add_matrix("head", classes, inputs, inputs, classes);
    plan_.add_constant("head_bias", classes, 0);
}

SignalWeights signal_weights(const SignalNetwork& network, const float* values) {
    SignalWeights weights;
    weights.values = values;
    weights.transposed.resize(network.layer_count());
    for (std::size_t i = 1; i < network.layer_count(); ++i) {
        const ParameterSlot& slot = network.layer(i);
        const std::int64_t rows = slot.rows - slot.plain_rows;
        weights.transposed[i].resize(static_cast<std::size_t>(rows * slot.columns));
        const std::int64_t parts = i == 1 ? 2 : 1;  // the second layer multiplies messages and own rows apart
        const std::int64_t part = rows / parts * slot.columns;
        for (std::int64_t k = 0; k < parts; ++k) {
            transpose(values + slot.offset + k * part, rows / parts, slot.columns, weights.transposed[i].data() + k * part);
        }
    }
    const ParameterSlot& first = network.layer(0);
    const ParameterSlot& second = network.layer(1);
    const auto zeros = [](std::int64_t count) { return AlignedVector<float>(static_cast<std::size_t>(count), 0.0F); };
    weights.constant = zeros(first.columns);
    weights.constant_messages = zeros(second.columns);
    weights.constant_own = zeros(second.columns);
    weights.second_bias = zeros(second.columns);
    if (network.options().bias) {
        const float* const bias = values + first.offset + (first.rows - 1) * first.columns;
        std::transform(bias, bias + first.columns, weights.constant.begin(), [](float x) { return x > 0 ? x : 0; });
        const float* const matrix = values + second.offset;
        multiply_matrices({weights.constant.data(), first.columns, 1}, matrix, weights.constant_messages.data(), 1, first.columns,
                          second.columns, false);
        multiply_matrices({weights.constant.data(), first.columns, 1}, matrix + first.columns * second.columns,
                          weights.constant_own.data(), 1, first.columns, second.columns, false);
        std::copy_n(matrix + (second.rows - 1) * second.columns, second.columns, weights.second_bias.begin());
    }
    return weights;
}

}  // namespace ndpool
