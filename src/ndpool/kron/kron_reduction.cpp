#include "ndpool/kron/kron_reduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/memory.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/elimination.hpp"

namespace ndpool {

namespace {

/// The dropped nodes by connected component, and where each kept node goes.
struct Split {
    const Graph& graph;
    std::vector<NodeId> kept;
    std::vector<NodeId> new_number;  ///< of each kept node, -1 for the dropped
    Components dropped;
};

Split split_graph(const Graph& graph, const Cut& cut) {
    if (cut.kept.size() + cut.dropped.size() != static_cast<std::size_t>(graph.node_count())) {
        throw InvalidInput(fmt::format("the cut is one of {} nodes, the graph has {}", cut.kept.size() + cut.dropped.size(),
                                       graph.node_count()));
    }
    Split split{graph, cut.kept, std::vector<NodeId>(static_cast<std::size_t>(graph.node_count()), -1), {}};
    std::vector<bool> is_dropped(static_cast<std::size_t>(graph.node_count()), true);
    for (std::size_t i = 0; i < cut.kept.size(); ++i) {
        split.new_number[cut.kept[i]] = static_cast<NodeId>(i);
        is_dropped[cut.kept[i]] = false;
    }
    split.dropped = connected_components(graph, is_dropped);
    return split;
}

/// The kept nodes around a component of dropped nodes, ascending.
std::vector<NodeId> boundary_of(const Split& split, NodeId component) {
    std::vector<NodeId> boundary;
    for (const NodeId node : split.dropped.nodes(component)) {
        for (const NodeId neighbor : split.graph.neighbors(node)) {
            if (split.new_number[neighbor] >= 0) {
                boundary.push_back(neighbor);
            }
        }
    }
    std::sort(boundary.begin(), boundary.end());
    boundary.erase(std::unique(boundary.begin(), boundary.end()), boundary.end());
    return boundary;
}

/// A dropped node on its own is not worth a matrix: its star is meshed while the rows are put together.
bool is_single(const Split& split, NodeId component) {
    return split.dropped.nodes(component).size() == 1;
}

void require_memory(const Split& split, const std::vector<Mesh>& meshes, const KronOptions& options) {
    constexpr double bytes_per_entry = 2 * (sizeof(NodeId) + sizeof(double));  // while rows are gathered there are two copies
    double matrices = 0;
    double entries = static_cast<double>(split.graph.entry_count());
    std::size_t widest = 0;
    for (NodeId component = 0; component < split.dropped.count(); ++component) {
        const bool single = is_single(split, component);
        const std::size_t boundary =
            single ? split.graph.neighbors(split.dropped.nodes(component).front()).size() : meshes[component].boundary.size();
        const double pairs = static_cast<double>(boundary) * static_cast<double>(boundary);
        matrices += single ? 0 : pairs * sizeof(double);
        entries += pairs;
        widest = std::max(widest, boundary);
    }
    const auto kept = static_cast<double>(split.kept.size());
    const double needed = matrices + std::min(entries, kept * kept) * bytes_per_entry;
    if (!fits_in_memory(needed, options.memory_limit)) {
        throw TooLarge(
            fmt::format("the exact Kron reduction of {} nodes to {} would take {}, {} are available: dropped nodes "
                        "that hang together join up to {} kept nodes pairwise",
                        split.graph.node_count(), split.kept.size(), readable_bytes(needed),
                        readable_bytes(memory_budget(options.memory_limit)), widest));
    }
}

Mesh mesh_of(const Split& split, NodeId component, std::vector<NodeId> boundary) {
    Mesh mesh;
    mesh.boundary = std::move(boundary);
    const auto nodes = split.dropped.nodes(component);
    const auto inside = static_cast<NodeId>(nodes.size());
    const auto position = [](std::span<const NodeId> sorted, NodeId node) {
        return static_cast<NodeId>(std::lower_bound(sorted.begin(), sorted.end(), node) - sorted.begin());
    };
    for (const NodeId node : nodes) {
        std::vector<Arm> arms;
        double ground = 0;
        const auto neighbors = split.graph.neighbors(node);
        const auto weights = split.graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (neighbors[k] == node) {
                ground = weights[k];
            } else if (split.new_number[neighbors[k]] >= 0) {
                arms.push_back({static_cast<NodeId>(inside + position(mesh.boundary, neighbors[k])), weights[k]});
            } else {
                arms.push_back({position(nodes, neighbors[k]), weights[k]});
            }
        }
        std::sort(arms.begin(), arms.end(), [](const Arm& a, const Arm& b) { return a.to < b.to; });
        mesh.arms.push_back(std::move(arms));
        mesh.ground.push_back(ground);
    }
    return mesh;
}

/// One row of the reduced graph, gathered in an array as long as the row may be.
class RowGatherer {
public:
    explicit RowGatherer(std::size_t columns) : sums_(columns, 0.0), is_touched_(columns, false) {}

    void add(NodeId column, double weight) {
        if (!is_touched_[column]) {
            is_touched_[column] = true;
            touched_.push_back(column);
        }
        sums_[column] += weight;
    }

