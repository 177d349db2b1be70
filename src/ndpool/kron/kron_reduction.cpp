#include "ndpool/kron/kron_reduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/memory.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/dense_reduction.hpp"
#include "ndpool/kron/elimination.hpp"
#include "ndpool/kron/row_gatherer.hpp"
#include "ndpool/kron/screened_reduction.hpp"

namespace ndpool {

namespace {

/// Dropped nodes that hang together, and what they become.
struct Piece {
    std::span<const NodeId> nodes;
    std::vector<NodeId> boundary;  ///< the kept nodes around, ascending, by their new numbers
    Clique clique;
};

/// Where each node goes. A dropped node whose neighbours are all kept is not worth a matrix: its star is meshed while
/// the rows are put together.
struct Split {
    const Graph& graph;
    std::span<const NodeId> kept;
    std::vector<NodeId> new_number;  ///< of each kept node; -1 - its place in its component for the dropped
    std::vector<double> star_total;  ///< of each dropped node on its own: the sum of its weights
    Components together;             ///< the other dropped nodes
};

void check_cut(const Graph& graph, const Cut& cut) {
    if (cut.kept.size() + cut.dropped.size() != static_cast<std::size_t>(graph.node_count())) {
        throw InvalidInput(fmt::format("the cut is one of {} nodes, the graph has {}", cut.kept.size() + cut.dropped.size(),
                                       graph.node_count()));
    }
}

Split split_graph(const Graph& graph, const Cut& cut) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    Split split{graph, cut.kept, std::vector<NodeId>(nodes, -1), std::vector<double>(nodes, 0.0), {}};
    for (std::size_t i = 0; i < cut.kept.size(); ++i) {
        split.new_number[cut.kept[i]] = static_cast<NodeId>(i);
    }
    std::vector<bool> is_joined;
    for (const NodeId node : cut.dropped) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        double total = 0;
        bool alone = true;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            total += weights[k];
            alone = alone && (split.new_number[neighbors[k]] >= 0 || neighbors[k] == node);
        }
        if (alone) {
            split.star_total[node] = total;
        } else {
            is_joined.resize(nodes, false);
            is_joined[node] = true;
        }
    }
    if (!is_joined.empty()) {
        split.together = connected_components(graph, is_joined);
        for (NodeId component = 0; component < split.together.count(); ++component) {
            const auto members = split.together.nodes(component);
            for (std::size_t i = 0; i < members.size(); ++i) {
                split.new_number[members[i]] = -1 - static_cast<NodeId>(i);
            }
        }
    }
    return split;
}

/// Whether it is worth having an array over all kept nodes for these dropped ones.
bool is_wide(const Split& split, std::span<const NodeId> nodes) {
    return nodes.size() * 16 > split.kept.size();
}

std::vector<NodeId> boundary_of(const Split& split, std::span<const NodeId> nodes) {
    std::vector<NodeId> boundary;
    if (is_wide(split, nodes)) {
        std::vector<bool> is_around(split.kept.size(), false);
        for (const NodeId node : nodes) {
            for (const NodeId neighbor : split.graph.neighbors(node)) {
                if (split.new_number[neighbor] >= 0) {
                    is_around[split.new_number[neighbor]] = true;
                }
            }
        }
        for (std::size_t i = 0; i < is_around.size(); ++i) {
            if (is_around[i]) {
                boundary.push_back(static_cast<NodeId>(i));
            }
        }
        return boundary;
    }
    for (const NodeId node : nodes) {
        for (const NodeId neighbor : split.graph.neighbors(node)) {
            if (split.new_number[neighbor] >= 0) {
                boundary.push_back(split.new_number[neighbor]);
            }
        }
    }
    std::sort(boundary.begin(), boundary.end());
    boundary.erase(std::unique(boundary.begin(), boundary.end()), boundary.end());
    return boundary;
}

std::vector<Piece> pieces_of(const Split& split) {
    std::vector<Piece> pieces(static_cast<std::size_t>(split.together.count()));
    for (NodeId component = 0; component < split.together.count(); ++component) {
        pieces[component].nodes = split.together.nodes(component);
        pieces[component].boundary = boundary_of(split, pieces[component].nodes);
    }
    return pieces;
}

/// At most so many entries the rows will have.
double entry_bound(const Split& split, const std::vector<Piece>& pieces) {
    double entries = 0;
    for (NodeId node = 0; node < split.graph.node_count(); ++node) {
        const auto degree = static_cast<double>(split.graph.neighbors(node).size());
        entries += split.new_number[node] >= 0 ? degree : (split.star_total[node] > 0 ? degree * degree : 0);
    }
    for (const Piece& piece : pieces) {
        entries += static_cast<double>(piece.boundary.size()) * static_cast<double>(piece.boundary.size());
    }
    const auto kept = static_cast<double>(split.kept.size());
    return std::min(entries, kept * kept);
}

