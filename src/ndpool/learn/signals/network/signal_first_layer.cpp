#include "ndpool/learn/signals/network/signal_first_layer.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/signals/network/signal_kernels.hpp"

namespace ndpool {

namespace {

constexpr std::int32_t constant_row = -1;

std::size_t numbers(std::size_t rows, std::int64_t width) {
    return rows * static_cast<std::size_t>(width);
}

}  // namespace

SignalFirstLayer::SignalFirstLayer(const SignalNetwork& network) : network_(network), width_(network.layer(0).columns) {
    const LevelOperators& first = network.operators().levels.front();
    const auto rows = static_cast<std::size_t>(first.last.matrix.rows);
    const auto nodes = static_cast<std::size_t>(network.operators().levels[1].last.matrix.columns);
    nodes_.resize(nodes);
    outputs_.resize(numbers(rows, width_));
    outputs_gradient_.resize(outputs_.size());
    differences_.resize(numbers(nodes, width_));
    if (first.pool.rows > 0) {
        place_.assign(nodes, -1);
        shifted_.resize(outputs_.size());
        reached_.resize(nodes);
        if (network.options().reduce == Reduce::max) {
            argmax_.resize(differences_.size());
        }
        if (network.operators().overlapping) {
            std::iota(nodes_.begin(), nodes_.end(), 0);
            node_count_ = nodes;
        }
    }
}

SignalFirstLayer::Rows SignalFirstLayer::rows_of(const SignalInputs& inputs, std::size_t sample) {
    const std::uint64_t begin = inputs.offsets[sample];
    return {inputs.rows.data() + begin, inputs.values.data() + begin * static_cast<std::uint64_t>(inputs.columns),
            static_cast<std::int64_t>(inputs.offsets[sample + 1] - begin)};
}

PickedColumns SignalFirstLayer::picked(const Rows& rows) const {
    const SignalOperators& operators = network_.operators();
    return {operators.levels.front().pool_transposed,
            operators.full_pools.front(),
            {rows.numbers, static_cast<std::size_t>(rows.count)}};
}

void SignalFirstLayer::find_nodes(const Rows& rows) {
    if (network_.operators().overlapping) {
        return;  // all of them
    }
    const SparseRows& joined = network_.operators().levels.front().pool_transposed;
    for (std::size_t j = 0; j < node_count_; ++j) {
        place_[nodes_[j]] = -1;
    }
    node_count_ = 0;
    for (std::int64_t r = 0; r < rows.count; ++r) {
        const std::int32_t k = joined.offsets[rows.numbers[r]];
        if (k == joined.offsets[rows.numbers[r] + 1]) {
            continue;  // it is dropped
        }
        std::int32_t& place = place_[joined.indices[k]];
        if (place < 0) {
            place = static_cast<std::int32_t>(node_count_);
            reached_[node_count_] = 0;
            nodes_[node_count_++] = joined.indices[k];
        }
        ++reached_[place];
    }
}

void SignalFirstLayer::pool_sums(const Rows& rows) {
    const SparseRows& joined = network_.operators().levels.front().pool_transposed;
    std::fill_n(differences_.begin(), numbers(node_count_, width_), 0.0F);
    if (network_.operators().overlapping) {
        add_columns(picked(rows), shifted_.data(), differences_.data(), width_, packed_);
        return;
    }
    for (std::int64_t r = 0; r < rows.count; ++r) {
        const std::int32_t k = joined.offsets[rows.numbers[r]];
        if (k < joined.offsets[rows.numbers[r] + 1]) {
            add_scaled_row(shifted_.data() + r * width_, joined.values[k],
                           differences_.data() + place_[joined.indices[k]] * width_, width_);
        }
    }
}

void SignalFirstLayer::pool_largest(const SignalWeights& weights, const Rows& rows) {
    const SparseRows& pool = network_.operators().levels.front().pool;
    const SparseRows& joined = network_.operators().levels.front().pool_transposed;
    for (std::size_t j = 0; j < node_count_; ++j) {
        const bool has_others = pool.offsets[nodes_[j] + 1] - pool.offsets[nodes_[j]] > reached_[j];
        float* const row = differences_.data() + j * static_cast<std::size_t>(width_);
        for (std::int64_t c = 0; c < width_; ++c) {
            row[c] = has_others ? 0 : -std::numeric_limits<float>::infinity();
        }
        std::fill_n(argmax_.begin() + static_cast<std::ptrdiff_t>(numbers(j, width_)), width_, constant_row);
    }
    subtract_row(outputs_.data(), rows.count, weights.constant.data(), shifted_.data(), width_);
    for (std::int64_t r = 0; r < rows.count; ++r) {
        const std::int32_t k = joined.offsets[rows.numbers[r]];
        if (k == joined.offsets[rows.numbers[r] + 1]) {
            continue;
        }
        const std::int64_t to = place_[joined.indices[k]] * width_;
        take_larger(shifted_.data() + r * width_, static_cast<std::int32_t>(r), differences_.data() + to, argmax_.data() + to,
                    width_);
    }
}

void SignalFirstLayer::forward(const SignalWeights& weights, const SignalInputs& inputs, std::size_t sample) {
    const Rows rows = rows_of(inputs, sample);
    const ParameterSlot& slot = network_.layer(0);
    const float* const matrix = weights.values + slot.offset;
    const float* const bias = network_.options().bias ? matrix + (slot.rows - 1) * slot.columns : nullptr;
    first_layer_rows(rows.inputs, rows.count, inputs.columns, matrix, bias, outputs_.data(), width_);
    if (network_.operators().levels.front().pool.rows == 0) {  // the computed rows are the nodes
        std::copy_n(rows.numbers, rows.count, nodes_.begin());
        node_count_ = static_cast<std::size_t>(rows.count);
        subtract_row(outputs_.data(), rows.count, weights.constant.data(), differences_.data(), width_);
        return;
    }
    find_nodes(rows);
    if (network_.options().reduce == Reduce::max) {
        pool_largest(weights, rows);
    } else {
        subtract_row(outputs_.data(), rows.count, weights.constant.data(), shifted_.data(), width_);
        pool_sums(rows);
    }
}

void SignalFirstLayer::largest_backward(const float* differences_gradient, float* constant_gradient) {
    for (std::size_t i = 0; i < numbers(node_count_, width_); ++i) {
        const auto column = static_cast<std::int64_t>(i) % width_;
        if (argmax_[i] == constant_row) {
            constant_gradient[column] += differences_gradient[i];
        } else {
            outputs_gradient_[numbers(static_cast<std::size_t>(argmax_[i]), width_) + static_cast<std::size_t>(column)] +=
                differences_gradient[i];
        }
    }
}

void SignalFirstLayer::backward(const SignalInputs& inputs, std::size_t sample, const float* differences_gradient,
                                float* gradients, float* constant_gradient) {
    const Rows rows = rows_of(inputs, sample);
    const ParameterSlot& slot = network_.layer(0);
    const SparseRows& joined = network_.operators().levels.front().pool_transposed;
    const float* outputs_gradient = outputs_gradient_.data();
    if (network_.operators().levels.front().pool.rows == 0) {
        outputs_gradient = differences_gradient;
    } else if (network_.options().reduce == Reduce::max) {
        std::fill_n(outputs_gradient_.begin(), numbers(static_cast<std::size_t>(rows.count), width_), 0.0F);
        largest_backward(differences_gradient, constant_gradient);
    } else if (network_.operators().overlapping) {
        sum_columns(picked(rows), differences_gradient, outputs_gradient_.data(), width_, packed_);
    } else {
        for (std::int64_t r = 0; r < rows.count; ++r) {
            const std::int32_t k = joined.offsets[rows.numbers[r]];
            const bool is_dropped = k == joined.offsets[rows.numbers[r] + 1];
            const std::int64_t from = is_dropped ? 0 : place_[joined.indices[k]] * width_;
            copy_scaled_row(differences_gradient + from, is_dropped ? 0 : joined.values[k], outputs_gradient_.data() + r * width_,
                            width_);
        }
    }
    if (network_.options().bias) {
        negated_sums_.assign(static_cast<std::size_t>(width_), 0.0F);
        if (network_.options().reduce == Reduce::max) {
            add_row_sums(nullptr, differences_gradient, static_cast<std::int64_t>(node_count_), negated_sums_.data(), width_);
        } else {
            add_row_sums(nullptr, outputs_gradient, rows.count, negated_sums_.data(), width_);
        }
        for (std::int64_t c = 0; c < width_; ++c) {
            constant_gradient[c] -= negated_sums_[static_cast<std::size_t>(c)];
        }
    }
    rectify_gradient(outputs_gradient, outputs_.data(), outputs_gradient_.data(), rows.count * width_);
    float* const bias_gradient = network_.options().bias ? gradients + slot.offset + (slot.rows - 1) * slot.columns : nullptr;
    first_layer_gradients(rows.inputs, rows.count, inputs.columns, outputs_gradient_.data(), gradients + slot.offset,
                          bias_gradient, width_);
}

}  // namespace ndpool
