#include "ndpool/learn/nn/network/direct_network.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/base/elementary.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/message_rows.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"

namespace ndpool {

namespace {

std::size_t numbers(std::int64_t rows, std::int64_t columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// The mean cross-entropy and its gradient.
BatchOutcome cross_entropy(std::span<const float> logits, std::span<const std::int32_t> labels, std::span<float> gradient) {
    const std::size_t graphs = labels.size();
    const std::size_t classes = graphs > 0 ? logits.size() / graphs : 0;
    BatchOutcome outcome;
    for (std::size_t g = 0; g < graphs; ++g) {
        const auto row = logits.subspan(g * classes, classes);
        const auto top = std::max_element(row.begin(), row.end());
        const auto label = static_cast<std::size_t>(labels[g]);
        outcome.right += static_cast<std::size_t>(top - row.begin()) == label ? 1 : 0;
        double sum = 0;
        for (const float logit : row) {
            sum += portable_exp(static_cast<double>(logit) - *top);
        }
        for (std::size_t c = 0; c < classes; ++c) {
            const double share = portable_exp(static_cast<double>(row[c]) - *top) / sum;
            gradient[g * classes + c] = static_cast<float>((share - (c == label ? 1 : 0)) / static_cast<double>(graphs));
        }
        outcome.loss += (portable_log(sum) + *top - row[label]) / static_cast<double>(graphs);
    }
    return outcome;
}

}  // namespace

bool DirectNetwork::can_do(const NetworkOptions& options) {
    return options.layer.kind == LayerKind::message_passing && !is_trainable(options.pool.kind) &&
           options.readout != Readout::max;
}

DirectNetwork::DirectNetwork(const NetworkOptions& options, const ParameterPlan& plan)
    : options_(options),
      layers_(plan.slots().begin(), plan.slots().end() - 1),
      head_(plan.slots().back()),
      spaces_(options.channels.size()) {}

const LevelOperators& DirectNetwork::maps_of(const Batch& batch, std::size_t layer) const {
    return batch.levels[options_.pool.kind == PoolKind::none ? 0 : layer];
}

const std::vector<std::int32_t>& DirectNetwork::offsets_of(const Batch& batch) const {
    return batch.graph_offsets[options_.pool.kind == PoolKind::none ? 0 : layers_.size() - 1];
}

bool DirectNetwork::has_pool(const Batch& batch, std::size_t layer) const {
    return options_.pool.kind == PoolKind::precomputed && layer + 1 < layers_.size() && batch.levels[layer].pool.rows > 0;
}

DirectBatch DirectNetwork::prepare(const Batch& batch) const {
    return {&batch, first_inputs(batch.levels.front().last, batch.features, options_.layer.bias)};
}

BatchOutcome DirectNetwork::forward(const float* values, const DirectBatch& input) {
    const Batch& batch = *input.batch;
    const float* x = nullptr;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const LevelOperators& maps = maps_of(batch, i);
        const ParameterSlot& weights = layers_[i];
        LayerSpace& space = spaces_[i];
        const std::int64_t rows = maps.last.matrix.rows;
        space.outputs.resize(numbers(rows, weights.columns));
        if (i == 0) {
            multiply_inputs(input.inputs, values + weights.offset, weights.columns, space.outputs.data());
        } else {
            space.inputs.resize(numbers(rows, weights.rows));
            fill_inputs(maps.last, x, layers_[i - 1].columns, options_.layer.bias, space.inputs.data());
            multiply_matrices({space.inputs.data(), weights.rows, 1}, values + weights.offset, space.outputs.data(), rows,
                              weights.rows, weights.columns, false);
        }
        relu(space.outputs.data(), rows * weights.columns);
        x = space.outputs.data();
        if (has_pool(batch, i)) {
            pool(maps, i);
            x = space.pooled.data();
        }
    }
    const auto graphs = static_cast<std::int64_t>(batch.graph_count());
    const std::int64_t width = head_.rows - 1;
    graphs_.resize(numbers(graphs, width));
    fill_graph_sums<float>(offsets_of(batch), x, width, options_.readout == Readout::mean, graphs_.data());
    logits_.resize(numbers(graphs, head_.columns));
    logits_gradient_.resize(logits_.size());
    for (std::int64_t g = 0; g < graphs; ++g) {
        std::copy_n(values + head_.offset + width * head_.columns, head_.columns, logits_.data() + g * head_.columns);
    }
    multiply_matrices({graphs_.data(), width, 1}, values + head_.offset, logits_.data(), graphs, width, head_.columns, true);
    return cross_entropy(logits_, batch.labels, logits_gradient_);
}

void DirectNetwork::backward(const float* values, const DirectBatch& input, float* gradients) {
    const Batch& batch = *input.batch;
    const auto graphs = static_cast<std::int64_t>(batch.graph_count());
    const std::int64_t width = head_.rows - 1;
    const std::int64_t classes = head_.columns;
    float* const head_gradient = gradients + head_.offset;
    multiply_matrices({graphs_.data(), 1, width}, logits_gradient_.data(), head_gradient, width, graphs, classes, true);
    for (std::int64_t g = 0; g < graphs; ++g) {
        for (std::int64_t c = 0; c < classes; ++c) {
            head_gradient[width * classes + c] += logits_gradient_[static_cast<std::size_t>(g * classes + c)];
        }
    }
    weights_transposed_.resize(numbers(width, classes));
    transpose(values + head_.offset, width, classes, weights_transposed_.data());
    graphs_gradient_.resize(numbers(graphs, width));
    multiply_matrices({logits_gradient_.data(), classes, 1}, weights_transposed_.data(), graphs_gradient_.data(), graphs, classes,
                      width, false);
    LayerSpace& last = spaces_.back();
    last.outputs_gradient.resize(last.outputs.size());
    fill_rows_gradient<float>(offsets_of(batch), graphs_gradient_.data(), width, options_.readout == Readout::mean,
                              last.outputs_gradient.data());
    for (std::size_t i = layers_.size(); i-- > 0;) {
        if (has_pool(batch, i)) {
            pool_backward(maps_of(batch, i), i);
        }
        layer_backward(values, input, i, gradients);
    }
}

void DirectNetwork::layer_backward(const float* values, const DirectBatch& input, std::size_t layer, float* gradients) {
    const PropagationStep& hop = maps_of(*input.batch, layer).last;
    const ParameterSlot& weights = layers_[layer];
    LayerSpace& space = spaces_[layer];
    const std::int64_t rows = hop.matrix.rows;
    float* const gradient = space.outputs_gradient.data();
    rectify_gradient(gradient, space.outputs.data(), gradient, rows * weights.columns);
    if (layer == 0) {
        add_weights_gradient(input.inputs, gradient, weights.columns, gradients + weights.offset);
        return;
    }
    multiply_matrices({space.inputs.data(), 1, weights.rows}, gradient, gradients + weights.offset, weights.rows, rows,
                      weights.columns, true);
    const std::int64_t width = layers_[layer - 1].columns;
    weights_transposed_.resize(numbers(2 * width, weights.columns));
    transpose(values + weights.offset, 2 * width, weights.columns, weights_transposed_.data());
    inputs_gradient_.resize(numbers(rows, 2 * width));
    multiply_matrices({gradient, weights.columns, 1}, weights_transposed_.data(), inputs_gradient_.data(), rows, weights.columns,
                      2 * width, false);
    LayerSpace& before = spaces_[layer - 1];
    AlignedVector<float>& x_gradient = has_pool(*input.batch, layer - 1) ? before.pooled_gradient : before.outputs_gradient;
    x_gradient.resize(numbers(hop.matrix.columns, width));
    fill_features_gradient(hop, inputs_gradient_.data(), 2 * width, width, x_gradient.data());
}

void DirectNetwork::pool(const LevelOperators& maps, std::size_t layer) {
    LayerSpace& space = spaces_[layer];
    const std::int64_t width = layers_[layer].columns;
    space.pooled.resize(numbers(maps.pool.rows, width));
    if (options_.pool.reduce == Reduce::max) {
        space.argmax.resize(space.pooled.size());
        largest_rows<float>(maps.pool, space.outputs.data(), width, space.pooled.data(), space.argmax.data());
    } else {
        multiply_rows<float>(maps.pool, space.outputs.data(), width, space.pooled.data(), width, width, false);
    }
}

void DirectNetwork::pool_backward(const LevelOperators& maps, std::size_t layer) {
    LayerSpace& space = spaces_[layer];
    const std::int64_t width = layers_[layer].columns;
    space.outputs_gradient.resize(space.outputs.size());
    if (options_.pool.reduce == Reduce::max) {
        std::fill(space.outputs_gradient.begin(), space.outputs_gradient.end(), 0.0F);
        add_to_winners<float>(space.pooled_gradient.data(), space.argmax.data(), maps.pool.rows, width,
                              space.outputs_gradient.data());
    } else {
        multiply_rows<float>(maps.pool_transposed, space.pooled_gradient.data(), width, space.outputs_gradient.data(), width,
                             width, false);
    }
}

}  // namespace ndpool
