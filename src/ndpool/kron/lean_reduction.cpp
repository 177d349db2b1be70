#include "ndpool/kron/lean_reduction.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/kron/fresh_rows.hpp"
#include "ndpool/kron/row_sums.hpp"

namespace ndpool {

namespace {

constexpr std::size_t rows_a_chunk = 1 << 11;

/// A dropped node waits while one beside it is selected.
enum class Role : std::uint8_t { kept, dropped, waiting, selected, gone };

/// What a pass over the dropped nodes finds: the first of all around it, beside a selected one, or neither.
enum class Standing : std::uint8_t { first, beside, open };

/// The graph in the middle of its elimination. Rows lie somewhere in the arrays, first those of the input itself.
struct Working {
    std::vector<EntryIndex> begin;
    std::vector<NodeId> length;
    const NodeId* to = nullptr;
    const double* weights = nullptr;
    std::vector<NodeId> own_to;
    std::vector<double> own_weights;
    std::vector<Role> role;
    std::vector<NodeId> dropped;  ///< still there, ascending

    explicit Working(const Graph& graph)
        : begin(graph.adjacency().offsets.begin(), graph.adjacency().offsets.end() - 1),
          length(begin.size()),
          to(graph.adjacency().indices.data()),
          weights(graph.adjacency().values.data()),
          role(begin.size(), Role::kept) {
        for (std::size_t i = 0; i < length.size(); ++i) {
            length[i] = static_cast<NodeId>(graph.adjacency().offsets[i + 1] - begin[i]);
        }
    }

