// The elimination and the sampling of a round in one pass. Most edges that an elimination makes are dropped at once, so they are
// summed up once and never stored.
#include "ndpool/kron/lean/sampled_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ndpool/kron/lean/edge_sampling.hpp"
#include "ndpool/kron/lean/eliminated_stars.hpp"
#include "ndpool/kron/lean/part_joining.hpp"
#include "ndpool/linalg/disjoint_sets.hpp"

namespace ndpool {

namespace {

using Columns = EliminatedStars::Columns;
using Fixed = EliminatedStars::Fixed;

/// Entries of some rows, one row after the other.
struct RowEntries {
    std::vector<Arm> entries;
    std::vector<NodeId> counts;  ///< of each row

    /// The entries that no row has yet become those of the next one; `before` is the number of all others.
    void end_row(std::size_t before) { counts.push_back(static_cast<NodeId>(entries.size() - before)); }
};

/// What sampling leaves of a chunk of rows.
struct RowPieces {
    RowEntries edges;  ///< to preceding rows
    RowEntries fixed;  ///< to nodes
    EntryIndex edges_before = 0;
};

class Sampler {
public:
    Sampler(const EliminatedStars& stars, RowNumbers numbers, const Sampling& sampling, Seed seed, const Parallel& parallel)
        : stars_(stars), numbers_(numbers), sampling_(sampling), seed_(seed), parallel_(parallel) {
        // A chunk has an accumulator as long as all rows, so there is a limited number of chunks.
        constexpr std::size_t least_rows = 1 << 11;
        constexpr std::size_t most_chunks = 64;
        const std::size_t rows = numbers.nodes.size();
        rows_per_chunk_ = std::max(least_rows, rows / most_chunks + 1);
        pieces_.resize((rows + rows_per_chunk_ - 1) / rows_per_chunk_);
    }

    SampledRows run() {
        parallel_for_pieces(numbers_.nodes.size(), rows_per_chunk_, parallel_, [&](std::size_t begin, std::size_t end) {
            OrderedAccumulator sums(numbers_.nodes.size());
            std::vector<Arm> row_sums;
            Fixed fixed;
            for (std::size_t row = begin; row < end; ++row) {
                stars_.sum_row(static_cast<NodeId>(row), Columns::preceding, sums, fixed);
                sums.take(row_sums);
                sample_row(static_cast<NodeId>(row), row_sums, fixed, pieces_[begin / rows_per_chunk_]);
            }
        });
        rejoin_parts();
        return assembled();
    }

private:
    /// As in sample_weak_edges.
    void sample_row(NodeId row, std::span<const Arm> sums, const Fixed& fixed, RowPieces& piece) const {
        const NodeId node = numbers_.nodes[row];
        const double own = stars_.inverse_degree(row);
        std::vector<Arm>& edges = piece.edges.entries;
        std::vector<Arm>& fixed_entries = piece.fixed.entries;
        const std::size_t edges_before = edges.size();
        const std::size_t fixed_before = fixed_entries.size();
        double passed = first_draw(seed_, node);
        for (const Arm& edge : sums) {
            // The weight over t.
            const double share = edge.weight * (0.5 * sampling_.nonzeros_per_node) * (own + stars_.inverse_degree(edge.to));
            if (share >= sampling_.draws_below) {
                edges.push_back(edge);
            } else if (passed += share; passed >= 1) {
                passed -= 1;
                edges.push_back({edge.to, edge.weight / share});
            }
        }
        fixed_entries.insert(fixed_entries.end(), fixed.beyond.begin(), fixed.beyond.end());
        if (fixed.loop > 0) {
            fixed_entries.push_back({node, fixed.loop});
        }
        piece.edges_before += std::count_if(sums.begin(), sums.end(), [](const Arm& edge) { return edge.weight > 0; });
        piece.edges_before += fixed.loop > 0 ? 1 : 0;
        piece.edges.end_row(edges_before);
        piece.fixed.end_row(fixed_before);
    }

