#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ndpool/learn/data/sample.hpp"

namespace ndpool {

enum class PoolKind : std::uint8_t {
    none,         ///< all layers on the graph itself
    precomputed,  ///< the levels of a pyramid, whatever made it
    topk,         ///< keeps the nodes with the highest x p / ||p|| (Gao and Ji; Cangea et al.)
    sagpool,      ///< the same with scores that a message passing step gives (Lee et al.)
    diffpool,     ///< soft clusters that a message passing step assigns (Ying et al.)
    mincut,       ///< soft clusters of the features themselves, with few edges between them (Bianchi et al.)
    edgepool,     ///< contracts the edges that scores choose (Diehl)
    maxcut,       ///< keeps nodes by scores that are trained to cut many edges (Abate and Bianchi)
};

/// What the features of a kept node are multiplied with, so that scores have gradients.
enum class Gate : std::uint8_t {
    tanh,       ///< Cangea et al., Lee et al.
    sigmoid,    ///< Gao and Ji
    attention,  ///< the softmax of the scores over the nodes of a graph (Knyazev et al.)
};

/// How the nodes that topk and sagpool keep are joined.
enum class Connect : std::uint8_t {
    edges,  ///< by the edges between them
    kron,   ///< by Kron reduction, as NDP does
};

struct PoolerOptions {
    PoolKind kind = PoolKind::precomputed;
    Reduce reduce = Reduce::take;  ///< of precomputed pools
    double keep = 0.5;             ///< share of the nodes that a trainable pool keeps, rounded up in every graph
    Gate gate = Gate::tanh;        ///< of topk and sagpool
    Connect connect = Connect::edges;

    /// Soft clusters are columns of weights, so their number is the same for all graphs. Pool number i (from 0) makes
    /// clusters[i] of a graph or, where the list is too short, the share keep^(i + 1) of mean_nodes, rounded up.
    std::vector<std::int64_t> clusters = {};
    double mean_nodes = 0;  ///< of the data set's graphs

    /// Weights in the loss; each term is the mean of what it is for every graph alone.
    double link_loss = 1;           ///< diffpool: ||A - S S^T|| / nodes^2
    double entropy_loss = 1;        ///< diffpool: mean entropy of the rows of S
    double cut_loss = 1;            ///< mincut: -Tr(S^T A S) / Tr(S^T D S), zero for graphs without edges
    double orthogonality_loss = 1;  ///< mincut: ||S^T S / ||S^T S|| - I / sqrt(clusters)||
    double max_cut_loss = 1;        ///< maxcut: s^T A s over the sum of all entries of A, zero for graphs without edges
};

/// Whether pools of this kind are part of the network and make their own levels.
[[nodiscard]] bool is_trainable(PoolKind kind);

/// flat, precomputed, topk, sagpool, diffpool, mincut, edgepool, maxcut; throws InvalidInput for other words.
[[nodiscard]] PoolKind pool_kind_named(std::string_view name);
[[nodiscard]] std::string_view name_of(PoolKind kind);

}  // namespace ndpool
