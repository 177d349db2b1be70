#pragma once

#include <algorithm>
#include <vector>

#include "ndpool/graph/graph.hpp"

// Internal to kron/.
namespace ndpool {

/// Sums weights by column for one sparse row at a time, in a hash table as small as the row. Weights of a column are
/// added in the order they come.
class HashAccumulator {
public:
    /// Clears the table and makes room for this number of additions.
    void start(std::size_t additions) {
        std::size_t size = 16;
        while (size < 2 * additions) {
            size *= 2;
        }
        if (slots_.size() < size) {
            slots_.assign(size, empty);
        }
        mask_ = size - 1;
        columns_.clear();
        sums_.clear();
    }

    void add(NodeId column, double weight) {
        std::size_t slot = (static_cast<std::uint32_t>(column) * 2654435769U >> 7U) & mask_;
        while (slots_[slot] != empty && columns_[slots_[slot]] != column) {
            slot = (slot + 1) & mask_;
        }
        if (slots_[slot] == empty) {
            slots_[slot] = static_cast<std::uint32_t>(columns_.size());
            columns_.push_back(column);
            sums_.push_back(weight);
            used_.push_back(slot);
        } else {
            sums_[slots_[slot]] += weight;
        }
    }

    /// Writes the row, sorted by column, sums of 0 left out, clears the table and returns the length of the row.
    EntryIndex finish(NodeId* to, double* weights) {
        for (const std::size_t slot : used_) {
            slots_[slot] = empty;
        }
        used_.clear();
        order_.resize(columns_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            order_[i] = static_cast<std::uint64_t>(columns_[i]) << 32U | i;
        }
        std::sort(order_.begin(), order_.end());
        EntryIndex length = 0;
        for (const std::uint64_t entry : order_) {
            const auto i = static_cast<std::uint32_t>(entry);
            if (sums_[i] > 0) {
                to[length] = columns_[i];
                weights[length] = sums_[i];
                ++length;
            }
        }
        return length;
    }

private:
    static constexpr std::uint32_t empty = 0xFFFFFFFF;

    std::vector<std::uint32_t> slots_;  ///< position in columns_
    std::size_t mask_ = 0;
    std::vector<NodeId> columns_;
    std::vector<double> sums_;
    std::vector<std::size_t> used_;
    std::vector<std::uint64_t> order_;
};

}  // namespace ndpool
