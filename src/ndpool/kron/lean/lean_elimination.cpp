#include "ndpool/kron/lean/lean_elimination.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ndpool/kron/lean/rows_view.hpp"
#include "ndpool/kron/lean/space_pool.hpp"
#include "ndpool/kron/lean/star_rows.hpp"

namespace ndpool {

namespace {

using Role = EliminationState::Role;

constexpr std::size_t rows_per_chunk = 1 << 11;

/// What a pass over the dropped nodes finds of a node: it goes before all dropped neighbours, it has a selected neighbour, or
/// neither.
enum class Standing : std::uint8_t { first, beside, open };

/// Whether `a` is eliminated before `b` if both are dropped and adjacent: shorter rows cause less fill. Ties are broken by a
/// hash of the node id, because neighbours often have consecutive ids and only one node of a whole chain would be first.
bool goes_before(const EliminationState& at, NodeId a, NodeId b) {
    const auto scrambled = [](NodeId node) { return static_cast<std::uint32_t>(node) * 2654435769U; };
    return at.length[a] != at.length[b] ? at.length[a] < at.length[b] : scrambled(a) < scrambled(b);
}

Standing standing_of(const EliminationState& at, NodeId node) {
    Standing standing = Standing::first;
    for (const NodeId other : at.neighbors(node)) {
        if (at.role[other] == Role::selected) {
            return Standing::beside;
        }
        if (at.role[other] == Role::dropped && other != node && !goes_before(at, node, other)) {
            standing = Standing::open;
        }
    }
    return standing;
}

/// An upper bound of the number of entries of a new row.
std::size_t most_entries(const EliminationState& at, NodeId node, Role going) {
    std::size_t entries = static_cast<std::size_t>(at.length[node]);
    for (const NodeId other : at.neighbors(node)) {
        entries += at.role[other] == going ? static_cast<std::size_t>(at.length[other]) : 0;
    }
    return entries;
}

/// Makes the rows of some nodes. Every chunk of nodes reserves as much memory as it can need; unused memory is never touched
/// and so costs nothing.
UpdatedRows made_rows(const EliminationState& at, std::span<const NodeId> nodes, Role going, const Parallel& parallel) {
    UpdatedRows rows;
    rows.begin = Buffer<EntryIndex>(nodes.size());
    rows.end = Buffer<EntryIndex>(nodes.size());
    const std::size_t pieces = (nodes.size() + rows_per_chunk - 1) / rows_per_chunk;
    std::vector<EntryIndex> room(pieces + 1, 0);
    parallel_for_pieces(nodes.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            room[begin / rows_per_chunk + 1] += static_cast<EntryIndex>(most_entries(at, nodes[row], going));
        }
    });
    std::partial_sum(room.begin(), room.end(), room.begin());
    rows.to = Buffer<NodeId>(static_cast<std::size_t>(room.back()));
    rows.weights = Buffer<double>(rows.to.size());
    const StarRows stars(at, going);
    SpacePool<ColumnSums> pool;
    parallel_for_pieces(nodes.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        ColumnSums sums = pool.take(at.role.size());
        std::vector<double> space;
        EntryIndex next = room[begin / rows_per_chunk];
        for (std::size_t row = begin; row < end; ++row) {
            sums.start(most_entries(at, nodes[row], going));
            stars.sum_row(nodes[row], sums, space);
            rows.begin[row] = next;
            next += sums.finish(rows.to.data() + next, rows.weights.data() + next);
            rows.end[row] = next;
        }
        pool.give_back(std::move(sums));
    });
    return rows;
}

/// What thinning left of the row of a node: of its new row, or of the old one if it has no new row.
struct Remainder {
    const EliminationState& at;
    const RowsView& rows;
    const NewWeights& weights;

    [[nodiscard]] NodeId length(NodeId node) const {
        const NodeId row = rows.row(node);
        return row < 0 ? at.length[node] : static_cast<NodeId>(entries_left(rows, static_cast<std::size_t>(row), weights));
    }

    void copy(NodeId node, NodeId* to, double* values) const {
        const NodeId row = rows.row(node);
        if (row < 0) {
            std::copy_n(at.to[node], at.length[node], to);
            std::copy_n(at.weights[node], at.length[node], values);
        } else {
            copy_entries_left(rows, static_cast<std::size_t>(row), weights, to, values);
        }
    }
};

std::vector<NodeId> nodes_still_there(const EliminationState& at) {
    std::vector<NodeId> nodes;
    nodes.reserve(at.role.size());
    for (std::size_t node = 0; node < at.role.size(); ++node) {
        if (at.role[node] < Role::selected) {
            nodes.push_back(static_cast<NodeId>(node));
        }
    }
    return nodes;
}

}  // namespace

EliminationState not_yet_eliminated(const Graph& graph, const Cut& cut) {
    const SparseMatrix& adjacency = graph.adjacency();
    const auto n = static_cast<std::size_t>(graph.node_count());
    EliminationState at;
    at.to.resize(n);
    at.weights.resize(n);
    at.length.resize(n);
    at.role.assign(n, Role::kept);
    at.dropped = cut.dropped;
    for (std::size_t node = 0; node < n; ++node) {
        at.to[node] = adjacency.indices.data() + adjacency.offsets[node];
        at.weights[node] = adjacency.values.data() + adjacency.offsets[node];
        at.length[node] = static_cast<NodeId>(adjacency.offsets[node + 1] - adjacency.offsets[node]);
    }
    for (const NodeId node : cut.dropped) {
        at.role[node] = Role::dropped;
    }
    return at;
}

