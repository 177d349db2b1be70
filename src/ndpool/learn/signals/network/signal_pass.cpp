#include "ndpool/learn/signals/network/signal_pass.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "ndpool/base/elementary.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/message_rows.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/nn/network/network_options.hpp"
#include "ndpool/learn/signals/network/signal_first_layer.hpp"
#include "ndpool/learn/signals/network/signal_kernels.hpp"
#include "ndpool/learn/signals/network/signal_network.hpp"

namespace ndpool {

namespace {

std::size_t numbers(std::int64_t rows, std::int64_t columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

AlignedVector<float> zeros(std::int64_t rows, std::int64_t columns) {
    return AlignedVector<float>(numbers(rows, columns), 0.0F);
}

/// Memory of one layer but the first, row by row.
struct LayerSpace {
    AlignedVector<float> inputs;  ///< messages and own features; of the second layer the messages alone
    AlignedVector<float> outputs;
    AlignedVector<float> outputs_gradient;
    AlignedVector<float> pooled;  ///< where the pool is more than taking rows
    AlignedVector<float> pooled_gradient;
    std::vector<std::int32_t> argmax;
};

}  // namespace

struct SignalPass::Space {
    explicit Space(const SignalNetwork& network_of_pass);

    const SignalNetwork& network;
    SignalFirstLayer first;
    std::vector<LayerSpace> layers;  ///< that of the first is empty
    AlignedVector<float> gradients;
    /// Of the samples since the last clear: gradients of the rows of the second layer, summed by how often the constant row comes
    /// in.
    AlignedVector<float> message_sums;
    AlignedVector<float> own_sums;
    AlignedVector<float> constant_gradient;

    // Second layer: products with rows that a signal reaches, and those of them that are computed rows too.
    AlignedVector<float> products;
    AlignedVector<float> differences_gradient;
    std::vector<std::int32_t> own_places;  ///< in the list of nodes
    std::vector<std::int32_t> own_rows;
    AlignedVector<float> own_inputs;
    AlignedVector<float> own_outputs;
    AlignedVector<float> inputs_gradient;

    AlignedVector<float> readout;
    AlignedVector<float> readout_gradient;
    std::vector<std::int32_t> readout_argmax;
    AlignedVector<float> dropout_factors;    // of the numbers that the last layer reads; empty if none are dropped
    AlignedVector<float> remaining_readout;  // these numbers times their factors
    std::vector<float> logits;
    std::vector<float> probabilities;
    std::vector<float> slopes;
    std::int32_t label = 0;

    [[nodiscard]] const LevelOperators& maps(std::size_t layer) const { return network.operators().levels[layer]; }
    [[nodiscard]] bool has_pool(std::size_t layer) const { return layer + 1 < layers.size() && maps(layer).pool.rows > 0; }
    /// What the next layer takes.
    [[nodiscard]] const float* rows_after(std::size_t layer) const {
        return has_pool(layer) ? layers[layer].pooled.data() : layers[layer].outputs.data();
    }
    /// Fewer products where the rows that a signal reaches are fewer than the computed ones.
    [[nodiscard]] bool products_first() const {
        return static_cast<std::int32_t>(first.nodes().size()) <= maps(1).last.matrix.rows;
    }

