#include "ndpool/kron/screened/screened_reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "ndpool/base/memory.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/kron/exact/sparse_elimination.hpp"
#include "ndpool/kron/screened/locality_order.hpp"

namespace ndpool {

namespace {

/// Each time a level has grown by this number of links, its size is compared with the memory limit.
constexpr std::size_t links_between_looks = std::size_t{1} << 20;

InteriorProblem interior_problem_of(const Graph& graph, const PatchOrder& order) {
    InteriorProblem problem;
    problem.all = graph.node_count();
    problem.ground.assign(static_cast<std::size_t>(order.inside), 0.0);
    for (NodeId v = 0; v < order.inside; ++v) {
        const NodeId node = order.node[v];
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (neighbors[k] == node) {
                problem.ground[v] = weights[k];
            } else {
                problem.to.push_back(order.number[neighbors[k]]);
                problem.weights.push_back(weights[k]);
            }
        }
        problem.offsets.push_back(static_cast<EntryIndex>(problem.to.size()));
    }
    return problem;
}

void require_memory(double bytes, std::uint64_t memory_limit) {
    if (!fits_in_memory(bytes, memory_limit)) {
        throw TooLarge(fmt::format(
            "the screened Kron reduction would take more than {}, {} are available; the accuracy lean needs less, and "
            "so may keeping the cheaper side, where hubs are dropped",
            readable_bytes(bytes), readable_bytes(memory_budget(memory_limit))));
    }
}

/// Eliminates short rows first in the whole graph, but patch by patch, so that the rows of a patch stay in cache.
void eliminate_patches(const PatchOrder& order, const KronOptions& options, SparseElimination& sparse) {
    for (std::size_t longest = 8; !sparse.is_finished(); longest *= 2) {
        for (std::size_t patch = 0; patch + 1 < order.patches.size(); ++patch) {
            sparse.run_part(order.patches[patch], order.patches[patch + 1], longest);
            require_memory(sparse.bytes(), options.memory_limit);
            options.progress("eliminate", sparse.steps(), static_cast<std::size_t>(order.inside));
        }
    }
}

/// For each kept node the steps whose stars reach it, in their order.
struct StarsOfKept {
    struct Star {
        NodeId step;
        NodeId position;  ///< of the kept node among the star's
    };
    std::vector<EntryIndex> offsets;
    std::vector<Star> stars;
};

StarsOfKept stars_of_kept(const SparseElimination& sparse, NodeId inside, std::size_t kept) {
    StarsOfKept stars{std::vector<EntryIndex>(kept + 1, 0), {}};
    for (std::size_t step = 0; step < sparse.steps(); ++step) {
        for (const NodeId node : sparse.outer_nodes(step)) {
            ++stars.offsets[node - inside + 1];
        }
    }
    for (std::size_t i = 0; i < kept; ++i) {
        stars.offsets[i + 1] += stars.offsets[i];
    }
    stars.stars.resize(static_cast<std::size_t>(stars.offsets.back()));
    std::vector<EntryIndex> next(stars.offsets.begin(), stars.offsets.end() - 1);
    for (std::size_t step = 0; step < sparse.steps(); ++step) {
        const auto nodes = sparse.outer_nodes(step);
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            stars.stars[next[nodes[k] - inside]++] = {static_cast<NodeId>(step), static_cast<NodeId>(k)};
        }
    }
    return stars;
}

/// Edges from kept nodes to later ones, all numbered by their places among the kept nodes; and self-loops.
struct HalfRows {
    std::vector<EntryIndex> offsets = {0};
    std::vector<NodeId> to;
    std::vector<double> weights;
    std::vector<double> loops;
};

/// Assembles the rows of kept nodes, one after the other.
class KeptRows {
public:
    KeptRows(const Graph& graph, const PatchOrder& order, const SparseElimination& sparse, const StarsOfKept& stars,
             const DropRule& rule, const std::vector<std::vector<NodeId>>& held)
        : graph_(graph),
          order_(order),
          sparse_(sparse),
          stars_(stars),
          rule_(rule),
          held_(held),
          sums_(held.size()),
          held_by_(held.size(), -1) {}

