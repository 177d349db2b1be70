#include "ndpool/learn/nn/network/direct_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/learn/nn/kernels/batch_norm.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/message_rows.hpp"
#include "ndpool/learn/nn/kernels/pool_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/nn/network/direct_pool.hpp"

namespace ndpool {

namespace {

std::size_t numbers(std::int64_t rows, std::int64_t columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// Room for so many numbers. Batches differ in size, and a vector that is only ever enlarged is not filled with zeros again and
/// again: everything is written before it is read.
void make_room(AlignedVector<float>& space, std::size_t count) {
    if (space.size() < count) {
        space.resize(count);
    }
}

}  // namespace

bool DirectNetwork::can_do(const NetworkOptions& options) {
    return options.layer.kind == LayerKind::message_passing && !is_trainable(options.pool.kind);
}

DirectNetwork::DirectNetwork(const NetworkOptions& options, const ParameterPlan& plan)
    : options_(options), head_(options, plan), spaces_(options.channels.size()) {
    for (std::size_t i = 0; i < options.channels.size(); ++i) {
        const std::string name = fmt::format("layer_{}", i);
        layers_.push_back(plan[name]);
        if (is_normalised()) {
            norms_.push_back({plan[name + "_scale"].offset, plan[name + "_shift"].offset, plan[name + "_mean"].offset,
                              plan[name + "_variance"].offset});
        }
    }
}

const LevelOperators& DirectNetwork::maps_of(const Batch& batch, std::size_t layer) const {
    return batch.levels[options_.pool.kind == PoolKind::none ? 0 : layer];
}

const std::vector<std::int32_t>& DirectNetwork::offsets_after(const Batch& batch, std::size_t layer) const {
    return batch.graph_offsets[options_.pool.kind == PoolKind::none ? 0 : std::min(layer + 1, layers_.size() - 1)];
}

bool DirectNetwork::has_pool(const Batch& batch, std::size_t layer) const {
    return options_.pool.kind == PoolKind::precomputed && layer + 1 < layers_.size() && batch.levels[layer].pool.rows > 0;
}

const float* DirectNetwork::handed_on(const Batch& batch, std::size_t layer) const {
    const LayerSpace& space = spaces_[layer];
    if (has_pool(batch, layer)) {
        return space.pooled.data();
    }
    return is_normalised() ? space.normalised.data() : space.outputs.data();
}

bool DirectNetwork::gradient_replaces_outputs(const Batch& batch, std::size_t layer) const {
    return !is_normalised() &&
           (has_pool(batch, layer) ? !takes_beside(options_.pool.reduce) : gets_rectified_gradient(batch, layer));
}

AlignedVector<float>& DirectNetwork::outputs_gradient(const Batch& batch, std::size_t layer) {
    LayerSpace& space = spaces_[layer];
    return gradient_replaces_outputs(batch, layer) ? space.outputs : space.outputs_gradient;
}

AlignedVector<float>& DirectNetwork::handed_on_gradient(const Batch& batch, std::size_t layer) {
    return has_pool(batch, layer) ? spaces_[layer].pooled : outputs_gradient(batch, layer);
}

bool DirectNetwork::may_merge_rows(const Batch& batch, std::size_t layer) const {
    // Readouts and normalisation count every row.
    return !is_normalised() && layer + 1 < layers_.size() && (has_pool(batch, layer) || !is_read_out(layer));
}

bool DirectNetwork::merges_pooled_rows(const Batch& batch, std::size_t layer) const {
    return has_pool(batch, layer) && !is_read_out(layer) && may_merge_rows(batch, layer + 1) &&
           maps_of(batch, layer + 1).last.is_whole();
}

bool DirectNetwork::gets_rectified_gradient(const Batch& batch, std::size_t layer) const {
    return layer + 1 < layers_.size() && !has_pool(batch, layer) && !is_normalised() && !is_read_out(layer);
}

DirectBatch DirectNetwork::prepare(const Batch& batch) const {
    DirectBatch direct{&batch, first_inputs(batch.levels.front().last, batch.features, options_.layer.bias), {}};
    std::vector<std::int32_t> places;  // of each row of the level, among those that are computed or handed on
    direct.layers.resize(layers_.size());
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        DirectOperators& operators = direct.layers[i];
        const LevelOperators& maps = maps_of(batch, i);
        if (i == 0) {
            places = may_merge_rows(batch, i) ? merge_equal_rows(direct.inputs) : places;
            operators.rows = direct.inputs.rows;
        } else if (const DirectOperators& before = direct.layers[i - 1]; merges_pooled_rows(batch, i - 1)) {
            places = set_products(operators, maps.last, places, before.pool.rows);
        } else {
            set_messages(operators, maps.last, places, places.empty() ? maps.last.matrix.columns : before.rows);
            places.clear();
        }
        if (has_pool(batch, i)) {
            places = set_pool(operators, maps, places, merges_pooled_rows(batch, i));
        }
    }
    return direct;
}

BatchOutcome DirectNetwork::forward(float* values, const DirectBatch& input, std::optional<Seed> training) {
    const Batch& batch = *input.batch;
    graphs_.resize(numbers(static_cast<std::int64_t>(batch.graph_count()), head_.width()));
    std::int64_t column = 0;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        layer_forward(values, input, i);
        if (is_normalised()) {
            normalise(values, input.layers[i].rows, i, training.has_value());
        }
        if (has_pool(batch, i)) {
            pool(input.layers[i], i);
        }
        if (is_read_out(i)) {
            read_out(batch, i, column);
            column += width_after(i);
        }
    }
    return head_.forward(values, graphs_.data(), batch.labels, training);
}