void set_alone_apart(EliminationState& at, const Parallel& parallel) {
    Buffer<std::uint8_t> is_alone(at.dropped.size());
    parallel_for_pieces(at.dropped.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const NodeId node = at.dropped[i];
            const auto neighbors = at.neighbors(node);
            is_alone[i] = std::none_of(neighbors.begin(), neighbors.end(),
                                       [&](NodeId other) { return at.role[other] == Role::dropped && other != node; });
        }
    });
    std::size_t left = 0;
    for (std::size_t i = 0; i < at.dropped.size(); ++i) {
        if (is_alone[i] != 0) {
            at.role[at.dropped[i]] = Role::alone;
        } else {
            at.dropped[left++] = at.dropped[i];
        }
    }
    at.dropped.resize(left);
}

std::vector<NodeId> select_independent(EliminationState& at, const Parallel& parallel) {
    constexpr int passes = 4;  // other values: results/constants.txt
    std::vector<NodeId> open = at.dropped;
    Buffer<Standing> standing(open.size());
    for (int pass = 0; pass < passes && !open.empty(); ++pass) {
        parallel_for_pieces(open.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                standing[i] = standing_of(at, open[i]);
            }
        });
        std::size_t left = 0;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (standing[i] == Standing::first) {
                at.role[open[i]] = Role::selected;
            } else if (standing[i] == Standing::beside) {
                at.role[open[i]] = Role::waiting;
            } else {
                open[left++] = open[i];
            }
        }
        open.resize(left);
    }
    std::vector<NodeId> selected;
    std::size_t left = 0;
    for (const NodeId node : at.dropped) {
        if (at.role[node] == Role::selected) {
            selected.push_back(node);
        } else {
            at.role[node] = Role::dropped;
            at.dropped[left++] = node;
        }
    }
    at.dropped.resize(left);
    return selected;
}

std::vector<NodeId> touched_by(const EliminationState& at, std::span<const NodeId> selected, std::vector<NodeId>& row_of) {
    constexpr NodeId marked = 0;
    std::vector<NodeId> touched;
    for (const NodeId node : selected) {
        for (const NodeId other : at.neighbors(node)) {
            if (other != node && row_of[other] < 0) {
                row_of[other] = marked;
                touched.push_back(other);
            }
        }
    }
    constexpr std::size_t worth_a_scan = 16;
    if (touched.size() * worth_a_scan > row_of.size()) {
        touched.clear();
        for (std::size_t node = 0; node < row_of.size(); ++node) {
            if (row_of[node] == marked) {
                touched.push_back(static_cast<NodeId>(node));
            }
        }
    } else {
        std::sort(touched.begin(), touched.end());
    }
    for (std::size_t row = 0; row < touched.size(); ++row) {
        row_of[touched[row]] = static_cast<NodeId>(row);
    }
    return touched;
}

UpdatedRows rows_around(const EliminationState& at, std::span<const NodeId> selected, const Parallel& parallel) {
    std::vector<NodeId> row_of(at.role.size(), -1);
    std::vector<NodeId> nodes = touched_by(at, selected, row_of);
    UpdatedRows rows = made_rows(at, nodes, Role::selected, parallel);
    rows.nodes = std::move(nodes);
    rows.row_of = std::move(row_of);
    return rows;
}

UpdatedRows rows_of_kept(const EliminationState& at, std::span<const NodeId> kept, const Parallel& parallel) {
    UpdatedRows rows = made_rows(at, kept, Role::alone, parallel);
    Buffer<NodeId> number(at.role.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        number[kept[i]] = static_cast<NodeId>(i);
    }
    parallel_for_pieces(kept.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        std::for_each(rows.to.data() + rows.begin[begin], rows.to.data() + rows.end[end - 1],
                      [&](NodeId& node) { node = number[node]; });
    });
    return rows;
}

void take_over(EliminationState& at, const RowsView& rows, const NewWeights& weights, std::span<const NodeId> selected,
               const Parallel& parallel) {
    constexpr std::size_t worth_a_move = 4;
    for (const NodeId node : selected) {
        at.role[node] = Role::gone;
    }
    // If there are many new rows, all rows move to a new store and the old stores are freed.
    const bool moves = rows.size() * worth_a_move > at.role.size() || at.stores.empty();
    const std::vector<NodeId> all = moves ? nodes_still_there(at) : std::vector<NodeId>{};
    const std::span<const NodeId> nodes = moves ? std::span(all) : rows.nodes;
    const Remainder remainder{at, rows, weights};
    Buffer<EntryIndex> offsets(nodes.size() + 1);
    offsets[0] = 0;
    parallel_for_pieces(nodes.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            offsets[i + 1] = remainder.length(nodes[i]);
        }
    });
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    const auto entries = static_cast<std::size_t>(offsets[nodes.size()]);
    EliminationState::Store store{Buffer<NodeId>(entries), Buffer<double>(entries)};
    parallel_for_pieces(nodes.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            remainder.copy(nodes[i], store.to.data() + offsets[i], store.weights.data() + offsets[i]);
        }
    });
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        at.to[nodes[i]] = store.to.data() + offsets[i];
        at.weights[nodes[i]] = store.weights.data() + offsets[i];
        at.length[nodes[i]] = static_cast<NodeId>(offsets[i + 1] - offsets[i]);
    }
    if (moves) {
        at.stores.clear();
    }
    at.stores.push_back(std::move(store));
}

}  // namespace ndpool