    /// Calls `body(row, entry)` for the edges or the fixed entries that are left, by row.
    template <typename Body>
    void for_entries(RowEntries RowPieces::*kind, const Body& body) const {
        NodeId row = 0;
        for (const RowPieces& piece : pieces_) {
            const Arm* entry = (piece.*kind).entries.data();
            for (const NodeId count : (piece.*kind).counts) {
                for (const Arm* const end = entry + count; entry < end; ++entry) {
                    body(row, *entry);
                }
                ++row;
            }
        }
    }

    /// Parts that sampling disconnected are joined as in sample_weak_edges.
    void rejoin_parts() {
        const std::size_t rows = numbers_.nodes.size();
        DisjointSets parts(rows);
        std::size_t part_count = rows;
        for_entries(&RowPieces::edges, [&](NodeId row, const Arm& edge) { part_count -= parts.join(row, edge.to) ? 1 : 0; });
        if (part_count <= 1) {
            return;
        }
        DisjointSets before = parts;
        bool splits = false;
        stars_.for_spanning_edges([&](NodeId row, NodeId other) { splits = before.join(row, other) || splits; });
        if (splits) {
            rejoin(parts, dropped_between(parts, rows_to_search(parts, before)));
        }
    }

    /// A dropped edge between two parts has an end in one of these rows: all but the rows of the largest of the parts that were
    /// connected before.
    [[nodiscard]] std::vector<NodeId> rows_to_search(DisjointSets& parts, DisjointSets& before) const {
        const std::size_t rows = numbers_.nodes.size();
        std::vector<NodeId> size(rows, 0);
        for (std::size_t row = 0; row < rows; ++row) {
            ++size[parts.find(static_cast<NodeId>(row))];
        }
        std::vector<NodeId> largest(rows, -1);
        for (std::size_t row = 0; row < rows; ++row) {
            NodeId& most = largest[before.find(static_cast<NodeId>(row))];
            if (size[row] > 0 && (most < 0 || size[row] > size[most])) {
                most = static_cast<NodeId>(row);
            }
        }
        std::vector<NodeId> found;
        for (NodeId row = 0; row < std::ssize(numbers_.nodes); ++row) {
            if (parts.find(row) != largest[before.find(row)]) {
                found.push_back(row);
            }
        }
        return found;
    }

    /// The edges between different parts with an end in one of these rows, ascending, each once.
    [[nodiscard]] std::vector<DroppedEdge> dropped_between(DisjointSets& parts, std::span<const NodeId> searched) const {
        std::vector<std::uint8_t> is_searched(numbers_.nodes.size(), 0);
        for (const NodeId row : searched) {
            is_searched[row] = 1;
        }
        std::vector<DroppedEdge> dropped;
        OrderedAccumulator sums(numbers_.nodes.size());
        std::vector<Arm> row_sums;
        Fixed fixed;
        for (const NodeId row : searched) {
            stars_.sum_row(row, Columns::all, sums, fixed);
            sums.take(row_sums);
            for (const Arm& edge : row_sums) {
                if (edge.weight > 0 && (row < edge.to || is_searched[edge.to] == 0) && parts.find(row) != parts.find(edge.to)) {
                    dropped.push_back({row, edge.to, edge.weight});
                }
            }
        }
        return dropped;
    }

    void rejoin(DisjointSets& parts, const std::vector<DroppedEdge>& dropped) {
        for (const JoiningEdge& edge : join_by_strongest(parts, dropped)) {
            rejoined_.push_back({dropped[edge.index].row, dropped[edge.index].other, edge.weight});
        }
    }