const float* DirectNetwork::own_features(const DirectBatch& input, std::size_t layer) const {
    return input.layers[layer].own.empty() ? handed_on(*input.batch, layer - 1) : spaces_[layer].own.data();
}

LayerWeights DirectNetwork::weights_of(const float* values, std::size_t layer) const {
    return {values + layers_[layer].offset, width_after(layer - 1), layers_[layer].columns, options_.layer.bias};
}

void DirectNetwork::layer_forward(const float* values, const DirectBatch& input, std::size_t layer) {
    const DirectOperators& operators = input.layers[layer];
    const ParameterSlot& weights = layers_[layer];
    LayerSpace& space = spaces_[layer];
    make_room(space.outputs, numbers(operators.rows, weights.columns));
    prefetch_forward(input.layers, layer);
    if (layer == 0) {
        multiply_inputs(input.inputs, values + weights.offset, weights.columns, Activation::relu, space.outputs.data());
        return;
    }
    if (operators.multiplies_first) {
        make_room(space.products, numbers(operators.sources, weights.columns));
        multiply_first(operators, weights_of(values, layer), handed_on(*input.batch, layer - 1), space.products.data(),
                       space.outputs.data());
    } else {
        messages_forward(values, input, layer);
    }
}

void DirectNetwork::messages_forward(const float* values, const DirectBatch& input, std::size_t layer) {
    const DirectOperators& operators = input.layers[layer];
    const ParameterSlot& weights = layers_[layer];
    LayerSpace& space = spaces_[layer];
    const std::int64_t rows = operators.rows;
    const float* const sources = handed_on(*input.batch, layer - 1);
    const std::int64_t width = width_after(layer - 1);
    make_room(space.messages, numbers(rows, width));
    sum_rows(operators.messages, sources, width, space.messages.data(), width, width);
    if (!operators.own.empty()) {
        make_room(space.own, numbers(rows, width));
        gather_rows<float>(operators.own.data(), rows, sources, width, space.own.data(), width, width);
    }
    const bool bias = options_.layer.bias;
    for (std::int64_t row = 0; bias && row < rows; ++row) {
        std::copy_n(values + weights.offset + 2 * width * weights.columns, weights.columns,
                    space.outputs.data() + row * weights.columns);
    }
    multiply_beside({space.messages.data(), width, 1}, width, {own_features(input, layer), width, 1}, width,
                    values + weights.offset, space.outputs.data(), rows, weights.columns, bias, Activation::relu);
}

