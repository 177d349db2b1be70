#include "ndpool/learn/nn/kernels/first_inputs.hpp"

#include <algorithm>
#include <utility>

#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/equal_rows.hpp"
#include "ndpool/learn/nn/kernels/message_rows.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"

namespace ndpool {

namespace {

/// Full products process several rows at once, so they are faster even if a part of the numbers is zero.
constexpr std::int64_t zeros_that_pay = 3;

bool is_rather_full(const SparseRows& matrix) {
    return zeros_that_pay * std::ssize(matrix.indices) > static_cast<std::int64_t>(matrix.rows) * matrix.columns;
}

/// One row of a sparse product while it is accumulated.
class RowSum {
public:
    explicit RowSum(std::int32_t columns) : sums_(columns, 0), touched_(columns, false) {}

    void add(float factor, const SparseRows& rows, std::int32_t row) {
        for (std::int32_t k = rows.offsets[row]; k < rows.offsets[row + 1]; ++k) {
            const std::int32_t column = rows.indices[k];
            sums_[column] += factor * rows.values[k];
            if (!touched_[column]) {
                touched_[column] = true;
                columns_.push_back(column);
            }
        }
    }
    /// Appends the accumulated numbers to the last row, and starts again.
    void move_to(SparseRows& target) {
        std::sort(columns_.begin(), columns_.end());
        for (const std::int32_t column : columns_) {
            target.indices.push_back(column);
            target.values.push_back(sums_[column]);
            sums_[column] = 0;
            touched_[column] = false;
        }
        columns_.clear();
    }

private:
    std::vector<float> sums_;
    std::vector<bool> touched_;
    std::vector<std::int32_t> columns_;
};

SparseRows sparse_inputs(const PropagationStep& hop, const SparseRows& features, bool bias) {
    const std::int32_t width = features.columns;
    SparseRows inputs{hop.matrix.rows, static_cast<std::int32_t>(input_columns(width, bias)), {0}, {}, {}};
    RowSum messages(width);
    for (std::int32_t row = 0; row < hop.matrix.rows; ++row) {
        for (std::int32_t k = hop.matrix.offsets[row]; k < hop.matrix.offsets[row + 1]; ++k) {
            messages.add(hop.matrix.values[k], features, hop.matrix.indices[k]);
        }
        messages.move_to(inputs);
        const std::int32_t own = hop.rows[row];
        for (std::int32_t k = features.offsets[own]; k < features.offsets[own + 1]; ++k) {
            inputs.indices.push_back(width + features.indices[k]);
            inputs.values.push_back(features.values[k]);
        }
        if (bias) {
            inputs.indices.push_back(2 * width);
            inputs.values.push_back(1);
        }
        inputs.offsets.push_back(static_cast<std::int32_t>(inputs.indices.size()));
    }
    return inputs;
}

void keep_rows(FirstInputs& inputs, const std::vector<std::int32_t>& kept) {
    if (inputs.full.empty()) {
        inputs.sparse = some_rows(inputs.sparse, kept);
        inputs.transposed = transposed(inputs.sparse);
    } else {
        std::vector<float> full;
        full.reserve(kept.size() * static_cast<std::size_t>(inputs.columns));
        for (const std::int32_t row : kept) {
            const auto begin = inputs.full.begin() + row * inputs.columns;
            full.insert(full.end(), begin, begin + inputs.columns);
        }
        inputs.full = std::move(full);
    }
    inputs.rows = std::ssize(kept);
}

}  // namespace

std::vector<std::int32_t> merge_equal_rows(FirstInputs& inputs) {
    EqualRows equal = inputs.full.empty() ? equal_rows(inputs.sparse) : equal_rows(inputs.full, inputs.rows);
    keep_rows(inputs, equal.kept);
    return std::move(equal.places);
}

FirstInputs first_inputs(const PropagationStep& hop, const SparseRows& features, bool bias) {
    FirstInputs inputs{hop.matrix.rows, input_columns(features.columns, bias)};
    if (is_rather_full(features)) {
        inputs.full.resize(static_cast<std::size_t>(inputs.rows * inputs.columns));
        fill_inputs(hop, with_zeros(features).data(), features.columns, bias, inputs.full.data());
        return inputs;
    }
    inputs.sparse = sparse_inputs(hop, features, bias);
    if (is_rather_full(inputs.sparse)) {
        inputs.full = with_zeros(inputs.sparse);
        inputs.sparse = {};
    } else {
        inputs.transposed = transposed(inputs.sparse);
    }
    return inputs;
}

void multiply_inputs(const FirstInputs& inputs, const float* weights, std::int64_t width, Activation activation, float* outputs) {
    if (inputs.full.empty()) {
        multiply_rows<float>(inputs.sparse, weights, width, outputs, width, width, false, activation);
    } else {
        multiply_matrices({inputs.full.data(), inputs.columns, 1}, weights, outputs, inputs.rows, inputs.columns, width, false,
                          activation);
    }
}

void add_weights_gradient(const FirstInputs& inputs, const float* outputs_gradient, std::int64_t width, float* weights_gradient) {
    if (inputs.full.empty()) {
        multiply_rows<float>(inputs.transposed, outputs_gradient, width, weights_gradient, width, width, true);
    } else {
        multiply_matrices({inputs.full.data(), 1, inputs.columns}, outputs_gradient, weights_gradient, inputs.columns,
                          inputs.rows, width, true);
    }
}

}  // namespace ndpool