    void append(NodeId i, HalfRows& rows) {
        const NodeId node = order_.node[order_.inside + i];
        const auto neighbors = graph_.neighbors(node);
        const auto weights = graph_.weights(node);
        double loop = 0;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const NodeId to = order_.number[neighbors[k]] - order_.inside;
            if (to > i) {
                sums_.add(to, weights[k]);
            } else if (to == i) {
                loop = weights[k];
            }
        }
        for (EntryIndex k = stars_.offsets[i]; k < stars_.offsets[i + 1]; ++k) {
            loop += add_star(stars_.stars[k]);
        }
        for (const NodeId other : held_[i]) {
            held_by_[other] = i;
        }
        sums_.take(row_);
        for (const Arm& link : row_) {
            const bool is_held = held_by_[link.to] == i;
            if (link.weight > 0 && (is_held || !rule_.is_weak(order_.inside + i, order_.inside + link.to, link.weight))) {
                rows.to.push_back(link.to);
                rows.weights.push_back(link.weight);
            }
        }
        rows.offsets.push_back(static_cast<EntryIndex>(rows.to.size()));
        rows.loops.push_back(loop);
    }

private:
    /// Returns what the star adds to the loop of i.
    double add_star(const StarsOfKept::Star& star) {
        const auto step = static_cast<std::size_t>(star.step);
        const auto nodes = sparse_.outer_nodes(step);
        const auto weights = sparse_.outer_weights(step);
        auto k = static_cast<std::size_t>(star.position);
        const double x = weights[k];
        for (++k; k < nodes.size(); ++k) {
            sums_.add(nodes[k] - order_.inside, x * weights[k]);
        }
        return x * sparse_.outer_ground(step);
    }

    const Graph& graph_;
    const PatchOrder& order_;
    const SparseElimination& sparse_;
    const StarsOfKept& stars_;
    const DropRule& rule_;
    const std::vector<std::vector<NodeId>>& held_;
    OrderedAccumulator sums_;
    std::vector<NodeId> held_by_;
    std::vector<Arm> row_;
};

/// Calls add(row, column, weight) for every entry of the whole matrix, rows and columns by their new numbers.
template <typename Add>
void visit_entries(const std::vector<HalfRows>& parts, const std::vector<NodeId>& new_number, Add add) {
    std::size_t i = 0;
    for (const HalfRows& part : parts) {
        for (std::size_t row = 0; row < part.loops.size(); ++row, ++i) {
            const NodeId from = new_number[i];
            if (part.loops[row] > 0) {
                add(from, from, part.loops[row]);
            }
            for (EntryIndex k = part.offsets[row]; k < part.offsets[row + 1]; ++k) {
                const NodeId to = new_number[part.to[k]];
                add(from, to, part.weights[k]);
                add(to, from, part.weights[k]);
            }
        }
    }
}