void require_memory(const Split& split, const std::vector<Piece>& pieces, double entries, const KronOptions& options) {
    // Rows that several threads gather are put together afterwards.
    const double copies = thread_count(options.parallel) > 1 ? 2 : 1;
    double needed = entries * copies * (sizeof(NodeId) + sizeof(double));
    std::size_t widest = 0;
    for (const Piece& piece : pieces) {
        needed += UpperTriangle::bytes(piece.boundary.size());
        widest = std::max(widest, piece.boundary.size());
    }
    if (!fits_in_memory(needed, options.memory_limit)) {
        throw TooLarge(
            fmt::format("the exact Kron reduction of {} nodes to {} would take {}, {} are available: dropped nodes "
                        "that hang together join up to {} kept nodes pairwise; the accuracies faithful and lean need far less",
                        split.graph.node_count(), split.kept.size(), readable_bytes(needed),
                        readable_bytes(memory_budget(options.memory_limit)), widest));
    }
}

Mesh mesh_of(const Split& split, const Piece& piece) {
    const auto inside = static_cast<NodeId>(piece.nodes.size());
    std::vector<NodeId> place;  // of each kept node in the boundary
    if (is_wide(split, piece.nodes)) {
        place.resize(split.kept.size());
        for (std::size_t j = 0; j < piece.boundary.size(); ++j) {
            place[piece.boundary[j]] = static_cast<NodeId>(j);
        }
    }
    const auto position = [&](NodeId number) {
        return place.empty() ? static_cast<NodeId>(std::lower_bound(piece.boundary.begin(), piece.boundary.end(), number) -
                                                   piece.boundary.begin())
                             : place[number];
    };
    Mesh mesh;
    mesh.all = inside + static_cast<NodeId>(piece.boundary.size());
    std::size_t arms = 0;
    for (const NodeId node : piece.nodes) {
        arms += split.graph.neighbors(node).size();
    }
    mesh.to.reserve(arms);
    mesh.weights.reserve(arms);
    mesh.offsets.reserve(piece.nodes.size() + 1);
    mesh.ground.reserve(piece.nodes.size());
    for (const NodeId node : piece.nodes) {
        double ground = 0;
        const auto neighbors = split.graph.neighbors(node);
        const auto weights = split.graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (neighbors[k] == node) {
                ground = weights[k];
                continue;
            }
            const NodeId number = split.new_number[neighbors[k]];
            mesh.to.push_back(number >= 0 ? inside + position(number) : -1 - number);
            mesh.weights.push_back(weights[k]);
        }
        mesh.offsets.push_back(static_cast<EntryIndex>(mesh.to.size()));
        mesh.ground.push_back(ground);
    }
    return mesh;
}

/// Puts rows of the reduced graph together. What is added to (i, j) and to (j, i) comes in the same order: the edge
/// between them, stars by their centres' numbers, cliques by theirs. So both get the same bits.
class RowAssembly {
public:
    RowAssembly(const Split& split, const std::vector<Piece>& pieces)
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
            if (split_.together.label[neighbor] >= 0) {
                around_.push_back(split_.together.label[neighbor]);
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
        const Piece& piece = pieces_[number];
        const std::size_t size = piece.boundary.size();
        const auto position = static_cast<std::size_t>(std::lower_bound(piece.boundary.begin(), piece.boundary.end(), from) -
                                                       piece.boundary.begin());
        Block& block = blocks_[number];
        if (block.number != position / UpperTriangle::rows_a_block) {
            block.number = position / UpperTriangle::rows_a_block;
            piece.clique.weights.copy_block(block.number, block.rows);
        }
        row_.add_all(piece.boundary, block.rows.data() + position % UpperTriangle::rows_a_block * size);
        if (piece.clique.ground[position] > 0) {
            row_.add(from, piece.clique.ground[position]);
        }
    }

    const Split& split_;
    const std::vector<Piece>& pieces_;
    RowGatherer row_;
    std::vector<Block> blocks_;
    std::vector<NodeId> around_;
};

/// A large piece has all threads, the small ones share them.
void eliminate_pieces(const Split& split, std::vector<Piece>& pieces, const KronOptions& options) {
    constexpr std::size_t large = 1000;
    const auto is_large = [](const Piece& piece) { return piece.nodes.size() + piece.boundary.size() > large; };
    parallel_for(pieces.size(), options.parallel, [&](std::size_t index) {
        if (!is_large(pieces[index])) {
            pieces[index].clique = eliminate(mesh_of(split, pieces[index]), {options.memory_limit, {1}});
        }
    });
    for (Piece& piece : pieces) {
        if (is_large(piece)) {
            piece.clique = eliminate(mesh_of(split, piece), {options.memory_limit, options.parallel});
        }
    }
}

/// Room for so many entries; what is not used of a large room costs nothing.
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

SparseMatrix assembled_rows(const Split& split, const std::vector<Piece>& pieces, double entries, const Parallel& parallel) {
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

}  // namespace

Graph kron_reduce(const Graph& graph, const Cut& cut, const KronOptions& options) {
    check_cut(graph, cut);
    if (!(options.screen >= 0 && options.screen < 1)) {
        throw InvalidInput(fmt::format("the screen is {}, expected a share of at least 0 and below 1", options.screen));
    }
    if (options.screen > 0) {
        return reduce_screened(graph, cut, options);
    }
    if (is_better_dense(graph, cut, options)) {
        return reduce_dense(graph, cut, options);
    }
    const Split split = split_graph(graph, cut);
    std::vector<Piece> pieces = pieces_of(split);
    const double entries = entry_bound(split, pieces);
    require_memory(split, pieces, entries, options);
    eliminate_pieces(split, pieces, options);
    return Graph::from_symmetric(assembled_rows(split, pieces, entries, options.parallel));
}

}  // namespace ndpool
