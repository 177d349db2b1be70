#include "ndpool/learn/signals/network/signal_operators.hpp"

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/base/parallel.hpp"
#include "ndpool/learn/signals/network/picked_columns.hpp"

namespace ndpool {

namespace {

std::vector<float> row_sums(const SparseRows& matrix, const std::vector<float>& factors) {
    std::vector<float> sums(matrix.rows, 0);
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            sums[row] += matrix.values[k] * factors[matrix.indices[k]];
        }
    }
    return sums;
}

bool is_overlapping(const SparseRows& pool_transposed) {
    for (std::int32_t node = 0; node < pool_transposed.rows; ++node) {
        if (pool_transposed.offsets[node + 1] > pool_transposed.offsets[node] + 1) {
            return true;
        }
    }
    return false;
}

/// Adds the rows of one signal, whose messages are collected in `sums`, which is zero before and afterwards.
class InputCollector {
public:
    InputCollector(const PropagationStep& hop, std::int32_t features)
        : hop_(hop),
          features_(features),
          row_of_(hop.matrix.columns, -1),
          sums_(static_cast<std::size_t>(hop.matrix.rows) * 2 * features, 0),
          is_touched_(hop.matrix.rows, 0) {
        for (std::int32_t row = 0; row < hop.matrix.rows; ++row) {
            row_of_[hop.rows[row]] = row;
        }
    }

    void append(const SignalRows& signals, std::size_t sample, bool all_rows, SignalInputs& inputs) {
        for (std::int32_t row = 0; all_rows && row < hop_.matrix.rows; ++row) {
            (void)sums_of(row);
        }
        for (std::uint64_t k = signals.offsets[sample]; k < signals.offsets[sample + 1]; ++k) {
            add(signals.nodes[k], signals.values.data() + k * features_);
        }
        std::sort(touched_.begin(), touched_.end());
        for (const std::int32_t row : touched_) {
            float* const sums = sums_.data() + static_cast<std::size_t>(row) * 2 * features_;
            inputs.rows.push_back(row);
            inputs.values.insert(inputs.values.end(), sums, sums + 2 * features_);
            std::fill_n(sums, 2 * features_, 0.0F);
            is_touched_[row] = 0;
        }
        touched_.clear();
        inputs.offsets.push_back(inputs.rows.size());
    }

private:
    float* sums_of(std::int32_t row) {
        if (is_touched_[row] == 0) {
            is_touched_[row] = 1;
            touched_.push_back(row);
        }
        return sums_.data() + static_cast<std::size_t>(row) * 2 * features_;
    }

    void add(std::int32_t node, const float* numbers) {
        const SparseRows& columns = hop_.transposed;
        for (std::int32_t k = columns.offsets[node]; k < columns.offsets[node + 1]; ++k) {
            float* const sums = sums_of(columns.indices[k]);
            for (std::int32_t f = 0; f < features_; ++f) {
                sums[f] += columns.values[k] * numbers[f];
            }
        }
        if (row_of_[node] >= 0) {
            std::copy_n(numbers, features_, sums_of(row_of_[node]) + features_);
        }
    }

    const PropagationStep& hop_;
    std::int32_t features_;
    std::vector<std::int32_t> row_of_;
    std::vector<float> sums_;
    std::vector<char> is_touched_;
    std::vector<std::int32_t> touched_;
};

void append(SignalInputs& all, const SignalInputs& part) {
    const std::uint64_t shift = all.rows.size();
    for (std::size_t i = 1; i < part.offsets.size(); ++i) {
        all.offsets.push_back(shift + part.offsets[i]);
    }
    all.rows.insert(all.rows.end(), part.rows.begin(), part.rows.end());
    all.values.insert(all.values.end(), part.values.begin(), part.values.end());
}

}  // namespace

SignalOperators signal_operators(const Pyramid& pyramid, const SignalNetworkOptions& options) {
    SignalOperators result;
    result.nodes = real_node_count(pyramid);
    result.all_rows = !options.prune;
    result.levels = make_sample(pyramid, {}, 0, {.reduce = options.reduce, .prune = options.prune}).levels;
    const LevelOperators& first = result.levels.front();
    const PropagationStep& second = result.levels.at(1).last;
    result.overlapping = std::any_of(result.levels.begin(), result.levels.end(),
                                     [](const LevelOperators& maps) { return is_overlapping(maps.pool_transposed); });
    if (result.overlapping && options.reduce == Reduce::max) {
        throw InvalidInput("reduce max: with this pool a node goes into several ones, expected take, mean or sum");
    }
    const bool takes_rows = first.pool.rows == 0;
    const std::vector<float> ones(takes_rows ? second.matrix.columns : first.pool.columns, 1);
    result.pooled_ones =
        takes_rows || options.reduce == Reduce::max ? std::vector<float>(second.matrix.columns, 1) : row_sums(first.pool, ones);
    result.message_ones = row_sums(second.matrix, result.pooled_ones);
    result.own_row.assign(second.matrix.columns, -1);
    for (std::int32_t row = 0; row < second.matrix.rows; ++row) {
        if (result.own_row[second.rows[row]] >= 0) {
            throw InvalidInput(
                "reduce take: two nodes of a level are the same node of the one before, expected mean or sum with this pool");
        }
        result.own_row[second.rows[row]] = row;
        result.own_ones.push_back(result.pooled_ones[second.rows[row]]);
    }
    for (const LevelOperators& level : result.levels) {
        result.full_pools.push_back(in_full(level.pool_transposed));
    }
    result.full_step = in_full(second.transposed);
    return result;
}

SignalInputs signal_inputs(const SignalOperators& operators, const SignalRows& signals, const Parallel& parallel) {
    constexpr std::size_t samples_per_part = 1024;
    std::vector<SignalInputs> parts((signals.size() + samples_per_part - 1) / samples_per_part);
    parallel_for_pieces(signals.size(), samples_per_part, parallel, [&](std::size_t begin, std::size_t end) {
        InputCollector collector(operators.levels.front().last, signals.features);
        for (std::size_t sample = begin; sample < end; ++sample) {
            collector.append(signals, sample, operators.all_rows, parts[begin / samples_per_part]);
        }
    });
    SignalInputs all;
    all.columns = 2 * signals.features;
    std::size_t rows = 0;
    for (const SignalInputs& part : parts) {
        rows += part.rows.size();
    }
    all.offsets.reserve(signals.size() + 1);
    all.rows.reserve(rows);
    all.values.reserve(rows * static_cast<std::size_t>(all.columns));
    for (SignalInputs& part : parts) {
        append(all, part);
        part = {};
    }
    return all;
}

}  // namespace ndpool