void DirectNetwork::normalise(float* values, std::int64_t rows, std::size_t layer, bool training) {
    LayerSpace& space = spaces_[layer];
    const NormSlots& at = norms_[layer];
    const std::int64_t width = layers_[layer].columns;
    space.moments.resize(numbers(2, width));
    const ColumnMoments moments{space.moments.data(), space.moments.data() + width};
    space.uses_batch_moments = training && rows >= batch_norm_least_rows;
    if (space.uses_batch_moments) {
        find_moments(space.outputs.data(), rows, width, moments, values + at.mean, values + at.variance);
    } else {
        moments_of_running(values + at.mean, values + at.variance, width, moments);
    }
    make_room(space.normalised, space.outputs.size());
    normalise_columns(space.outputs.data(), rows, width, moments, values + at.scale, values + at.shift, space.normalised.data());
}

void DirectNetwork::normalise_backward(const float* values, std::int64_t rows, std::size_t layer, float* gradients) {
    LayerSpace& space = spaces_[layer];
    const NormSlots& at = norms_[layer];
    const std::int64_t width = layers_[layer].columns;
    const ColumnMoments moments{space.moments.data(), space.moments.data() + width};
    if (space.uses_batch_moments) {
        normalise_columns_gradient(space.outputs.data(), rows, width, moments, values + at.scale, space.outputs_gradient.data(),
                                   gradients + at.scale, gradients + at.shift);
        return;
    }
    for (std::int64_t i = 0; i < rows * width; ++i) {
        const std::int64_t c = i % width;
        float& gradient = space.outputs_gradient[static_cast<std::size_t>(i)];
        gradients[at.shift + c] += gradient;
        gradients[at.scale + c] +=
            gradient * ((space.outputs[static_cast<std::size_t>(i)] - moments.mean[c]) * moments.inverse[c]);
        gradient *= values[at.scale + c] * moments.inverse[c];
    }
}

void DirectNetwork::read_out(const Batch& batch, std::size_t layer, std::int64_t column) {
    const std::int64_t width = width_after(layer);
    float* const to = graphs_.data() + column;
    if (options_.readout == Readout::max) {
        spaces_[layer].readout_argmax.resize(numbers(static_cast<std::int64_t>(batch.graph_count()), width));
        fill_graph_maxima(offsets_after(batch, layer), handed_on(batch, layer), width, to, head_.width(),
                          spaces_[layer].readout_argmax.data());
    } else {
        fill_graph_sums<float>(offsets_after(batch, layer), handed_on(batch, layer), width, options_.readout == Readout::mean, to,
                               head_.width());
    }
}

void DirectNetwork::read_out_backward(const Batch& batch, std::size_t layer, std::int64_t column, bool add) {
    const std::int64_t width = width_after(layer);
    const float* const from = graphs_gradient_.data() + column;
    const std::vector<std::int32_t>& offsets = offsets_after(batch, layer);
    AlignedVector<float>& gradient = handed_on_gradient(batch, layer);
    make_room(gradient, numbers(offsets.back(), width));
    if (options_.readout == Readout::max) {
        fill_maxima_gradient(offsets, from, head_.width(), spaces_[layer].readout_argmax.data(), width, gradient.data(), add);
    } else {
        fill_rows_gradient<float>(offsets, from, head_.width(), width, options_.readout == Readout::mean, gradient.data(), add);
    }
}

void DirectNetwork::backward(const float* values, const DirectBatch& input, float* gradients) {
    const Batch& batch = *input.batch;
    head_.backward(values, gradients, graphs_gradient_);
    std::int64_t column = head_.width();
    for (std::size_t i = layers_.size(); i-- > 0;) {
        if (is_read_out(i)) {
            column -= width_after(i);
            read_out_backward(batch, i, column, i + 1 < layers_.size());
        }
        if (has_pool(batch, i)) {
            pool_backward(input, i);
        }
        layer_backward(values, input, i, gradients);
    }
}

void DirectNetwork::layer_backward(const float* values, const DirectBatch& input, std::size_t layer, float* gradients) {
    const Batch& batch = *input.batch;
    const DirectOperators& operators = input.layers[layer];
    const ParameterSlot& weights = layers_[layer];
    LayerSpace& space = spaces_[layer];
    float* const gradient = outputs_gradient(batch, layer).data();
    if (is_normalised()) {
        normalise_backward(values, operators.rows, layer, gradients);
    }
    if (is_normalised() || !(has_pool(batch, layer) || gets_rectified_gradient(batch, layer))) {
        rectify_gradient(gradient, space.outputs.data(), gradient, operators.rows * weights.columns);
    }
    if (layer == 0) {
        add_weights_gradient(input.inputs, gradient, weights.columns, gradients + weights.offset);
        return;
    }
    prefetch_backward(input.layers, layer);
    add_bias_gradient(input, layer, gradients);
    if (operators.multiplies_first) {
        multiply_first_backward(operators, weights_of(values, layer), gradient, space.products.data(), weights_transposed_,
                                gradients + weights.offset, handed_on_gradient(batch, layer - 1).data());
    } else {
        messages_backward(values, input, layer, gradients);
    }
}

