#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/distributed/exchange.hpp"
#include "ndpool/graph/sparse_matrix.hpp"

namespace ndpool {

/// Consecutive rows of a symmetric matrix with columns of the whole.
struct OwnRows {
    std::vector<EntryIndex> offsets = {0};
    std::vector<NodeId> columns;
    std::vector<double> weights;
    std::vector<NodeId> names;  ///< of each row: its node in the base graph

    [[nodiscard]] NodeId count() const { return static_cast<NodeId>(offsets.size()) - 1; }
};

/// One rank's part of a graph: consecutive nodes with their rows, and one layer of ghosts, the neighbours on other ranks, also
/// with their rows. Nodes here are numbered 0, 1, ... by their global number, so that ghosts below the own nodes come first and
/// those above them last: an order of nodes is the same here and in the whole graph.
class GraphSlice {
public:
    GraphSlice() = default;
    /// Finds the ghosts and brings their rows. Collective.
    GraphSlice(const Ranks& ranks, OwnRows rows);

    [[nodiscard]] const Ranks& ranks() const { return *ranks_; }
    [[nodiscard]] std::int64_t nodes_in_all() const { return nodes_in_all_; }
    [[nodiscard]] NodeId begin() const { return begin_; }  ///< global number of the first own node
    [[nodiscard]] NodeId own_count() const { return own_; }
    [[nodiscard]] NodeId ghost_count() const { return static_cast<NodeId>(ghosts_.size()); }
    [[nodiscard]] NodeId here_count() const { return own_ + ghost_count(); }
    [[nodiscard]] NodeId first_own() const { return below_; }
    [[nodiscard]] NodeId end_own() const { return below_ + own_; }
    [[nodiscard]] bool is_own(NodeId node) const { return node >= below_ && node < below_ + own_; }
    [[nodiscard]] NodeId global(NodeId node) const {
        return node < below_ ? ghosts_[node] : is_own(node) ? begin_ + (node - below_) : ghosts_[node - own_];
    }
    /// -1 if the node is neither an own one nor a ghost.
    [[nodiscard]] NodeId local(NodeId global) const;

    /// Entries of the rows of a node are first_entry(node) to end_entry(node) - 1, columns ascending.
    [[nodiscard]] EntryIndex first_entry(NodeId node) const { return offsets_[row(node)]; }
    [[nodiscard]] EntryIndex end_entry(NodeId node) const { return offsets_[row(node) + 1]; }
    [[nodiscard]] NodeId to(EntryIndex entry) const { return to_[entry]; }  ///< -1: a neighbour of a ghost that is not known here
    [[nodiscard]] NodeId global_to(EntryIndex entry) const {
        return entry < own_entries() ? global(to_[entry]) : far_[entry - own_entries()];
    }
    [[nodiscard]] double weight(EntryIndex entry) const { return weights_[entry]; }
    [[nodiscard]] EntryIndex own_entries() const { return offsets_[own_]; }
    [[nodiscard]] EntryIndex here_entries() const { return offsets_.back(); }
    [[nodiscard]] EntryIndex entries_in_all() const { return entries_in_all_; }
    /// The entry of a row that leads to a node; the row must have it.
    [[nodiscard]] EntryIndex find(NodeId row, NodeId to) const;
    [[nodiscard]] NodeId name(NodeId node) const { return names_[node]; }

    /// Brings the values of ghosts; there is one for each node here.
    template <typename Value>
    void share(std::vector<Value>& values) const {
        nodes_.bring(values.data() + below_, values.data());
    }
    /// Brings the values of the ghosts' entries; there is one for each entry here.
    template <typename Value>
    void share_entries(std::vector<Value>& values) const {
        entries_.bring(values.data(), values.data() + own_entries());
    }

    /// The own rows with global columns and these weights; entries of weight 0 are left out. Frees this slice.
    [[nodiscard]] OwnRows take_rows(std::span<const double> weights);
    /// The own rows with global columns.
    [[nodiscard]] OwnRows copied_rows() const;
    [[nodiscard]] std::vector<NodeId> own_names() const { return {names_.begin() + below_, names_.begin() + below_ + own_}; }

private:
    [[nodiscard]] std::size_t row(NodeId node) const {
        return static_cast<std::size_t>(node < below_ ? own_ + node : node < below_ + own_ ? node - below_ : node);
    }
    void find_ghosts(std::span<const NodeId> columns);
    void bring_ghost_rows();

    const Ranks* ranks_ = nullptr;
    std::int64_t nodes_in_all_ = 0;
    EntryIndex entries_in_all_ = 0;
    NodeId begin_ = 0;
    NodeId own_ = 0;
    NodeId below_ = 0;                       ///< ghosts before the own nodes
    std::vector<NodeId> ghosts_;             ///< global numbers, ascending
    std::vector<EntryIndex> offsets_ = {0};  ///< own rows, then those of ghosts
    std::vector<NodeId> to_;
    std::vector<double> weights_;
    std::vector<NodeId> far_;  ///< global columns of the ghosts' entries
    std::vector<NodeId> names_;
    Exchange nodes_;
    Exchange entries_;
};

/// Inverse of each node's degree, its self-loop included; 0 for an isolated node.
[[nodiscard]] std::vector<double> inverse_degrees(const GraphSlice& slice);

}  // namespace ndpool