void sort_row(SparseMatrix& matrix, std::size_t row, std::vector<std::pair<NodeId, double>>& scratch) {
    const EntryIndex begin = matrix.offsets[row];
    const EntryIndex end = matrix.offsets[row + 1];
    scratch.clear();
    for (EntryIndex k = begin; k < end; ++k) {
        scratch.emplace_back(matrix.indices[k], matrix.values[k]);
    }
    std::sort(scratch.begin(), scratch.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (EntryIndex k = begin; k < end; ++k) {
        matrix.indices[k] = scratch[k - begin].first;
        matrix.values[k] = scratch[k - begin].second;
    }
}

SparseMatrix whole_matrix(const std::vector<HalfRows>& parts, const std::vector<NodeId>& new_number, const Parallel& parallel) {
    const std::size_t rows = new_number.size();
    SparseMatrix matrix{static_cast<NodeId>(rows), static_cast<NodeId>(rows), std::vector<EntryIndex>(rows + 1, 0), {}, {}};
    visit_entries(parts, new_number, [&](NodeId row, NodeId, double) { ++matrix.offsets[row + 1]; });
    for (std::size_t row = 0; row < rows; ++row) {
        matrix.offsets[row + 1] += matrix.offsets[row];
    }
    const auto entries = static_cast<std::size_t>(matrix.offsets.back());
    matrix.indices.reserve(entries);
    matrix.values.reserve(entries);
    prefer_large_pages(matrix.indices.data(), entries * sizeof(NodeId));
    prefer_large_pages(matrix.values.data(), entries * sizeof(double));
    matrix.indices.resize(entries);
    matrix.values.resize(entries);
    std::vector<EntryIndex> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
    visit_entries(parts, new_number, [&](NodeId row, NodeId column, double weight) {
        matrix.indices[next[row]] = column;
        matrix.values[next[row]++] = weight;
    });
    constexpr std::size_t rows_per_chunk = 4096;
    parallel_for((rows + rows_per_chunk - 1) / rows_per_chunk, parallel, [&](std::size_t chunk) {
        std::vector<std::pair<NodeId, double>> scratch;
        for (std::size_t row = chunk * rows_per_chunk; row < std::min(rows, (chunk + 1) * rows_per_chunk); ++row) {
            stop_if_requested();
            sort_row(matrix, row, scratch);
        }
    });
    return matrix;
}

/// Bytes that a level with `links` edges takes while it is assembled: first half of each row, then whole rows.
double bytes_of_level(std::size_t links) {
    constexpr double copies = 3;
    return copies * static_cast<double>(links) * (sizeof(NodeId) + sizeof(double));
}

/// The edges between the kept nodes, the rows in the order of the patches.
std::vector<HalfRows> half_rows(const Graph& graph, const PatchOrder& order, const KronOptions& options) {
    const auto kept = order.node.size() - static_cast<std::size_t>(order.inside);
    std::vector<double> degree(order.node.size());
    for (std::size_t number = 0; number < degree.size(); ++number) {
        degree[number] = degree_of(graph, order.node[number]);
    }
    ContractibleSpanningForest forest(order.parent);
    const DropRule rule{options.drop_tolerance, degree, &forest};
    const InteriorProblem problem = interior_problem_of(graph, order);
    SparseElimination sparse(problem, rule);
    eliminate_patches(order, options, sparse);

    std::vector<std::vector<NodeId>> held(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        forest.visit_neighbors(order.inside + static_cast<NodeId>(i),
                               [&](NodeId other) { held[i].push_back(other - order.inside); });
    }
    const StarsOfKept stars = stars_of_kept(sparse, order.inside, kept);
    const std::size_t chunks = std::min<std::size_t>(64, kept / 2048 + 1);
    std::vector<HalfRows> parts(chunks);
    std::atomic<std::size_t> links = 0;  // about the number that all threads have made so far
    parallel_for(chunks, options.parallel, [&](std::size_t chunk) {
        KeptRows rows(graph, order, sparse, stars, rule, held);
        std::size_t counted = 0;
        for (std::size_t i = chunk * kept / chunks; i < (chunk + 1) * kept / chunks; ++i) {
            stop_if_requested();
            rows.append(static_cast<NodeId>(i), parts[chunk]);
            if (parts[chunk].to.size() >= counted + links_between_looks) {
                links += parts[chunk].to.size() - counted;
                counted = parts[chunk].to.size();
                require_memory(bytes_of_level(links), options.memory_limit);
            }
        }
    });
    return parts;
}

}  // namespace

Graph reduce_screened(const Graph& graph, const Cut& cut, const KronOptions& options) {
    const PatchOrder order = locality_order(graph, cut);
    const std::vector<HalfRows> parts = half_rows(graph, order, options);
    std::size_t links = 0;
    for (const HalfRows& part : parts) {
        links += part.to.size();
    }
    options.progress("assemble", 0, 1);
    require_memory(bytes_of_level(links), options.memory_limit);

    std::vector<NodeId> place(order.node.size());
    for (std::size_t i = 0; i < cut.kept.size(); ++i) {
        place[cut.kept[i]] = static_cast<NodeId>(i);
    }
    std::vector<NodeId> new_number(cut.kept.size());
    for (std::size_t i = 0; i < new_number.size(); ++i) {
        new_number[i] = place[order.node[order.inside + static_cast<NodeId>(i)]];
    }
    return Graph::from_symmetric(whole_matrix(parts, new_number, options.parallel));
}

}  // namespace ndpool