    /// Appends the row to the matrix and forgets it.
    void finish_row(SparseMatrix& matrix) {
        std::sort(touched_.begin(), touched_.end());
        for (const NodeId column : touched_) {
            if (sums_[column] > 0) {  // products may underflow to nothing
                matrix.indices.push_back(column);
                matrix.values.push_back(sums_[column]);
            }
            sums_[column] = 0;
            is_touched_[column] = false;
        }
        touched_.clear();
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }

private:
    std::vector<double> sums_;
    std::vector<bool> is_touched_;
    std::vector<NodeId> touched_;
};

void add_star(const Split& split, NodeId center, NodeId from, RowGatherer& row) {
    const auto neighbors = split.graph.neighbors(center);
    const auto weights = split.graph.weights(center);
    double total = 0;
    double to_from = 0;
    for (std::size_t k = 0; k < neighbors.size(); ++k) {
        total += weights[k];
        to_from = neighbors[k] == from ? weights[k] : to_from;
    }
    for (std::size_t k = 0; k < neighbors.size(); ++k) {
        // The centre's own loop leads to ground, which is the loop of the node at the other end.
        const NodeId to = neighbors[k] == center ? from : neighbors[k];
        if (neighbors[k] != from) {
            row.add(split.new_number[to], (to_from * weights[k]) / total);
        }
    }
}

void add_clique(const Split& split, const Mesh& mesh, const Clique& clique, NodeId from, RowGatherer& row) {
    const auto found = std::lower_bound(mesh.boundary.begin(), mesh.boundary.end(), from);
    const auto position = static_cast<std::size_t>(found - mesh.boundary.begin());
    const double* weights = clique.weights.data() + position * mesh.boundary.size();
    for (std::size_t j = 0; j < mesh.boundary.size(); ++j) {
        if (j != position) {
            row.add(split.new_number[mesh.boundary[j]], weights[j]);
        }
    }
    if (clique.ground[position] > 0) {
        row.add(split.new_number[from], clique.ground[position]);
    }
}

/// Gathers one row. What is added to (i, j) and to (j, i) comes in the same order, that of the components'
/// numbers, so both get the same bits.
void gather_row(const Split& split, const std::vector<Mesh>& meshes, const std::vector<Clique>& cliques, NodeId node,
                std::vector<NodeId>& around, RowGatherer& row) {
    const auto neighbors = split.graph.neighbors(node);
    const auto weights = split.graph.weights(node);
    around.clear();
    for (std::size_t k = 0; k < neighbors.size(); ++k) {
        if (split.new_number[neighbors[k]] >= 0) {
            row.add(split.new_number[neighbors[k]], weights[k]);
        } else {
            around.push_back(split.dropped.label[neighbors[k]]);
        }
    }
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
    for (const NodeId component : around) {
        if (is_single(split, component)) {
            add_star(split, split.dropped.nodes(component).front(), node, row);
        } else {
            add_clique(split, meshes[component], cliques[component], node, row);
        }
    }
}

void append_rows(SparseMatrix& all, SparseMatrix&& part) {
    const EntryIndex before = all.offsets.back();
    for (std::size_t row = 1; row < part.offsets.size(); ++row) {
        all.offsets.push_back(before + part.offsets[row]);
    }
    all.indices.insert(all.indices.end(), part.indices.begin(), part.indices.end());
    all.values.insert(all.values.end(), part.values.begin(), part.values.end());
    part = {};
}

}  // namespace

Graph kron_reduce(const Graph& graph, const Cut& cut, const KronOptions& options) {
    const Split split = split_graph(graph, cut);
    const auto component_count = static_cast<std::size_t>(split.dropped.count());
    std::vector<Mesh> meshes(component_count);
    for (NodeId component = 0; component < split.dropped.count(); ++component) {
        if (!is_single(split, component)) {
            meshes[component].boundary = boundary_of(split, component);
        }
    }
    require_memory(split, meshes, options);

    std::vector<Clique> cliques(component_count);
    parallel_for(component_count, options.parallel, [&](std::size_t index) {
        const auto component = static_cast<NodeId>(index);
        if (!is_single(split, component) && !meshes[index].boundary.empty()) {
            cliques[index] = eliminate(mesh_of(split, component, meshes[index].boundary), options.memory_limit);
        }
    });

    const std::size_t rows_a_chunk = std::max<std::size_t>(1 << 14, split.kept.size() / 64 + 1);
    const std::size_t chunks = (split.kept.size() + rows_a_chunk - 1) / rows_a_chunk;
    std::vector<SparseMatrix> parts(chunks);
    parallel_for(chunks, options.parallel, [&](std::size_t chunk) {
        RowGatherer row(split.kept.size());
        std::vector<NodeId> around;
        const std::size_t end = std::min(split.kept.size(), (chunk + 1) * rows_a_chunk);
        for (std::size_t i = chunk * rows_a_chunk; i < end; ++i) {
            gather_row(split, meshes, cliques, split.kept[i], around, row);
            row.finish_row(parts[chunk]);
        }
    });
    cliques.clear();

    const auto kept = static_cast<NodeId>(split.kept.size());
    SparseMatrix reduced{kept, kept, {0}, {}, {}};
    for (SparseMatrix& part : parts) {
        append_rows(reduced, std::move(part));
    }
    return Graph::from_symmetric(std::move(reduced));
}

}  // namespace ndpool