    [[nodiscard]] std::span<const NodeId> neighbors(NodeId node) const {
        return {to + begin[node], static_cast<std::size_t>(length[node])};
    }
    [[nodiscard]] std::span<const double> row_weights(NodeId node) const {
        return {weights + begin[node], static_cast<std::size_t>(length[node])};
    }
};

/// Whether `a` goes before `b` where both are dropped and joined: shorter rows make less fill; ties are broken by a
/// scrambled number, because neighbours often have numbers in a row and only one of a whole chain would be the first.
bool goes_before(const Working& at, NodeId a, NodeId b) {
    const auto scrambled = [](NodeId node) { return static_cast<std::uint32_t>(node) * 2654435769U; };
    return at.length[a] != at.length[b] ? at.length[a] < at.length[b] : scrambled(a) < scrambled(b);
}

Standing standing_of(const Working& at, NodeId node) {
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

/// An independent set of dropped nodes: those that go before all dropped nodes beside them, then those that do so
/// among the nodes that are not beside one of the set, and so on a few times.
std::vector<NodeId> select_independent(Working& at, const Parallel& parallel) {
    constexpr int passes = 4;
    std::vector<NodeId> open = at.dropped;
    std::vector<Standing> standing;
    for (int pass = 0; pass < passes && !open.empty(); ++pass) {
        standing.assign(open.size(), Standing::open);
        const std::size_t chunks = (open.size() + rows_a_chunk - 1) / rows_a_chunk;
        parallel_for(chunks, parallel, [&](std::size_t chunk) {
            for (std::size_t i = chunk * rows_a_chunk; i < std::min(open.size(), (chunk + 1) * rows_a_chunk); ++i) {
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

/// The nodes around the selected ones, ascending.
std::vector<NodeId> touched_by(const Working& at, std::span<const NodeId> selected, std::vector<NodeId>& row_of) {
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

/// One row after the star-mesh transforms of the selected nodes beside it: every pair of a star's arms gets the product
/// over the sum of all arms. Entries (i, j) and (j, i) are summed in the same order, that of the selected nodes.
void build_row(const Working& at, NodeId node, RowSums& sums, std::vector<NodeId>& to, std::vector<double>& weights) {
    const auto neighbors = at.neighbors(node);
    const auto arms = at.row_weights(node);
    std::size_t additions = neighbors.size();
    for (const NodeId other : neighbors) {
        additions += at.role[other] == Role::selected ? static_cast<std::size_t>(at.length[other]) : 0;
    }
    sums.start(additions);
    for (std::size_t e = 0; e < neighbors.size(); ++e) {
        if (at.role[neighbors[e]] != Role::selected) {
            sums.add(neighbors[e], arms[e]);
        }
    }
    for (std::size_t e = 0; e < neighbors.size(); ++e) {
        const NodeId center = neighbors[e];
        if (at.role[center] != Role::selected) {
            continue;
        }
        const auto star = at.neighbors(center);
        const auto star_weights = at.row_weights(center);
        double total = 0;
        for (const double weight : star_weights) {
            total += weight;
        }
        for (std::size_t k = 0; k < star.size(); ++k) {
            if (star[k] != node) {  // the centre's own loop leads to ground, which is the loop of this node
                sums.add(star[k] == center ? node : star[k], (arms[e] * star_weights[k]) / total);
            }
        }
    }
    sums.finish(to, weights);
}

/// Puts pieces of rows, made by chunks of `rows.nodes`, one after the other; frees them on the way.
struct Piece {
    std::vector<NodeId> lengths;
    std::vector<NodeId> to;
    std::vector<double> weights;
};

void join_pieces(std::vector<Piece>& pieces, FreshRows& rows) {
    std::size_t entries = 0;
    for (const Piece& piece : pieces) {
        entries += piece.to.size();
    }
    rows.to.reserve(entries);
    rows.weights.reserve(entries);
    rows.offsets.reserve(rows.nodes.size() + 1);
    rows.offsets.push_back(0);
    for (Piece& piece : pieces) {
        for (const NodeId length : piece.lengths) {
            rows.offsets.push_back(rows.offsets.back() + length);
        }
        rows.to.insert(rows.to.end(), piece.to.begin(), piece.to.end());
        rows.weights.insert(rows.weights.end(), piece.weights.begin(), piece.weights.end());
        piece = {};
    }
}

FreshRows eliminate_selected(const Working& at, std::span<const NodeId> selected, std::vector<NodeId> row_of,
                             const Parallel& parallel) {
    FreshRows rows;
    rows.row_of = std::move(row_of);
    rows.nodes = touched_by(at, selected, rows.row_of);
    std::vector<Piece> pieces((rows.nodes.size() + rows_a_chunk - 1) / rows_a_chunk);
    parallel_for(pieces.size(), parallel, [&](std::size_t chunk) {
        RowSums sums;
        Piece& piece = pieces[chunk];
        for (std::size_t i = chunk * rows_a_chunk; i < std::min(rows.nodes.size(), (chunk + 1) * rows_a_chunk); ++i) {
            const std::size_t before = piece.to.size();
            build_row(at, rows.nodes[i], sums, piece.to, piece.weights);
            piece.lengths.push_back(static_cast<NodeId>(piece.to.size() - before));
        }
    });
    join_pieces(pieces, rows);
    return rows;
}

Compensation compensation_of(Thinning thinning) {
    switch (thinning) {
        case Thinning::lower_bound: return Compensation::none;
        case Thinning::upper_bound: return Compensation::full;
        default: return Compensation::energy;
    }
}

/// Thins rows that a round of elimination made. Sampling is generous here: what it draws adds up from round to round.
NewWeights thinned_in_round(const FreshRows& rows, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    constexpr double generous = 2;
    constexpr double draws_below = 0.5;
    if (options.thinning == Thinning::sample) {
        return sample_weak_edges(rows, generous * options.sampled_entries, draws_below, seed, options.parallel);
    }
    return reroute_weak_edges(rows, options.least_strength, compensation_of(options.thinning), vectors, options.parallel);
}

/// Thins all rows to the size that the options ask for.
NewWeights thinned_to_size(const FreshRows& rows, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    if (options.thinning == Thinning::sample) {
        return sample_weak_edges(rows, options.sampled_entries, 1, seed, options.parallel);
    }
    const double least_strength = strength_to_keep(rows, inverse_degrees(rows, options.parallel), options.entries_a_node);
    return reroute_weak_edges(rows, least_strength, compensation_of(options.thinning), vectors, options.parallel);
}

/// Copies what is left of a fresh row.
void append_row(const FreshRows& rows, std::size_t row, const NewWeights& weights, std::vector<NodeId>& to,
                std::vector<double>& values) {
    for (EntryIndex e = rows.offsets[row]; e < rows.offsets[row + 1]; ++e) {
        if (weights[e] > 0) {
            to.push_back(rows.to[e]);
            values.push_back(weights[e]);
        }
    }
}

/// Puts the thinned rows in the place of the old ones; once they are many, all rows move to new arrays and the old
/// ones are freed.
void take_over(Working& at, const FreshRows& rows, const NewWeights& weights) {
    constexpr std::size_t worth_a_move = 4;
    const bool moves = rows.size() * worth_a_move > at.role.size() || at.own_to.empty();
    std::vector<NodeId> to;
    std::vector<double> values;
    if (moves) {
        std::size_t entries = rows.to.size();
        for (std::size_t i = 0; i < at.role.size(); ++i) {
            entries += rows.row_of[i] < 0 && at.role[i] < Role::selected ? static_cast<std::size_t>(at.length[i]) : 0;
        }
        to.reserve(entries);
        values.reserve(entries);
    } else {
        to.swap(at.own_to);
        values.swap(at.own_weights);
    }
    const auto move_row = [&](std::size_t node) {
        const auto start = static_cast<EntryIndex>(to.size());
        if (rows.row_of[node] >= 0) {
            append_row(rows, static_cast<std::size_t>(rows.row_of[node]), weights, to, values);
            at.length[node] = static_cast<NodeId>(static_cast<EntryIndex>(to.size()) - start);
        } else {
            const EntryIndex end = at.begin[node] + at.length[node];
            to.insert(to.end(), at.to + at.begin[node], at.to + end);
            values.insert(values.end(), at.weights + at.begin[node], at.weights + end);
        }
        at.begin[node] = start;
    };
    if (moves) {
        for (std::size_t node = 0; node < at.role.size(); ++node) {
            if (at.role[node] < Role::selected) {
                move_row(node);
            }
        }
    } else {
        for (const NodeId node : rows.nodes) {
            move_row(static_cast<std::size_t>(node));
        }
    }
    at.own_to = std::move(to);
    at.own_weights = std::move(values);
    at.to = at.own_to.data();
    at.weights = at.own_weights.data();
}

/// All rows as they are.
FreshRows all_rows(const Graph& graph) {
    FreshRows rows;
    rows.nodes.resize(static_cast<std::size_t>(graph.node_count()));
    std::iota(rows.nodes.begin(), rows.nodes.end(), 0);
    rows.row_of = rows.nodes;
    rows.offsets = graph.adjacency().offsets;
    rows.to = graph.adjacency().indices;
    rows.weights = graph.adjacency().values;
    return rows;
}

/// The rows of the kept nodes, renumbered, as rows that are all fresh.
FreshRows kept_rows(const Working& at, std::span<const NodeId> kept) {
    std::vector<NodeId> new_number(at.role.size(), -1);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        new_number[kept[i]] = static_cast<NodeId>(i);
    }
    FreshRows rows;
    rows.nodes.resize(kept.size());
    std::iota(rows.nodes.begin(), rows.nodes.end(), 0);
    rows.row_of = rows.nodes;
    rows.offsets.reserve(kept.size() + 1);
    rows.offsets.push_back(0);
    EntryIndex entries = 0;
    for (const NodeId node : kept) {
        entries += at.length[node];
        rows.offsets.push_back(entries);
    }
    rows.to.reserve(static_cast<std::size_t>(entries));
    rows.weights.reserve(static_cast<std::size_t>(entries));
    for (const NodeId node : kept) {
        for (const NodeId other : at.neighbors(node)) {
            rows.to.push_back(new_number[other]);
        }
        const auto weights = at.row_weights(node);
        rows.weights.insert(rows.weights.end(), weights.begin(), weights.end());
    }
    return rows;
}

Graph thinned_graph(const FreshRows& rows, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    const NewWeights weights = thinned_to_size(rows, vectors, options, seed);
    const auto nodes = static_cast<NodeId>(rows.size());
    SparseMatrix matrix{nodes, nodes, {0}, {}, {}};
    matrix.offsets.reserve(rows.size() + 1);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        append_row(rows, row, weights, matrix.indices, matrix.values);
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }
    matrix.indices.shrink_to_fit();
    matrix.values.shrink_to_fit();
    return Graph::from_symmetric(std::move(matrix));
}

/// Moves edges between dropped nodes to the kept nodes beside both.
void separate_dropped(Working& at, const Graph& graph, const Cut& cut, const SmoothVectors& vectors, const LeanOptions& options) {
    std::vector<std::uint8_t> is_dropped(at.role.size(), 0);
    for (const NodeId node : cut.dropped) {
        is_dropped[node] = 1;
    }
    const FreshRows rows = all_rows(graph);
    take_over(at, rows,
              reroute_within(rows, is_dropped, options.least_strength_within, compensation_of(options.thinning), vectors,
                             options.parallel));
}

}  // namespace

LeanReduction lean_reduce(const Graph& graph, const Cut& cut, const SmoothVectors& vectors, const LeanOptions& options,
                          Seed seed) {
    Working at(graph);
    at.dropped = cut.dropped;
    for (const NodeId node : cut.dropped) {
        at.role[node] = Role::dropped;
    }
    if (options.least_strength_within > 0 && options.thinning != Thinning::sample) {
        separate_dropped(at, graph, cut, vectors, options);
    }
    for (std::uint64_t round = 0; !at.dropped.empty(); ++round) {
        const std::vector<NodeId> selected = select_independent(at, options.parallel);
        const FreshRows rows = eliminate_selected(at, selected, std::vector<NodeId>(at.role.size(), -1), options.parallel);
        for (const NodeId node : selected) {
            at.role[node] = Role::gone;
        }
        take_over(at, rows, thinned_in_round(rows, vectors, options, seed.child("round", round)));
    }
    const FreshRows rows = kept_rows(at, cut.kept);
    at = Working(Graph());  // frees its memory
    EntryIndex loops = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        loops += rows.find(static_cast<NodeId>(row), rows.nodes[row]) >= 0 ? 1 : 0;
    }
    const auto entries = static_cast<EntryIndex>(rows.to.size());
    return {thinned_graph(rows, values_at(vectors, cut.kept), options, seed.child("end")), (entries - loops) / 2 + loops};
}

Graph thin_out(const Graph& graph, const SmoothVectors& vectors, const LeanOptions& options, Seed seed) {
    const Working at(graph);
    std::vector<NodeId> all(static_cast<std::size_t>(graph.node_count()));
    std::iota(all.begin(), all.end(), 0);
    return thinned_graph(kept_rows(at, all), vectors, options, seed);
}

}  // namespace ndpool