void DirectNetwork::messages_backward(const float* values, const DirectBatch& input, std::size_t layer, float* gradients) {
    const Batch& batch = *input.batch;
    const DirectOperators& operators = input.layers[layer];
    const ParameterSlot& weights = layers_[layer];
    add_layer_weights_gradient(input, layer, gradients + weights.offset);
    const std::int64_t width = width_after(layer - 1);
    weights_transposed_.resize(numbers(2 * width, weights.columns));
    transpose(values + weights.offset, 2 * width, weights.columns, weights_transposed_.data());
    make_room(inputs_gradient_, numbers(operators.rows, 2 * width));
    multiply_matrices({outputs_gradient(batch, layer).data(), weights.columns, 1}, weights_transposed_.data(),
                      inputs_gradient_.data(), operators.rows, weights.columns, 2 * width, false);
    AlignedVector<float>& sources_gradient = handed_on_gradient(batch, layer - 1);
    make_room(sources_gradient, numbers(operators.sources, width));
    const Activation activation = gets_rectified_gradient(batch, layer - 1) ? Activation::relu : Activation::none;
    sums_gradient(operators.inputs_to_sources, inputs_gradient_.data(), width, spaces_[layer - 1].outputs.data(), width,
                  activation, sources_gradient.data());
}

void DirectNetwork::add_layer_weights_gradient(const DirectBatch& input, std::size_t layer, float* weights_gradient) {
    const std::int64_t rows = input.layers[layer].rows;
    const std::int64_t columns = layers_[layer].columns;
    const std::int64_t width = width_after(layer - 1);
    const LayerSpace& space = spaces_[layer];
    const float* const gradient = outputs_gradient(*input.batch, layer).data();
    multiply_matrices({space.messages.data(), 1, width}, gradient, weights_gradient, width, rows, columns, true);
    multiply_matrices({own_features(input, layer), 1, width}, gradient, weights_gradient + width * columns, width, rows, columns,
                      true);
}

void DirectNetwork::add_bias_gradient(const DirectBatch& input, std::size_t layer, float* gradients) {
    const std::int64_t rows = input.layers[layer].rows;
    const std::int64_t columns = layers_[layer].columns;
    const float* const gradient = outputs_gradient(*input.batch, layer).data();
    float* const bias_gradient = gradients + layers_[layer].offset + 2 * width_after(layer - 1) * columns;
    for (std::int64_t i = 0; options_.layer.bias && i < rows * columns; ++i) {
        bias_gradient[i % columns] += gradient[i];
    }
}

void DirectNetwork::pool(const DirectOperators& operators, std::size_t layer) {
    LayerSpace& space = spaces_[layer];
    const std::int64_t width = layers_[layer].columns;
    make_room(space.pooled, numbers(operators.pool.rows, width_after(layer)));
    space.argmax.resize(joining_part(options_.pool.reduce) == Reduce::max ? numbers(operators.pool.rows, width) : 0);
    const AlignedVector<float>& outputs = is_normalised() ? space.normalised : space.outputs;
    pool_rows(operators, options_.pool.reduce, outputs.data(), width, is_normalised() ? Activation::none : Activation::relu,
              space.pooled.data(), space.argmax.data());
}

void DirectNetwork::pool_backward(const DirectBatch& input, std::size_t layer) {
    LayerSpace& space = spaces_[layer];
    AlignedVector<float>& gradient = outputs_gradient(*input.batch, layer);
    make_room(gradient, space.outputs.size());
    pool_rows_backward(input.layers[layer], options_.pool.reduce, space.pooled.data(), space.outputs.data(),
                       layers_[layer].columns, is_normalised() ? Activation::none : Activation::relu, space.argmax.data(),
                       gradient.data());
}

}  // namespace ndpool
