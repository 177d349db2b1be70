#include "ndpool/kron/exact/row_assembly.hpp"

#include <algorithm>

#include "ndpool/base/memory.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/linalg/dense_accumulator.hpp"

namespace ndpool {

namespace {

/// Assembles rows of the reduced graph. The terms of (i, j) and of (j, i) are added in the same order: the edge
/// between them, stars by their centres' numbers, cliques by theirs. So both get the same bits.
class RowAssembly {
public:
    RowAssembly(const Split& split, const std::vector<InteriorComponent>& pieces)
        : split_(split), pieces_(pieces), row_(split.kept.size()), blocks_(pieces.size()) {}

    void append_row(NodeId node, SparseMatrix& matrix) {
        const auto neighbors = split_.graph.neighbors(node);
        const auto weights = split_.graph.weights(node);
        find_pieces(neighbors);
        std::size_t additions = around_.empty() ? 0 : neighbors.size();
        for (const NodeId piece : around_) {
            additions += pieces_[piece].boundary.size();
        }
        row_.expect(additions);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (split_.new_number[neighbors[k]] >= 0) {
                row_.add(split_.new_number[neighbors[k]], weights[k]);
            }
        }
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (split_.star_total[neighbors[k]] > 0) {
                add_star(neighbors[k], node, weights[k]);
            }
        }
        for (const NodeId piece : around_) {
            add_clique(piece, split_.new_number[node]);
        }
        row_.finish_row(matrix);
    }

private:
    /// Full rows of the block of a clique that was asked for last.
    struct Block {
        std::size_t number = static_cast<std::size_t>(-1);
        std::vector<double> rows;
    };

    void find_pieces(std::span<const NodeId> neighbors) {
        around_.clear();
        if (pieces_.empty()) {
            return;
        }
        for (const NodeId neighbor : neighbors) {
            const NodeId piece = split_.together.label[neighbor];
            if (piece >= 0 && !pieces_[piece].boundary.empty()) {
                around_.push_back(piece);
            }
        }
        std::sort(around_.begin(), around_.end());
        around_.erase(std::unique(around_.begin(), around_.end()), around_.end());
    }

    void add_star(NodeId center, NodeId from, double weight) {
        const auto neighbors = split_.graph.neighbors(center);
        const auto weights = split_.graph.weights(center);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            // The centre's own loop leads to ground, which is the loop of the node at the other end.
            const NodeId to = neighbors[k] == center ? from : neighbors[k];
            if (neighbors[k] != from) {
                row_.add(split_.new_number[to], (weight * weights[k]) / split_.star_total[center]);
            }
        }
    }

    void add_clique(NodeId number, NodeId from) {
        const InteriorComponent& piece = pieces_[number];
        const std::size_t size = piece.boundary.size();
        const auto position = static_cast<std::size_t>(std::lower_bound(piece.boundary.begin(), piece.boundary.end(), from) -
                                                       piece.boundary.begin());
        Block& block = blocks_[number];
        if (block.number != position / UpperTriangle::rows_per_block) {
            block.number = position / UpperTriangle::rows_per_block;
            piece.clique.weights.copy_block(block.number, block.rows);
        }
        row_.add_all(piece.boundary, block.rows.data() + position % UpperTriangle::rows_per_block * size);
        if (piece.clique.loops[position] > 0) {
            row_.add(from, piece.clique.loops[position]);
        }
    }

    const Split& split_;
    const std::vector<InteriorComponent>& pieces_;
    DenseAccumulator row_;
    std::vector<Block> blocks_;
    std::vector<NodeId> around_;
};

/// Reserves memory for this number of entries; unused parts of large arrays cost nothing.
void reserve_entries(SparseMatrix& matrix, std::size_t entries) {
    matrix.indices.reserve(entries);
    matrix.values.reserve(entries);
    prefer_large_pages(matrix.indices.data(), entries * sizeof(NodeId));
    prefer_large_pages(matrix.values.data(), entries * sizeof(double));
}

SparseMatrix joined_rows(std::vector<SparseMatrix>& parts) {
    std::size_t entries = 0;
    for (const SparseMatrix& part : parts) {
        entries += part.indices.size();
    }
    SparseMatrix all{parts.front().rows, parts.front().columns, {0}, {}, {}};
    all.offsets.reserve(static_cast<std::size_t>(all.rows) + 1);
    reserve_entries(all, entries);
    for (SparseMatrix& part : parts) {
        const EntryIndex before = all.offsets.back();
        for (std::size_t row = 1; row < part.offsets.size(); ++row) {
            all.offsets.push_back(before + part.offsets[row]);
        }
        all.indices.insert(all.indices.end(), part.indices.begin(), part.indices.end());
        all.values.insert(all.values.end(), part.values.begin(), part.values.end());
        part = {};
    }
    return all;
}

}  // namespace

SparseMatrix assembled_rows(const Split& split, const std::vector<InteriorComponent>& pieces, double entries,
                            const Parallel& parallel) {
    const std::size_t rows = split.kept.size();
    const auto kept = static_cast<NodeId>(rows);
    const std::size_t chunks = thread_count(parallel) > 1 ? std::min<std::size_t>(64, rows / 512 + 1) : 1;
    std::vector<SparseMatrix> parts(chunks, SparseMatrix{kept, kept, {0}, {}, {}});
    parallel_for(chunks, parallel, [&](std::size_t chunk) {
        const std::size_t begin = chunk * rows / chunks;
        const std::size_t end = (chunk + 1) * rows / chunks;
        SparseMatrix& part = parts[chunk];
        part.offsets.reserve(end - begin + 1);
        reserve_entries(part, static_cast<std::size_t>(entries / static_cast<double>(chunks)));
        RowAssembly assembly(split, pieces);
        for (std::size_t i = begin; i < end; ++i) {
            stop_if_requested();
            assembly.append_row(split.kept[i], part);
        }
    });
    if (chunks > 1) {
        return joined_rows(parts);
    }
    SparseMatrix& all = parts.front();
    if (entries < 1e6) {
        all.indices.shrink_to_fit();
        all.values.shrink_to_fit();
    }
    return std::move(all);
}

}  // namespace ndpool
