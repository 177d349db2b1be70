#pragma once

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/learn/data/sample.hpp"
#include "ndpool/learn/signals/data/signal_set.hpp"
#include "ndpool/learn/signals/signal_options.hpp"

namespace ndpool {

/// The pyramid of a graph as a network uses it, made once for all signals.
struct SignalOperators {
    NodeId nodes = 0;                    ///< of the graph, without nodes that only pad it
    std::vector<LevelOperators> levels;  ///< the base and the stored levels
    bool all_rows = false;               ///< compute every row, also of what a signal does not reach
    bool overlapping = false;            ///< a node of a level may go into several nodes of the next

    /// For each node of the second level: f, the factor with which a row that is the same at all nodes enters its features; and
    /// the number of its row among the computed rows of the second layer, -1 if there is none.
    std::vector<float> pooled_ones;
    std::vector<std::int32_t> own_row;
    /// For each computed row of the second layer the factor with which that row enters it: as messages (P f), and as the node's
    /// own features.
    std::vector<float> message_ones;
    std::vector<float> own_ones;

    std::vector<AlignedVector<float>> full_pools;  ///< in_full of the transposed pool of every level
    AlignedVector<float> full_step;                ///< in_full of the transposed step of the second level
};

/// Throws InvalidInput for `max` where nodes go into several ones, and for `take` where a node would be taken twice: levels of
/// NMF have both.
[[nodiscard]] SignalOperators signal_operators(const Pyramid& pyramid, const SignalNetworkOptions& options);

/// What the first layer takes of each signal: its messages P x and the signal x itself, for the computed rows where one of them
/// is not zero. Computed once: with few features a row of the first layer costs less than its messages.
struct SignalInputs {
    std::int32_t columns = 2;  ///< numbers per row: messages, then own features
    std::vector<std::uint64_t> offsets = {0};
    std::vector<std::int32_t> rows;  ///< of sample i: offsets[i] .. offsets[i + 1] - 1, ascending
    std::vector<float> values;

    [[nodiscard]] std::size_t size() const { return offsets.size() - 1; }
};

[[nodiscard]] SignalInputs signal_inputs(const SignalOperators& operators, const SignalRows& signals, const Parallel& parallel);

}  // namespace ndpool
