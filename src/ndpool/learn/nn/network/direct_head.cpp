#include "ndpool/learn/nn/network/direct_head.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/elementary.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"

namespace ndpool {

namespace {

/// The mean cross-entropy and its gradient. A graph to predict may have a label that is no class: it has no loss.
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
        if (label < classes) {
            outcome.loss += (portable_log(sum) + *top - row[label]) / static_cast<double>(graphs);
        }
    }
    return outcome;
}

void multiply_numbers(const AlignedVector<float>& factors, const float* from, float* to) {
    for (std::size_t i = 0; i < factors.size(); ++i) {
        to[i] = from[i] * factors[i];
    }
}

}  // namespace

DirectHead::DirectHead(const NetworkOptions& options, const ParameterPlan& plan)
    : dropout_(options.dropout), spaces_(options.head.size() + 1), inputs_(spaces_.size(), nullptr) {
    for (std::size_t i = 0; i < options.head.size(); ++i) {
        layers_.push_back(plan[fmt::format("head_hidden_{}", i)]);
    }
    layers_.push_back(plan["head"]);
}

bool DirectHead::drops_before(std::size_t layer) const {
    return dropped_ && dropout_ > 0 && (layer > 0 || layers_.size() == 1);
}

BatchOutcome DirectHead::forward(const float* values, const float* graphs, std::span<const std::int32_t> labels,
                                 std::optional<Seed> training) {
    graphs_ = labels.size();
    dropped_ = training.has_value();
    const auto rows = static_cast<std::int64_t>(graphs_);
    Random random(training.value_or(Seed(0)));
    const float* x = graphs;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const ParameterSlot& weights = layers_[i];
        Space& space = spaces_[i];
        const std::int64_t width = weights.rows - 1;
        if (drops_before(i)) {
            space.factors.resize(graphs_ * static_cast<std::size_t>(width));
            space.inputs.resize(space.factors.size());
            draw_dropout(random, dropout_, space.factors);
            multiply_numbers(space.factors, x, space.inputs.data());
            x = space.inputs.data();
        }
        inputs_[i] = x;
        space.outputs.resize(graphs_ * static_cast<std::size_t>(weights.columns));
        for (std::int64_t g = 0; g < rows; ++g) {
            std::copy_n(values + weights.offset + width * weights.columns, weights.columns,
                        space.outputs.data() + g * weights.columns);
        }
        multiply_matrices({x, width, 1}, values + weights.offset, space.outputs.data(), rows, width, weights.columns, true);
        if (i + 1 < layers_.size()) {
            relu(space.outputs.data(), rows * weights.columns);
        }
        x = space.outputs.data();
    }
    Space& last = spaces_.back();
    last.gradient.resize(last.outputs.size());
    return cross_entropy(last.outputs, labels, last.gradient);
}

void DirectHead::backward(const float* values, float* gradients, AlignedVector<float>& graphs_gradient) {
    const auto rows = static_cast<std::int64_t>(graphs_);
    for (std::size_t i = layers_.size(); i-- > 0;) {
        const ParameterSlot& weights = layers_[i];
        Space& space = spaces_[i];
        const std::int64_t width = weights.rows - 1;
        const std::int64_t columns = weights.columns;
        if (i + 1 < layers_.size()) {
            rectify_gradient(space.gradient.data(), space.outputs.data(), space.gradient.data(), rows * columns);
        }
        float* const own_gradient = gradients + weights.offset;
        multiply_matrices({inputs_[i], 1, width}, space.gradient.data(), own_gradient, width, rows, columns, true);
        for (std::int64_t g = 0; g < rows; ++g) {
            for (std::int64_t c = 0; c < columns; ++c) {
                own_gradient[width * columns + c] += space.gradient[static_cast<std::size_t>(g * columns + c)];
            }
        }
        weights_transposed_.resize(static_cast<std::size_t>(width * columns));
        transpose(values + weights.offset, width, columns, weights_transposed_.data());
        AlignedVector<float>& before = i == 0 ? graphs_gradient : spaces_[i - 1].gradient;
        before.resize(graphs_ * static_cast<std::size_t>(width));
        multiply_matrices({space.gradient.data(), columns, 1}, weights_transposed_.data(), before.data(), rows, columns, width,
                          false);
        if (drops_before(i)) {
            multiply_numbers(space.factors, before.data(), before.data());
        }
    }
}

}  // namespace ndpool
