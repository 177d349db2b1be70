#include "ndpool/learn/nn/network/direct_operators.hpp"

#include <algorithm>

#include "ndpool/learn/nn/kernels/equal_rows.hpp"

namespace ndpool {

namespace {

/// Two rows for each computed row: its messages and its own features.
SparseRows with_own_rows(const SparseRows& messages, const std::vector<std::int32_t>& own) {
    SparseRows inputs{2 * messages.rows, messages.columns, {0}, {}, {}};
    for (std::int32_t row = 0; row < messages.rows; ++row) {
        for (std::int32_t k = messages.offsets[row]; k < messages.offsets[row + 1]; ++k) {
            inputs.indices.push_back(messages.indices[k]);
            inputs.values.push_back(messages.values[k]);
        }
        inputs.offsets.push_back(static_cast<std::int32_t>(inputs.indices.size()));
        inputs.indices.push_back(own[row]);
        inputs.values.push_back(1);
        inputs.offsets.push_back(static_cast<std::int32_t>(inputs.indices.size()));
    }
    return inputs;
}

/// The matrix with another beside it that has a one in each row, in the given column.
SparseRows beside_ones(const SparseRows& matrix, std::span<const std::int32_t> ones) {
    SparseRows result{matrix.rows, 2 * matrix.columns, {0}, {}, {}};
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        const auto begin = matrix.offsets[row];
        const auto end = matrix.offsets[row + 1];
        result.indices.insert(result.indices.end(), matrix.indices.begin() + begin, matrix.indices.begin() + end);
        result.values.insert(result.values.end(), matrix.values.begin() + begin, matrix.values.begin() + end);
        result.indices.push_back(matrix.columns + ones[row]);
        result.values.push_back(1);
        result.offsets.push_back(static_cast<std::int32_t>(result.indices.size()));
    }
    return result;
}

std::vector<std::int32_t> renamed(const std::vector<std::int32_t>& rows, std::span<const std::int32_t> places) {
    std::vector<std::int32_t> result(rows.size());
    std::transform(rows.begin(), rows.end(), result.begin(), [&](std::int32_t row) { return places[row]; });
    return result;
}

}  // namespace

SparseRows merge_columns(const SparseRows& matrix, std::span<const std::int32_t> places, std::int32_t columns) {
    SparseRows result{matrix.rows, columns, {0}, {}, {}};
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        const std::ptrdiff_t begin = std::ssize(result.indices);
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            const std::int32_t column = places[matrix.indices[k]];
            // Rows have few entries.
            const auto same = std::find(result.indices.begin() + begin, result.indices.end(), column);
            if (same != result.indices.end()) {
                result.values[same - result.indices.begin()] += matrix.values[k];
            } else {
                result.indices.push_back(column);
                result.values.push_back(matrix.values[k]);
            }
        }
        result.offsets.push_back(static_cast<std::int32_t>(result.indices.size()));
    }
    return result;
}

void set_messages(DirectOperators& operators, const PropagationStep& hop, std::span<const std::int32_t> places,
                  std::int64_t sources) {
    const bool merged = !places.empty();
    const SparseRows messages = merged ? merge_columns(hop.matrix, places, static_cast<std::int32_t>(sources)) : hop.matrix;
    const std::vector<std::int32_t> own = merged ? renamed(hop.rows, places) : hop.rows;
    operators.rows = messages.rows;
    operators.sources = sources;
    operators.messages = grouped(messages);
    operators.inputs_to_sources = grouped(transposed(with_own_rows(messages, own)));
    if (merged || !hop.is_whole()) {
        operators.own = own;
    }
}

std::vector<std::int32_t> set_products(DirectOperators& operators, const PropagationStep& hop,
                                       std::span<const std::int32_t> places, std::int64_t sources) {
    const SparseRows messages = merge_columns(hop.matrix, places, static_cast<std::int32_t>(sources));
    const std::vector<std::int32_t> own = renamed(hop.rows, places);
    const EqualRows equal = equal_rows(beside_ones(messages, own));
    std::vector<std::int32_t> rows(static_cast<std::size_t>(sources), -1);
    std::vector<std::int32_t> computed(equal.kept.size());  // of each kept row
    for (std::size_t i = 0; i < equal.kept.size(); ++i) {
        const std::int32_t row = equal.kept[i];
        const std::int32_t source = own[row];
        if (rows[source] < 0) {
            rows[source] = row;
            computed[i] = source;
        } else {
            computed[i] = static_cast<std::int32_t>(rows.size());
            rows.push_back(row);
            operators.own_of_rest.push_back(source);
        }
    }
    const SparseRows ordered = some_rows(messages, rows);
    operators.rows = ordered.rows;
    operators.sources = sources;
    operators.multiplies_first = true;
    operators.messages = grouped(ordered);
    operators.messages_transposed = grouped(transposed(ordered));
    return renamed(equal.places, computed);
}

std::vector<std::int32_t> set_pool(DirectOperators& operators, const LevelOperators& level, std::span<const std::int32_t> places,
                                   bool merge) {
    const bool renames = !places.empty();
    SparseRows pool = renames ? merge_columns(level.pool, places, static_cast<std::int32_t>(operators.rows)) : level.pool;
    std::vector<std::int32_t> taken = renames ? renamed(level.taken, places) : level.taken;
    std::vector<std::int32_t> rows;
    if (merge) {
        EqualRows equal = equal_rows(taken.empty() ? pool : beside_ones(pool, taken));
        pool = some_rows(pool, equal.kept);
        taken = taken.empty() ? taken : renamed(equal.kept, taken);
        rows = std::move(equal.places);
    }
    operators.pool = grouped(pool);
    operators.pool_transposed = grouped(transposed(pool));
    operators.taken = std::move(taken);
    return rows;
}

void prefetch_forward(std::span<const DirectOperators> layers, std::size_t layer) {
    prefetch(layers[layer].pool);
    if (layer + 1 < layers.size()) {
        prefetch(layers[layer + 1].messages);
    }
}

void prefetch_backward(std::span<const DirectOperators> layers, std::size_t layer) {
    prefetch(layers[layer].inputs_to_sources);
    if (layer > 0) {
        prefetch(layers[layer - 1].pool_transposed);
        prefetch(layers[layer - 1].messages_transposed);
    }
}

}  // namespace ndpool
