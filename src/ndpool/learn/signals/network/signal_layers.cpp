#include "ndpool/learn/signals/network/signal_layers.hpp"

#include <algorithm>
#include <functional>

#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/message_rows.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/nn/network/network_options.hpp"
#include "ndpool/learn/signals/network/signal_kernels.hpp"

namespace ndpool {

namespace {

std::size_t numbers(std::int64_t rows, std::int64_t columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

AlignedVector<float> zeros(std::int64_t rows, std::int64_t columns) {
    return AlignedVector<float>(numbers(rows, columns), 0.0F);
}

}  // namespace

SignalLayers::SignalLayers(const SignalNetwork& network_of_pass)
    : network(network_of_pass),
      first(network_of_pass),
      layers(network_of_pass.layer_count()),
      gradients(zeros(network_of_pass.plan().size(), 1)),
      message_sums(zeros(network_of_pass.layer(1).columns, 1)),
      own_sums(zeros(network_of_pass.layer(1).columns, 1)),
      constant_gradient(zeros(network_of_pass.layer(0).columns, 1)) {
    for (std::size_t i = 1; i < layers.size(); ++i) {
        const std::int64_t rows = maps(i).last.matrix.rows;
        const std::int64_t inputs = network.layer(i - 1).columns;
        const std::int64_t width = network.layer(i).columns;
        layers[i].inputs = zeros(rows, i == 1 ? inputs : 2 * inputs);
        layers[i].outputs = zeros(rows, width);
        layers[i].outputs_gradient = zeros(rows, width);
        inputs_gradient.resize(std::max(inputs_gradient.size(), numbers(rows, 2 * inputs)));
        if (has_pool(i)) {
            layers[i].pooled = zeros(maps(i).pool.rows, width);
            layers[i].pooled_gradient = layers[i].pooled;
            layers[i].argmax.resize(layers[i].pooled.size());
        }
    }
    const std::int64_t nodes = maps(1).last.matrix.columns;
    const std::int64_t rows = maps(1).last.matrix.rows;
    const std::int64_t width = std::max(network.layer(0).columns, network.layer(1).columns);
    products = zeros(nodes, width);
    differences_gradient = zeros(nodes, width);
    own_inputs = zeros(rows, network.layer(0).columns);
    own_outputs = zeros(rows, width);
    readout = zeros(network.head().columns, 1);
    readout_gradient = readout;
    readout_argmax.resize(readout.size());
    logits.resize(static_cast<std::size_t>(network.class_count()));
    probabilities = logits;
    slopes = logits;
}

void SignalLayers::second_forward(const SignalWeights& weights) {
    const ParameterSlot& slot = network.layer(1);
    const PropagationStep& hop = maps(1).last;
    const std::int64_t inputs = network.layer(0).columns;
    const std::int64_t width = slot.columns;
    const std::int64_t rows = hop.matrix.rows;
    const auto nodes = first.nodes();
    const auto count = static_cast<std::int64_t>(nodes.size());
    const float* const matrix = weights.values + slot.offset;
    float* const outputs = layers[1].outputs.data();
    fill_outer_rows(network.operators().message_ones.data(), weights.constant_messages.data(),
                    network.operators().own_ones.data(), weights.constant_own.data(), weights.second_bias.data(), rows, outputs,
                    width);
    if (products_first()) {
        multiply_matrices({first.differences(), inputs, 1}, matrix, products.data(), count, inputs, width, false);
        add_columns(reached_columns(), products.data(), outputs, width, packed);
    } else {
        std::fill(layers[1].inputs.begin(), layers[1].inputs.end(), 0.0F);
        add_columns(reached_columns(), first.differences(), layers[1].inputs.data(), inputs, packed);
        multiply_matrices({layers[1].inputs.data(), inputs, 1}, matrix, outputs, rows, inputs, width, true);
    }
    own_places.clear();
    own_rows.clear();
    for (std::int64_t j = 0; j < count; ++j) {
        if (const std::int32_t row = network.operators().own_row[nodes[j]]; row >= 0) {
            own_places.push_back(static_cast<std::int32_t>(j));
            own_rows.push_back(row);
        }
    }
    const auto own = static_cast<std::int64_t>(own_rows.size());
    gather_rows(own_places.data(), own, first.differences(), inputs, own_inputs.data(), inputs, inputs);
    multiply_matrices({own_inputs.data(), inputs, 1}, matrix + inputs * width, own_outputs.data(), own, inputs, width, false);
    add_to_picked(own_rows.data(), own, own_outputs.data(), outputs, width);
    relu(outputs, rows * width);
}

void SignalLayers::second_backward(const SignalWeights& weights) {
    const ParameterSlot& slot = network.layer(1);
    const PropagationStep& hop = maps(1).last;
    const std::int64_t inputs = network.layer(0).columns;
    const std::int64_t width = slot.columns;
    const std::int64_t rows = hop.matrix.rows;
    const auto nodes = first.nodes();
    const auto count = static_cast<std::int64_t>(nodes.size());
    float* const gradient = layers[1].outputs_gradient.data();
    float* const matrix_gradient = gradients.data() + slot.offset;
    const float* const transposed = weights.transposed[1].data();  // width x 2 inputs
    rectify_gradient(gradient, layers[1].outputs.data(), gradient, rows * width);
    if (network.options().bias) {
        add_row_sums(nullptr, gradient, rows, matrix_gradient + 2 * inputs * width, width);
        add_row_sums(network.operators().message_ones.data(), gradient, rows, message_sums.data(), width);
        add_row_sums(network.operators().own_ones.data(), gradient, rows, own_sums.data(), width);
    }
    if (products_first()) {
        sum_columns(reached_columns(), gradient, products.data(), width, packed);
        multiply_matrices({first.differences(), 1, inputs}, products.data(), matrix_gradient, inputs, count, width, true);
        multiply_matrices({products.data(), width, 1}, transposed, differences_gradient.data(), count, width, inputs, false);
    } else {
        multiply_matrices({layers[1].inputs.data(), 1, inputs}, gradient, matrix_gradient, inputs, rows, width, true);
        multiply_matrices({gradient, width, 1}, transposed, inputs_gradient.data(), rows, width, inputs, false);
        sum_columns(reached_columns(), inputs_gradient.data(), differences_gradient.data(), inputs, packed);
    }
    const auto own = static_cast<std::int64_t>(own_rows.size());
    gather_rows(own_rows.data(), own, gradient, width, own_outputs.data(), width, width);
    multiply_matrices({own_inputs.data(), 1, inputs}, own_outputs.data(), matrix_gradient + inputs * width, inputs, own, width,
                      true);
    multiply_matrices({own_outputs.data(), width, 1}, transposed + width * inputs, inputs_gradient.data(), own, width, inputs,
                      false);
    add_to_picked(own_places.data(), own, inputs_gradient.data(), differences_gradient.data(), inputs);
}

void SignalLayers::layer_forward(const SignalWeights& weights, std::size_t layer) {
    const ParameterSlot& slot = network.layer(layer);
    const PropagationStep& hop = maps(layer).last;
    const std::int64_t inputs = network.layer(layer - 1).columns;
    const std::int64_t rows = hop.matrix.rows;
    SignalLayerSpace& space = layers[layer];
    const bool bias = network.options().bias;
    fill_inputs(hop, rows_after(layer - 1), inputs, false, space.inputs.data());
    if (bias) {
        fill_rows(weights.values + slot.offset + 2 * inputs * slot.columns, rows, space.outputs.data(), slot.columns);
    }
    multiply_matrices({space.inputs.data(), 2 * inputs, 1}, weights.values + slot.offset, space.outputs.data(), rows, 2 * inputs,
                      slot.columns, bias);
    relu(space.outputs.data(), rows * slot.columns);
}

void SignalLayers::layer_backward(const SignalWeights& weights, std::size_t layer) {
    const ParameterSlot& slot = network.layer(layer);
    const PropagationStep& hop = maps(layer).last;
    const std::int64_t inputs = network.layer(layer - 1).columns;
    const std::int64_t rows = hop.matrix.rows;
    SignalLayerSpace& space = layers[layer];
    SignalLayerSpace& before = layers[layer - 1];
    float* const gradient = space.outputs_gradient.data();
    float* const matrix_gradient = gradients.data() + slot.offset;
    rectify_gradient(gradient, space.outputs.data(), gradient, rows * slot.columns);
    if (network.options().bias) {
        add_row_sums(nullptr, gradient, rows, matrix_gradient + 2 * inputs * slot.columns, slot.columns);
    }
    multiply_matrices({space.inputs.data(), 1, 2 * inputs}, gradient, matrix_gradient, 2 * inputs, rows, slot.columns, true);
    multiply_matrices({gradient, slot.columns, 1}, weights.transposed[layer].data(), inputs_gradient.data(), rows, slot.columns,
                      2 * inputs, false);
    float* const target = has_pool(layer - 1) ? before.pooled_gradient.data() : before.outputs_gradient.data();
    fill_features_gradient(hop, inputs_gradient.data(), 2 * inputs, inputs, target);
}

void SignalLayers::pool_forward(std::size_t layer) {
    const std::int64_t width = network.layer(layer).columns;
    SignalLayerSpace& space = layers[layer];
    if (network.options().reduce == Reduce::max) {
        largest_rows(maps(layer).pool, space.outputs.data(), width, space.pooled.data(), space.argmax.data());
    } else if (const AlignedVector<float>& full = network.operators().full_pools[layer]; !full.empty()) {
        const SparseRows& pool = maps(layer).pool;
        multiply_matrices({full.data(), 1, pool.rows}, space.outputs.data(), space.pooled.data(), pool.rows, pool.columns, width,
                          false);
    } else {
        multiply_rows(maps(layer).pool, space.outputs.data(), width, space.pooled.data(), width, width, false);
    }
}

void SignalLayers::pool_backward(std::size_t layer) {
    const std::int64_t width = network.layer(layer).columns;
    SignalLayerSpace& space = layers[layer];
    if (network.options().reduce == Reduce::max) {
        std::fill(space.outputs_gradient.begin(), space.outputs_gradient.end(), 0.0F);
        add_to_winners(space.pooled_gradient.data(), space.argmax.data(), maps(layer).pool.rows, width,
                       space.outputs_gradient.data());
    } else if (const AlignedVector<float>& full = network.operators().full_pools[layer]; !full.empty()) {
        const SparseRows& pool = maps(layer).pool;
        multiply_matrices({full.data(), pool.rows, 1}, space.pooled_gradient.data(), space.outputs_gradient.data(), pool.columns,
                          pool.rows, width, false);
    } else {
        multiply_rows(maps(layer).pool_transposed, space.pooled_gradient.data(), width, space.outputs_gradient.data(), width,
                      width, false);
    }
}

void SignalLayers::read_out() {
    const std::int64_t width = network.layer(layers.size() - 1).columns;
    const std::int64_t rows = network.last_nodes();
    const float* const outputs = layers.back().outputs.data();
    switch (network.options().readout) {
        case SignalReadout::flatten: break;
        case SignalReadout::max:
            std::copy_n(outputs, width, readout.begin());
            std::fill(readout_argmax.begin(), readout_argmax.end(), 0);
            for (std::int64_t row = 1; row < rows; ++row) {
                take_larger(outputs + row * width, static_cast<std::int32_t>(row), readout.data(), readout_argmax.data(), width);
            }
            break;
        case SignalReadout::mean:
        case SignalReadout::sum:
            std::fill(readout.begin(), readout.end(), 0.0F);
            add_row_sums(nullptr, outputs, rows, readout.data(), width);
            if (network.options().readout == SignalReadout::mean) {
                std::for_each(readout.begin(), readout.end(), [&](float& number) { number /= static_cast<float>(rows); });
            }
            break;
    }
}

const float* SignalLayers::all_head_inputs() const {
    return network.options().readout == SignalReadout::flatten ? layers.back().outputs.data() : readout.data();
}

const float* SignalLayers::head_inputs() const {
    return dropout_factors.empty() ? all_head_inputs() : remaining_readout.data();
}

void SignalLayers::drop_out(std::optional<Seed> seed) {
    const double share = network.options().dropout;
    const bool drops = seed && share > 0;
    dropout_factors.resize(drops ? static_cast<std::size_t>(network.head().columns) : 0);
    remaining_readout.resize(dropout_factors.size());
    if (drops) {
        Random random(*seed);
        draw_dropout(random, share, dropout_factors);
        std::transform(dropout_factors.begin(), dropout_factors.end(), all_head_inputs(), remaining_readout.begin(),
                       std::multiplies<>());
    }
}

void SignalLayers::read_out_backward(const SignalWeights& weights) {
    const ParameterSlot& head = network.head();
    const std::int64_t width = network.layer(layers.size() - 1).columns;
    const std::int64_t rows = network.last_nodes();
    const bool flatten = network.options().readout == SignalReadout::flatten;
    SignalLayerSpace& last = layers.back();
    float* const target = flatten ? last.outputs_gradient.data() : readout_gradient.data();
    head_gradients(slopes.data(), head.rows, weights.values + head.offset, head_inputs(), target, gradients.data() + head.offset,
                   head.columns);
    for (std::size_t c = 0; c < dropout_factors.size(); ++c) {
        target[c] *= dropout_factors[c];
    }
    if (network.options().readout == SignalReadout::max) {
        std::fill(last.outputs_gradient.begin(), last.outputs_gradient.end(), 0.0F);
        for (std::int64_t c = 0; c < width; ++c) {
            last.outputs_gradient[numbers(readout_argmax[c], width) + static_cast<std::size_t>(c)] = readout_gradient[c];
        }
    } else if (!flatten) {
        const float share = network.options().readout == SignalReadout::mean ? 1.0F / static_cast<float>(rows) : 1.0F;
        std::for_each(readout_gradient.begin(), readout_gradient.end(), [&](float& number) { number *= share; });
        fill_rows(readout_gradient.data(), rows, last.outputs_gradient.data(), width);
    }
}

}  // namespace ndpool
