#include "ndpool/kron/lean/star_rows.hpp"

#include <algorithm>

namespace ndpool {

void ColumnSums::sort_touched() {
    // The place of a column is the number of smaller ones. Counting them without a branch is faster than sorting short rows.
    constexpr std::size_t sorted_by_counting = 64;
    if (count_ > sorted_by_counting) {
        std::sort(touched_.begin(), touched_.begin() + static_cast<std::ptrdiff_t>(count_));
        return;
    }
    sorted_.resize(touched_.size());
    for (std::size_t i = 0; i < count_; ++i) {
        const NodeId column = touched_[i];
        NodeId smaller = 0;
        for (std::size_t k = 0; k < count_; ++k) {
            smaller += touched_[k] < column ? 1 : 0;
        }
        sorted_[static_cast<std::size_t>(smaller)] = column;
    }
    touched_.swap(sorted_);
}

EntryIndex ColumnSums::finish(NodeId* to, double* weights) {
    sort_touched();
    EntryIndex length = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        const NodeId column = touched_[i];
        to[length] = column;
        weights[length] = sums_[column];
        length += sums_[column] > 0 ? 1 : 0;
        sums_[column] = 0;
        is_touched_[column] = 0;
    }
    count_ = 0;
    return length;
}

StarRows::StarRows(const EliminationState& at, EliminationState::Role going) : at_(at), going_(going), total_(at.role.size()) {
    for (std::size_t i = 0; i < at.role.size(); ++i) {
        if (at.role[i] == going) {
            double total = 0;
            for (const double weight : at.row_weights(static_cast<NodeId>(i))) {
                total += weight;
            }
            total_[i] = total;
        }
    }
}

void StarRows::sum_row(NodeId node, ColumnSums& sums, std::vector<double>& space) const {
    const auto neighbors = at_.neighbors(node);
    const auto arms = at_.row_weights(node);
    for (std::size_t e = 0; e < neighbors.size(); ++e) {
        if (at_.role[neighbors[e]] != going_) {
            sums.add(neighbors[e], arms[e]);
        }
    }
    for (std::size_t e = 0; e < neighbors.size(); ++e) {
        const NodeId center = neighbors[e];
        if (at_.role[center] != going_) {
            continue;
        }
        const auto star = at_.neighbors(center);
        const double* const star_weights = at_.row_weights(center).data();
        const double arm = arms[e];
        const double total = total_[center];
        // The quotients come first and the sums after them, so that several are computed at once.
        space.resize(std::max(space.size(), star.size()));
        double* const shares = space.data();
        for (std::size_t k = 0; k < star.size(); ++k) {
            shares[k] = (arm * star_weights[k]) / total;
        }
        for (std::size_t k = 0; k < star.size(); ++k) {
            if (star[k] != node) {  // the centre's own loop leads to ground, which is the loop of this node
                sums.add(star[k] == center ? node : star[k], shares[k]);
            }
        }
    }
}

}  // namespace ndpool
