#include "ndpool/distributed/graph_slice.hpp"

#include <algorithm>

#include "ndpool/base/memory.hpp"

namespace ndpool {

namespace {

static_assert(sizeof(PetscInt) == sizeof(NodeId), "PETSc with indices of 32 bits is expected");

/// The rank that owns each of these nodes, both ascending.
std::vector<int> owners_of(std::span<const NodeId> nodes, const std::vector<std::int64_t>& begins) {
    std::vector<int> owners(nodes.size());
    std::size_t rank = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        while (rank + 1 < begins.size() && begins[rank + 1] <= nodes[i]) {
            ++rank;
        }
        owners[i] = static_cast<int>(rank);
    }
    return owners;
}

}  // namespace

GraphSlice::GraphSlice(const Ranks& ranks, OwnRows rows) : ranks_(&ranks) {
    return_freed_memory();  // of the slice before: a library below PETSc tells the C library to keep it
    own_ = rows.count();
    begin_ = static_cast<NodeId>(ranks.sum_before(own_));
    nodes_in_all_ = ranks.sum(own_);
    entries_in_all_ = ranks.sum(rows.offsets.back());
    find_ghosts(rows.columns);
    offsets_ = std::move(rows.offsets);
    to_ = std::move(rows.columns);
    weights_ = std::move(rows.weights);
    for (NodeId& column : to_) {
        column = local(column);
    }
    std::vector<PetscInt> places(ghosts_.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        places[i] = static_cast<NodeId>(i) < below_ ? static_cast<NodeId>(i) : static_cast<NodeId>(i) + own_;
    }
    nodes_ = Exchange(ranks, own_, ghosts_, std::move(places));
    names_.resize(static_cast<std::size_t>(here_count()));
    std::copy(rows.names.begin(), rows.names.end(), names_.begin() + below_);
    share(names_);
    bring_ghost_rows();
}

void GraphSlice::find_ghosts(std::span<const NodeId> columns) {
    for (const NodeId column : columns) {
        if (column < begin_ || column >= begin_ + own_) {
            ghosts_.push_back(column);
        }
    }
    std::sort(ghosts_.begin(), ghosts_.end());
    ghosts_.erase(std::unique(ghosts_.begin(), ghosts_.end()), ghosts_.end());
    ghosts_.shrink_to_fit();
    below_ = static_cast<NodeId>(std::lower_bound(ghosts_.begin(), ghosts_.end(), begin_) - ghosts_.begin());
}

void GraphSlice::bring_ghost_rows() {
    struct Row {
        std::int64_t first;
        std::int64_t length;
    };
    std::vector<Row> rows(static_cast<std::size_t>(here_count()));
    for (NodeId i = 0; i < own_; ++i) {
        rows[below_ + i] = {offsets_[i], offsets_[i + 1] - offsets_[i]};
    }
    share(rows);
    const std::vector<int> owners = owners_of(ghosts_, ranks_->all(std::int64_t{begin_}));
    std::vector<PetscSFNode> wanted;
    for (std::size_t i = 0; i < ghosts_.size(); ++i) {
        const Row& row = rows[static_cast<NodeId>(i) < below_ ? i : i + static_cast<std::size_t>(own_)];
        for (std::int64_t k = 0; k < row.length; ++k) {
            wanted.push_back({owners[i], static_cast<PetscInt>(row.first + k)});
        }
        offsets_.push_back(offsets_.back() + row.length);
    }
    const EntryIndex own = own_entries();
    entries_ = Exchange(*ranks_, own, std::move(wanted));
    std::vector<NodeId> columns(static_cast<std::size_t>(here_entries()));
    for (EntryIndex e = 0; e < own; ++e) {
        columns[e] = global(to_[e]);
    }
    share_entries(columns);
    far_.assign(columns.begin() + own, columns.end());
    to_.resize(static_cast<std::size_t>(here_entries()));
    for (EntryIndex e = own; e < here_entries(); ++e) {
        to_[e] = local(far_[e - own]);
    }
    weights_.resize(static_cast<std::size_t>(here_entries()));
    share_entries(weights_);
}

NodeId GraphSlice::local(NodeId global) const {
    if (global >= begin_ && global < begin_ + own_) {
        return below_ + (global - begin_);
    }
    const auto found = std::lower_bound(ghosts_.begin(), ghosts_.end(), global);
    if (found == ghosts_.end() || *found != global) {
        return -1;
    }
    const auto place = static_cast<NodeId>(found - ghosts_.begin());
    return place < below_ ? place : place + own_;
}

EntryIndex GraphSlice::find(NodeId row, NodeId to) const {
    const EntryIndex first = first_entry(row);
    const EntryIndex end = end_entry(row);
    if (is_own(row)) {
        return std::lower_bound(to_.begin() + first, to_.begin() + end, to) - to_.begin();
    }
    const EntryIndex own = own_entries();
    return std::lower_bound(far_.begin() + (first - own), far_.begin() + (end - own), global(to)) - far_.begin() + own;
}

OwnRows GraphSlice::take_rows(std::span<const double> weights) {
    OwnRows rows;
    rows.names = own_names();
    rows.offsets.reserve(static_cast<std::size_t>(own_) + 1);
    EntryIndex left = 0;
    for (NodeId i = 0; i < own_; ++i) {
        for (EntryIndex e = offsets_[i]; e < offsets_[i + 1]; ++e) {
            if (weights[e] > 0) {
                to_[left] = global(to_[e]);
                weights_[left] = weights[e];
                ++left;
            }
        }
        rows.offsets.push_back(left);
    }
    to_.resize(static_cast<std::size_t>(left));
    weights_.resize(static_cast<std::size_t>(left));
    rows.columns = std::move(to_);
    rows.weights = std::move(weights_);
    return rows;
}

OwnRows GraphSlice::copied_rows() const {
    OwnRows rows;
    rows.names = own_names();
    rows.offsets.assign(offsets_.begin(), offsets_.begin() + own_ + 1);
    rows.columns.resize(static_cast<std::size_t>(own_entries()));
    for (EntryIndex e = 0; e < own_entries(); ++e) {
        rows.columns[e] = global(to_[e]);
    }
    rows.weights.assign(weights_.begin(), weights_.begin() + own_entries());
    return rows;
}

std::vector<double> inverse_degrees(const GraphSlice& slice) {
    std::vector<double> inverse(static_cast<std::size_t>(slice.here_count()), 0.0);
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        double degree = 0;
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            degree += slice.weight(e);
        }
        inverse[node] = degree > 0 ? 1 / degree : 0;
    }
    slice.share(inverse);
    return inverse;
}

}  // namespace ndpool
