#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/kron/lean/elimination_state.hpp"

// Internal to kron/: rows after the elimination of neighbours of which none is a hub.
namespace ndpool {

/// Sums weights by column for one sparse row at a time, in an array with an element for every column. Weights of a column are
/// added in the order they come.
class ColumnSums {
public:
    explicit ColumnSums(std::size_t columns) : sums_(columns, 0.0), is_touched_(columns, 0) {}

    /// Makes room for this number of additions to a row.
    void start(std::size_t additions) {
        if (touched_.size() <= additions) {
            touched_.resize(additions + 1);
        }
    }
    /// Whether a column is new to the row cannot be predicted, so there is no branch.
    void add(NodeId column, double weight) {
        touched_[count_] = column;
        count_ += static_cast<std::size_t>(is_touched_[column] == 0);
        is_touched_[column] = 1;
        sums_[column] += weight;
    }
    /// Writes the row, sorted by column, sums of 0 left out, clears it and returns the length of the row.
    EntryIndex finish(NodeId* to, double* weights);

private:
    void sort_touched();

    std::vector<double> sums_;
    std::vector<std::uint8_t> is_touched_;
    std::vector<NodeId> touched_;
    std::vector<NodeId> sorted_;
    std::size_t count_ = 0;
};

/// Makes rows after the star-mesh transforms of the neighbours with one role: every pair of a star's arms gets their product
/// over the sum of all arms. Entries (i, j) and (j, i) are summed in the same order, that of the eliminated nodes.
class StarRows {
public:
    /// The state must outlive it.
    StarRows(const EliminationState& at, EliminationState::Role going);

    /// Adds the row of a node, which must be of another role, to empty sums with room for it.
    void sum_row(NodeId node, ColumnSums& sums, std::vector<double>& space) const;

private:
    const EliminationState& at_;
    EliminationState::Role going_;
    Buffer<double> total_;  ///< weight of the row of each node that goes
};

}  // namespace ndpool