    void second_forward(const SignalWeights& weights);
    void second_backward(const SignalWeights& weights);
    void layer_forward(const SignalWeights& weights, std::size_t layer);
    void layer_backward(const SignalWeights& weights, std::size_t layer);
    void pool_forward(std::size_t layer);
    void pool_backward(std::size_t layer);
    void read_out();
    /// The numbers that the last layer reads, before and after some of them are dropped.
    [[nodiscard]] const float* all_head_inputs() const;
    [[nodiscard]] const float* head_inputs() const;
    void drop_out(std::optional<Seed> seed);
    void read_out_backward(const SignalWeights& weights);
};

SignalPass::Space::Space(const SignalNetwork& network_of_pass)
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

void SignalPass::Space::second_forward(const SignalWeights& weights) {
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
        scatter_columns(hop.transposed, nodes.data(), count, products.data(), outputs, width);
    } else {
        std::fill(layers[1].inputs.begin(), layers[1].inputs.end(), 0.0F);
        scatter_columns(hop.transposed, nodes.data(), count, first.differences(), layers[1].inputs.data(), inputs);
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

void SignalPass::Space::second_backward(const SignalWeights& weights) {
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
        gather_columns(hop.transposed, nodes.data(), count, gradient, products.data(), width);
        multiply_matrices({first.differences(), 1, inputs}, products.data(), matrix_gradient, inputs, count, width, true);
        multiply_matrices({products.data(), width, 1}, transposed, differences_gradient.data(), count, width, inputs, false);
    } else {
        multiply_matrices({layers[1].inputs.data(), 1, inputs}, gradient, matrix_gradient, inputs, rows, width, true);
        multiply_matrices({gradient, width, 1}, transposed, inputs_gradient.data(), rows, width, inputs, false);
        gather_columns(hop.transposed, nodes.data(), count, inputs_gradient.data(), differences_gradient.data(), inputs);
    }
    const auto own = static_cast<std::int64_t>(own_rows.size());
    gather_rows(own_rows.data(), own, gradient, width, own_outputs.data(), width, width);
    multiply_matrices({own_inputs.data(), 1, inputs}, own_outputs.data(), matrix_gradient + inputs * width, inputs, own, width,
                      true);
    multiply_matrices({own_outputs.data(), width, 1}, transposed + width * inputs, inputs_gradient.data(), own, width, inputs,
                      false);
    add_to_picked(own_places.data(), own, inputs_gradient.data(), differences_gradient.data(), inputs);
}

void SignalPass::Space::layer_forward(const SignalWeights& weights, std::size_t layer) {
    const ParameterSlot& slot = network.layer(layer);
    const PropagationStep& hop = maps(layer).last;
    const std::int64_t inputs = network.layer(layer - 1).columns;
    const std::int64_t rows = hop.matrix.rows;
    LayerSpace& space = layers[layer];
    const bool bias = network.options().bias;
    fill_inputs(hop, rows_after(layer - 1), inputs, false, space.inputs.data());
    if (bias) {
        fill_rows(weights.values + slot.offset + 2 * inputs * slot.columns, rows, space.outputs.data(), slot.columns);
    }
    multiply_matrices({space.inputs.data(), 2 * inputs, 1}, weights.values + slot.offset, space.outputs.data(), rows, 2 * inputs,
                      slot.columns, bias);
    relu(space.outputs.data(), rows * slot.columns);
}

void SignalPass::Space::layer_backward(const SignalWeights& weights, std::size_t layer) {
    const ParameterSlot& slot = network.layer(layer);
    const PropagationStep& hop = maps(layer).last;
    const std::int64_t inputs = network.layer(layer - 1).columns;
    const std::int64_t rows = hop.matrix.rows;
    LayerSpace& space = layers[layer];
    LayerSpace& before = layers[layer - 1];
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

void SignalPass::Space::pool_forward(std::size_t layer) {
    const std::int64_t width = network.layer(layer).columns;
    LayerSpace& space = layers[layer];
    if (network.options().reduce == Reduce::max) {
        largest_rows(maps(layer).pool, space.outputs.data(), width, space.pooled.data(), space.argmax.data());
    } else {
        multiply_rows(maps(layer).pool, space.outputs.data(), width, space.pooled.data(), width, width, false);
    }
}

void SignalPass::Space::pool_backward(std::size_t layer) {
    const std::int64_t width = network.layer(layer).columns;
    LayerSpace& space = layers[layer];
    if (network.options().reduce == Reduce::max) {
        std::fill(space.outputs_gradient.begin(), space.outputs_gradient.end(), 0.0F);
        add_to_winners(space.pooled_gradient.data(), space.argmax.data(), maps(layer).pool.rows, width,
                       space.outputs_gradient.data());
    } else {
        multiply_rows(maps(layer).pool_transposed, space.pooled_gradient.data(), width, space.outputs_gradient.data(), width,
                      width, false);
    }
}

void SignalPass::Space::read_out() {
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

const float* SignalPass::Space::all_head_inputs() const {
    return network.options().readout == SignalReadout::flatten ? layers.back().outputs.data() : readout.data();
}

const float* SignalPass::Space::head_inputs() const {
    return dropout_factors.empty() ? all_head_inputs() : remaining_readout.data();
}

void SignalPass::Space::drop_out(std::optional<Seed> seed) {
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

void SignalPass::Space::read_out_backward(const SignalWeights& weights) {
    const ParameterSlot& head = network.head();
    const std::int64_t width = network.layer(layers.size() - 1).columns;
    const std::int64_t rows = network.last_nodes();
    const bool flatten = network.options().readout == SignalReadout::flatten;
    LayerSpace& last = layers.back();
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

SignalPass::SignalPass(const SignalNetwork& network) : space_(std::make_unique<Space>(network)) {}
SignalPass::~SignalPass() = default;
SignalPass::SignalPass(SignalPass&&) noexcept = default;
SignalPass& SignalPass::operator=(SignalPass&&) noexcept = default;

void SignalPass::clear() {
    for (AlignedVector<float>* sums :
         {&space_->gradients, &space_->message_sums, &space_->own_sums, &space_->constant_gradient}) {
        std::fill(sums->begin(), sums->end(), 0.0F);
    }
}

SignalOutcome SignalPass::forward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample,
                                  std::int32_t label, std::optional<Seed> dropout) {
    Space& space = *space_;
    space.first.forward(weights, inputs, sample);
    space.second_forward(weights);
    for (std::size_t i = 1; i < space.layers.size(); ++i) {
        if (i > 1) {
            space.layer_forward(weights, i);
        }
        if (space.has_pool(i)) {
            space.pool_forward(i);
        }
    }
    space.read_out();
    space.drop_out(dropout);
    const ParameterSlot& head = space.network.head();
    const float* const bias = weights.values + space.network.head_bias().offset;
    const float* const rows = space.head_inputs();
    for (std::int64_t k = 0; k < head.rows; ++k) {
        space.logits[k] = bias[k] + dot_product(weights.values + head.offset + k * head.columns, rows, head.columns);
    }
    const auto top = std::max_element(space.logits.begin(), space.logits.end());
    double sum = 0;
    for (const float logit : space.logits) {
        sum += portable_exp(static_cast<double>(logit) - *top);
    }
    for (std::size_t k = 0; k < space.logits.size(); ++k) {
        space.probabilities[k] = static_cast<float>(portable_exp(static_cast<double>(space.logits[k]) - *top) / sum);
    }
    space.label = label;
    return {label < 0 ? 0 : portable_log(sum) + *top - space.logits[label], top - space.logits.begin() == label};
}

void SignalPass::backward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample, float scale) {
    Space& space = *space_;
    float* const bias_gradient = space.gradients.data() + space.network.head_bias().offset;
    for (std::size_t k = 0; k < space.slopes.size(); ++k) {
        space.slopes[k] = (space.probabilities[k] - (static_cast<std::int32_t>(k) == space.label ? 1.0F : 0.0F)) * scale;
        bias_gradient[k] += space.slopes[k];
    }
    space.read_out_backward(weights);
    for (std::size_t i = space.layers.size(); i-- > 1;) {
        if (space.has_pool(i)) {
            space.pool_backward(i);
        }
        if (i > 1) {
            space.layer_backward(weights, i);
        }
    }
    space.second_backward(weights);
    space.first.backward(inputs, sample, space.differences_gradient.data(), space.gradients.data(),
                         space.constant_gradient.data());
}

void SignalPass::add_gradients(const SignalWeights& weights, float* gradients) {
    Space& space = *space_;
    const SignalNetwork& network = space.network;
    if (network.options().bias) {
        const ParameterSlot& first = network.layer(0);
        const ParameterSlot& second = network.layer(1);
        float* const matrix_gradient = space.gradients.data() + second.offset;
        const float* const transposed = weights.transposed[1].data();
        const std::int64_t block = first.columns * second.columns;
        multiply_matrices({weights.constant.data(), 1, 1}, space.message_sums.data(), matrix_gradient, first.columns, 1,
                          second.columns, true);
        multiply_matrices({weights.constant.data(), 1, 1}, space.own_sums.data(), matrix_gradient + block, first.columns, 1,
                          second.columns, true);
        multiply_matrices({space.message_sums.data(), second.columns, 1}, transposed, space.constant_gradient.data(), 1,
                          second.columns, first.columns, true);
        multiply_matrices({space.own_sums.data(), second.columns, 1}, transposed + block, space.constant_gradient.data(), 1,
                          second.columns, first.columns, true);
        float* const bias_gradient = space.gradients.data() + first.offset + (first.rows - 1) * first.columns;
        for (std::int64_t c = 0; c < first.columns; ++c) {
            bias_gradient[c] += weights.constant[c] > 0 ? space.constant_gradient[c] : 0;
        }
    }
    add_numbers(space.gradients.data(), gradients, network.plan().size());
}

std::span<const float> SignalPass::probabilities() const {
    return space_->probabilities;
}

}  // namespace ndpool
