#include "ndpool/kron/kron_reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ndpool/base/memory.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/cut/spectral/significant_edges.hpp"
#include "ndpool/kron/exact/dense_reduction.hpp"
#include "ndpool/kron/exact/interior_elimination.hpp"
#include "ndpool/kron/exact/row_assembly.hpp"
#include "ndpool/kron/level_graph.hpp"
#include "ndpool/kron/screened/screened_reduction.hpp"

namespace ndpool {

namespace {

void check_cut(NodeId nodes, const Cut& cut) {
    if (cut.kept.size() + cut.dropped.size() != static_cast<std::size_t>(nodes)) {
        throw InvalidInput(
            fmt::format("the cut is one of {} nodes, the graph has {}", cut.kept.size() + cut.dropped.size(), nodes));
    }
}

/// An upper bound of the number of entries of the reduced matrix.
double entry_bound(const Split& split, const std::vector<InteriorComponent>& components) {
    double entries = 0;
    for (NodeId node = 0; node < split.graph.node_count(); ++node) {
        const auto degree = static_cast<double>(split.graph.neighbors(node).size());
        entries += split.new_number[node] >= 0 ? degree : (split.star_total[node] > 0 ? degree * degree : 0);
    }
    for (const InteriorComponent& component : components) {
        entries += static_cast<double>(component.boundary.size()) * static_cast<double>(component.boundary.size());
    }
    const auto kept = static_cast<double>(split.kept.size());
    return std::min(entries, kept * kept);
}

void require_memory(const Split& split, const std::vector<InteriorComponent>& components, double entries,
                    const KronOptions& options) {
    // Rows that several threads gather are copied into one matrix afterwards.
    const double copies = thread_count(options.parallel) > 1 ? 2 : 1;
    double needed = entries * copies * (sizeof(NodeId) + sizeof(double));
    std::size_t widest = 0;
    for (const InteriorComponent& component : components) {
        needed += UpperTriangle::bytes(component.boundary.size());
        widest = std::max(widest, component.boundary.size());
    }
    if (!fits_in_memory(needed, options.memory_limit)) {
        throw TooLarge(
            fmt::format("the exact Kron reduction of {} nodes to {} would take {}, {} are available: a connected "
                        "component of dropped nodes becomes a clique on up to {} kept nodes; the accuracies faithful and lean "
                        "need far less",
                        split.graph.node_count(), split.kept.size(), readable_bytes(needed),
                        readable_bytes(memory_budget(options.memory_limit)), widest));
    }
}

/// All threads work on one large component; small components run in parallel, each on one thread.
void eliminate_components(const Split& split, std::vector<InteriorComponent>& components, const KronOptions& options) {
    // Decides which way threads are used: GivesTheSameBitsForEveryNumberOfThreads holds on both sides.
    constexpr std::size_t large = 1000;
    const auto is_large = [](const InteriorComponent& component) {
        return component.nodes.size() + component.boundary.size() > large;
    };
    parallel_for(components.size(), options.parallel, [&](std::size_t index) {
        if (!is_large(components[index])) {
            components[index].clique = eliminate(interior_problem_of(split, components[index]), {options.memory_limit, {1}, {}});
        }
    });
    for (InteriorComponent& component : components) {
        if (is_large(component)) {
            component.clique =
                eliminate(interior_problem_of(split, component), {options.memory_limit, options.parallel, options.progress});
        }
    }
}

/// The component of dropped nodes that most kept nodes are neighbours of; null if there is none or there are few nodes. All kept
/// nodes become its boundary, so that its clique is the matrix of the whole reduced graph.
InteriorComponent* with_all_kept_nodes(std::vector<InteriorComponent>& components, std::size_t kept) {
    // Decides time: the clique is exact on both sides (IsTheDenseSchurComplementOfSparseGraphsOnBothSidesOfTheOneMatrixLimit).
    constexpr std::size_t least_nodes = 512;
    for (InteriorComponent& component : components) {
        if (kept > least_nodes && 4 * component.boundary.size() >= 3 * kept) {
            component.boundary.resize(kept);
            std::iota(component.boundary.begin(), component.boundary.end(), NodeId{0});
            return &component;
        }
    }
    return nullptr;
}

/// Adds the upper triangle of a symmetric matrix.
void add(const SparseMatrix& matrix, DenseGraph& graph) {
    for (NodeId i = 0; i < matrix.rows; ++i) {
        for (EntryIndex k = matrix.offsets[i]; k < matrix.offsets[i + 1]; ++k) {
            const NodeId j = matrix.indices[k];
            if (j > i) {
                *graph.weights.element(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) += matrix.values[k];
            } else if (j == i) {
                graph.loops[i] += matrix.values[k];
            }
        }
    }
}

/// The graph as a dense level if it is formally dense, as a Graph otherwise.
LevelGraph as_level(DenseGraph graph) {
    DenseLevel level(std::move(graph));
    if (is_formally_dense(level.graph.node_count(), level.entries)) {
        return level;
    }
    return graph_of(level.graph);
}

LevelGraph reduce_exactly(const Graph& graph, const Cut& cut, const KronOptions& options) {
    if (has_few_nodes(graph)) {
        return reduce_few_nodes(graph, cut);
    }
    if (is_better_dense(graph, cut, options)) {
        return as_level(reduce_dense(graph, cut, options));
    }
    const Split split = split_graph(graph, cut);
    std::vector<InteriorComponent> components = interior_components_of(split);
    require_memory(split, components, entry_bound(split, components), options);
    InteriorComponent* const whole = with_all_kept_nodes(components, split.kept.size());
    eliminate_components(split, components, options);
    options.progress("assemble", 0, 1);
    if (whole == nullptr) {
        return Graph::from_symmetric(assembled_rows(split, components, entry_bound(split, components), options.parallel));
    }
    DenseGraph reduced = std::move(whole->clique);
    whole->boundary.clear();
    add(assembled_rows(split, components, entry_bound(split, components), options.parallel), reduced);
    return as_level(std::move(reduced));
}

}  // namespace

LevelGraph reduce_level(const Graph& graph, const Cut& cut, const KronOptions& options) {
    stop_if_requested();
    check_cut(graph.node_count(), cut);
    if (!(options.drop_tolerance >= 0 && options.drop_tolerance < 1)) {
        throw InvalidInput(
            fmt::format("the drop tolerance is {}, expected a share of at least 0 and below 1", options.drop_tolerance));
    }
    if (options.drop_tolerance > 0) {
        return reduce_screened(graph, cut, options);
    }
    return reduce_exactly(graph, cut, options);
}

LevelGraph reduce_level(const LevelGraph& level, const Cut& cut, const KronOptions& options) {
    if (const Graph* graph = std::get_if<Graph>(&level)) {
        return reduce_level(*graph, cut, options);
    }
    stop_if_requested();
    check_cut(node_count(level), cut);
    return as_level(reduce_dense(std::get<DenseLevel>(level), cut, options));
}

Graph kron_reduce(const Graph& graph, const Cut& cut, const KronOptions& options) {
    return graph_of(reduce_level(graph, cut, options));
}

}  // namespace ndpool