    /// Both directions of every edge and the fixed entries, sorted by node.
    [[nodiscard]] SampledRows assembled() {
        const std::size_t rows = numbers_.nodes.size();
        std::vector<EntryIndex> next(rows + 1, 0);
        SampledRows result;
        NodeId row_of_piece = 0;
        for (const RowPieces& piece : pieces_) {
            for (std::size_t i = 0; i < piece.edges.counts.size(); ++i, ++row_of_piece) {
                next[row_of_piece + 1] += piece.edges.counts[i] + piece.fixed.counts[i];
            }
            for (const Arm& edge : piece.edges.entries) {
                ++next[edge.to + 1];
            }
            result.edges_before += piece.edges_before;
        }
        for (const DroppedEdge& edge : rejoined_) {
            ++next[edge.row + 1];
            ++next[edge.other + 1];
        }
        std::partial_sum(next.begin(), next.end(), next.begin());
        const std::vector<EntryIndex> offsets = next;
        Buffer<Arm> arms(static_cast<std::size_t>(offsets.back()));
        const auto add = [&](NodeId row, NodeId node, double weight) { arms[next[row]++] = {node, weight}; };
        for_entries(&RowPieces::edges, [&](NodeId row, const Arm& edge) {
            add(edge.to, numbers_.nodes[row], edge.weight);
            add(row, numbers_.nodes[edge.to], edge.weight);
        });
        for (const DroppedEdge& edge : rejoined_) {
            add(edge.other, numbers_.nodes[edge.row], edge.weight);
            add(edge.row, numbers_.nodes[edge.other], edge.weight);
        }
        for_entries(&RowPieces::fixed, [&](NodeId row, const Arm& entry) { add(row, entry.to, entry.weight); });
        pieces_.clear();
        sort_rows(offsets, arms, result.rows);
        return result;
    }

    void sort_rows(std::span<const EntryIndex> offsets, Buffer<Arm>& arms, UpdatedRows& rows) const {
        const std::size_t count = offsets.size() - 1;
        rows.begin = Buffer<EntryIndex>(count);
        rows.end = Buffer<EntryIndex>(count);
        rows.to = Buffer<NodeId>(arms.size());
        rows.weights = Buffer<double>(arms.size());
        parallel_for_pieces(count, rows_per_chunk_, parallel_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                rows.begin[row] = offsets[row];
                rows.end[row] = offsets[row + 1];
                std::sort(arms.data() + offsets[row], arms.data() + offsets[row + 1],
                          [](const Arm& a, const Arm& b) { return a.to < b.to; });
                for (EntryIndex e = offsets[row]; e < offsets[row + 1]; ++e) {
                    rows.to[e] = arms[e].to;
                    rows.weights[e] = arms[e].weight;
                }
            }
        });
    }

    const EliminatedStars& stars_;
    RowNumbers numbers_;
    const Sampling& sampling_;
    Seed seed_;
    const Parallel& parallel_;
    std::size_t rows_per_chunk_ = 0;
    std::vector<RowPieces> pieces_;
    std::vector<DroppedEdge> rejoined_;  ///< with the weight of all dropped edges between the same parts
};

}  // namespace

SampledRows sampled_rows_around(const EliminationState& at, std::span<const NodeId> selected, const Sampling& sampling, Seed seed,
                                const Parallel& parallel) {
    std::vector<NodeId> row_of(at.role.size(), -1);
    std::vector<NodeId> nodes = touched_by(at, selected, row_of);
    const RowNumbers numbers{nodes, row_of};
    const EliminatedStars stars(at, EliminationState::Role::selected, {selected.begin(), selected.end()}, numbers,
                                seed.child("hubs"), parallel);
    SampledRows sampled = Sampler(stars, numbers, sampling, seed, parallel).run();
    sampled.rows.nodes = std::move(nodes);
    sampled.rows.row_of = std::move(row_of);
    return sampled;
}

SampledRows sampled_rows_of_kept(const EliminationState& at, std::span<const NodeId> kept, const Sampling& sampling, Seed seed,
                                 const Parallel& parallel) {
    std::vector<NodeId> row_of(at.role.size(), -1);
    for (std::size_t row = 0; row < kept.size(); ++row) {
        row_of[kept[row]] = static_cast<NodeId>(row);
    }
    std::vector<NodeId> alone;
    for (std::size_t node = 0; node < at.role.size(); ++node) {
        if (at.role[node] == EliminationState::Role::alone) {
            alone.push_back(static_cast<NodeId>(node));
        }
    }
    const RowNumbers numbers{kept, row_of};
    const EliminatedStars stars(at, EliminationState::Role::alone, std::move(alone), numbers, seed.child("hubs"), parallel);
    SampledRows sampled = Sampler(stars, numbers, sampling, seed, parallel).run();
    for (NodeId& node : sampled.rows.to) {
        node = row_of[node];
    }
    return sampled;
}

}  // namespace ndpool
