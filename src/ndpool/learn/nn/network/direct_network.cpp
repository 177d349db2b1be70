#include "ndpool/learn/nn/network/direct_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/learn/nn/kernels/batch_norm.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/message_rows.hpp"
#include "ndpool/learn/nn/kernels/pool_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"

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

AlignedVector<float>& DirectNetwork::handed_on_gradient(const Batch& batch, std::size_t layer) {
    return has_pool(batch, layer) ? spaces_[layer].pooled_gradient : spaces_[layer].outputs_gradient;
}

bool DirectNetwork::merges_first_rows(const Batch& batch) const {
    // Readouts and normalisation count every row.
    return !is_normalised() && layers_.size() > 1 && (has_pool(batch, 0) || !is_read_out(0));
}

bool DirectNetwork::gets_rectified_gradient(const Batch& batch, std::size_t layer) const {
    return layer + 1 < layers_.size() && !has_pool(batch, layer) && !is_normalised() && !is_read_out(layer);
}

DirectBatch DirectNetwork::prepare(const Batch& batch) const {
    DirectBatch direct{&batch, first_inputs(batch.levels.front().last, batch.features, options_.layer.bias), {}};
    std::vector<std::int32_t> places;
    if (merges_first_rows(batch)) {
        places = merge_equal_rows(direct.inputs);
    }
    direct.layers.resize(layers_.size());
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        DirectOperators& operators = direct.layers[i];
        const LevelOperators& maps = maps_of(batch, i);
        if (i == 0) {
            operators.rows = direct.inputs.rows;
        } else {
            const bool sees_merged = i == 1 && !has_pool(batch, 0) && !places.empty();
            set_messages(operators, maps.last, sees_merged ? places : std::vector<std::int32_t>{},
                         sees_merged ? direct.inputs.rows : maps.last.matrix.columns);
        }
        if (has_pool(batch, i)) {
            set_pool(operators, maps, i == 0 ? places : std::vector<std::int32_t>{});
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

void DirectNetwork::layer_forward(const float* values, const DirectBatch& input, std::size_t layer) {
    const DirectOperators& operators = input.layers[layer];
    const ParameterSlot& weights = layers_[layer];
    LayerSpace& space = spaces_[layer];
    const std::int64_t rows = operators.rows;
    make_room(space.outputs, numbers(rows, weights.columns));
    if (layer == 0) {
        multiply_inputs(input.inputs, values + weights.offset, weights.columns, Activation::relu, space.outputs.data());
        return;
    }
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
            pool_backward(input.layers[i], i);
        }
        layer_backward(values, input, i, gradients);
    }
}

void DirectNetwork::layer_backward(const float* values, const DirectBatch& input, std::size_t layer, float* gradients) {
    const Batch& batch = *input.batch;
    const DirectOperators& operators = input.layers[layer];
    const ParameterSlot& weights = layers_[layer];
    LayerSpace& space = spaces_[layer];
    float* const gradient = space.outputs_gradient.data();
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
    add_layer_weights_gradient(input, layer, gradients + weights.offset);
    const std::int64_t width = width_after(layer - 1);
    weights_transposed_.resize(numbers(2 * width, weights.columns));
    transpose(values + weights.offset, 2 * width, weights.columns, weights_transposed_.data());
    make_room(inputs_gradient_, numbers(operators.rows, 2 * width));
    multiply_matrices({gradient, weights.columns, 1}, weights_transposed_.data(), inputs_gradient_.data(), operators.rows,
                      weights.columns, 2 * width, false);
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
    const float* const gradient = space.outputs_gradient.data();
    multiply_matrices({space.messages.data(), 1, width}, gradient, weights_gradient, width, rows, columns, true);
    multiply_matrices({own_features(input, layer), 1, width}, gradient, weights_gradient + width * columns, width, rows, columns,
                      true);
    float* const bias_gradient = weights_gradient + 2 * width * columns;
    for (std::int64_t i = 0; options_.layer.bias && i < rows * columns; ++i) {
        bias_gradient[i % columns] += gradient[i];
    }
}

void DirectNetwork::pool(const DirectOperators& operators, std::size_t layer) {
    LayerSpace& space = spaces_[layer];
    const std::int64_t width = layers_[layer].columns;
    const std::int64_t stride = width_after(layer);
    const Activation activation = is_normalised() ? Activation::none : Activation::relu;
    const float* const outputs = is_normalised() ? space.normalised.data() : space.outputs.data();
    make_room(space.pooled, numbers(operators.pool.rows, stride));
    float* joined = space.pooled.data();
    if (takes_beside(options_.pool.reduce)) {
        gather_rows<float>(operators.taken.data(), std::ssize(operators.taken), outputs, width, joined, stride, width);
        joined += width;
    }
    if (joining_part(options_.pool.reduce) == Reduce::max) {
        space.argmax.resize(numbers(operators.pool.rows, width));
        pool_maxima(operators.pool, outputs, width, activation, joined, stride, space.argmax.data());
    } else {
        sum_rows(operators.pool, outputs, width, joined, stride, width);
    }
}

void DirectNetwork::pool_backward(const DirectOperators& operators, std::size_t layer) {
    LayerSpace& space = spaces_[layer];
    const std::int64_t width = layers_[layer].columns;
    const std::int64_t stride = width_after(layer);
    const Activation activation = is_normalised() ? Activation::none : Activation::relu;
    const bool beside = takes_beside(options_.pool.reduce);
    const float* const joined = space.pooled_gradient.data() + (beside ? width : 0);
    make_room(space.outputs_gradient, space.outputs.size());
    if (joining_part(options_.pool.reduce) == Reduce::max) {
        pool_maxima_gradient(operators.pool_transposed, joined, stride, space.argmax.data(), width,
                             space.outputs_gradient.data());
    } else {
        sums_gradient(operators.pool_transposed, joined, stride, space.outputs.data(), width, activation,
                      space.outputs_gradient.data());
    }
    if (beside) {
        add_taken_gradient(operators.taken, space.pooled_gradient.data(), stride, space.outputs.data(), width, activation,
                           space.outputs_gradient.data());
    }
}

}  // namespace ndpool
