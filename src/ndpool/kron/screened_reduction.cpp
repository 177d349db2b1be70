#include "ndpool/kron/screened_reduction.hpp"

#include <algorithm>
#include <limits>

#include "ndpool/base/memory.hpp"
#include "ndpool/kron/sparse_elimination.hpp"

namespace ndpool {

namespace {

/// The nodes in an order in which neighbours are near each other, dropped ones first: whatever order the graph came in,
/// the rows that a step touches are in cache together. The breadth-first trees are the forest that is never cut.
struct Numbering {
    std::vector<NodeId> number;  ///< of each node of the graph
    std::vector<NodeId> node;    ///< that has each number
    std::vector<NodeId> parent;  ///< number of the parent of each number, -1 for roots
    NodeId inside = 0;
};

Numbering numbering_of(const Graph& graph, const Cut& cut) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    std::vector<NodeId> order;
    std::vector<NodeId> came_from(nodes, -2);
    order.reserve(nodes);
    std::size_t next = 0;
    for (NodeId start = 0; start < graph.node_count(); ++start) {
        if (came_from[start] != -2) {
            continue;
        }
        came_from[start] = -1;
        order.push_back(start);
        for (; next < order.size(); ++next) {
            for (const NodeId neighbor : graph.neighbors(order[next])) {
                if (came_from[neighbor] == -2) {
                    came_from[neighbor] = order[next];
                    order.push_back(neighbor);
                }
            }
        }
    }
    Numbering numbering{std::vector<NodeId>(nodes, 0), std::vector<NodeId>(nodes), std::vector<NodeId>(nodes, -1),
                        static_cast<NodeId>(cut.dropped.size())};
    for (const NodeId node : cut.kept) {
        numbering.number[node] = 1;
    }
    NodeId inner = 0;
    NodeId outer = numbering.inside;
    for (const NodeId node : order) {
        const NodeId number = numbering.number[node] == 0 ? inner++ : outer++;
        numbering.number[node] = number;
        numbering.node[number] = node;
    }
    for (std::size_t number = 0; number < nodes; ++number) {
        const NodeId from = came_from[numbering.node[number]];
        numbering.parent[number] = from < 0 ? -1 : numbering.number[from];
    }
    return numbering;
}

Mesh mesh_of(const Graph& graph, const Numbering& numbering) {
    Mesh mesh;
    mesh.all = graph.node_count();
    mesh.ground.assign(static_cast<std::size_t>(numbering.inside), 0.0);
    for (NodeId v = 0; v < numbering.inside; ++v) {
        const NodeId node = numbering.node[v];
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            if (neighbors[k] == node) {
                mesh.ground[v] = weights[k];
            } else {
                mesh.to.push_back(numbering.number[neighbors[k]]);
                mesh.weights.push_back(weights[k]);
            }
        }
        mesh.offsets.push_back(static_cast<EntryIndex>(mesh.to.size()));
    }
    return mesh;
}

/// For each kept node the steps whose stars reach it, in their order.
struct StarsOfKept {
    std::vector<EntryIndex> offsets;
    std::vector<NodeId> steps;
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
    stars.steps.resize(static_cast<std::size_t>(stars.offsets.back()));
    std::vector<EntryIndex> next(stars.offsets.begin(), stars.offsets.end() - 1);
    for (std::size_t step = 0; step < sparse.steps(); ++step) {
        for (const NodeId node : sparse.outer_nodes(step)) {
            stars.steps[next[node - inside]++] = static_cast<NodeId>(step);
        }
    }
    return stars;
}

/// Links from kept nodes to later ones, all by their places among the kept in the numbering; and loops.
struct HalfRows {
    std::vector<EntryIndex> offsets = {0};
    std::vector<NodeId> to;
    std::vector<double> weights;
    std::vector<double> loops;
};

/// Puts the rows of kept nodes together, one after the other.
class KeptRows {
public:
    KeptRows(const Graph& graph, const Numbering& numbering, const SparseElimination& sparse, const StarsOfKept& stars,
             const Screen& screen, const std::vector<std::vector<NodeId>>& held)
        : graph_(graph),
          numbering_(numbering),
          sparse_(sparse),
          stars_(stars),
          screen_(screen),
          held_(held),
          place_(held.size(), -1),
          held_by_(held.size(), -1) {}

    void append(NodeId i, HalfRows& rows) {
        const NodeId node = numbering_.node[numbering_.inside + i];
        const auto neighbors = graph_.neighbors(node);
        const auto weights = graph_.weights(node);
        double loop = 0;
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const NodeId to = numbering_.number[neighbors[k]] - numbering_.inside;
            if (to > i) {
                add(to, weights[k]);
            } else if (to == i) {
                loop = weights[k];
            }
        }
        for (EntryIndex k = stars_.offsets[i]; k < stars_.offsets[i + 1]; ++k) {
            loop += add_star(static_cast<std::size_t>(stars_.steps[k]), i);
        }
        for (const NodeId other : held_[i]) {
            held_by_[other] = i;
        }
        for (const Link& link : row_) {
            place_[link.to] = -1;
            const bool is_held = held_by_[link.to] == i;
            if (link.weight > 0 &&
                (is_held || !screen_.is_weak(numbering_.inside + i, numbering_.inside + link.to, link.weight))) {
                rows.to.push_back(link.to);
                rows.weights.push_back(link.weight);
            }
        }
        row_.clear();
        rows.offsets.push_back(static_cast<EntryIndex>(rows.to.size()));
        rows.loops.push_back(loop);
    }

private:
    struct Link {
        NodeId to;
        double weight;
    };

    void add(NodeId to, double weight) {
        if (place_[to] < 0) {
            place_[to] = static_cast<std::int32_t>(row_.size());
            row_.push_back({to, weight});
        } else {
            row_[place_[to]].weight += weight;
        }
    }

    /// Returns what the star adds to the loop of i.
    double add_star(std::size_t step, NodeId i) {
        const auto nodes = sparse_.outer_nodes(step);
        const auto weights = sparse_.outer_weights(step);
        const auto found = std::lower_bound(nodes.begin(), nodes.end(), numbering_.inside + i);
        auto k = static_cast<std::size_t>(found - nodes.begin());
        const double x = weights[k];
        for (++k; k < nodes.size(); ++k) {
            add(nodes[k] - numbering_.inside, x * weights[k]);
        }
        return x * sparse_.outer_ground(step);
    }

    const Graph& graph_;
    const Numbering& numbering_;
    const SparseElimination& sparse_;
    const StarsOfKept& stars_;
    const Screen& screen_;
    const std::vector<std::vector<NodeId>>& held_;
    std::vector<std::int32_t> place_;
    std::vector<NodeId> held_by_;
    std::vector<Link> row_;
};

/// Both halves of the matrix, rows and columns by their new numbers, which are the places in `kept`.
SparseMatrix whole_matrix(const std::vector<HalfRows>& parts, const std::vector<NodeId>& new_number, const Parallel& parallel) {
    const auto kept = static_cast<NodeId>(new_number.size());
    SparseMatrix matrix{kept, kept, std::vector<EntryIndex>(new_number.size() + 1, 0), {}, {}};
    const auto visit = [&](auto add) {
        NodeId i = 0;
        for (const HalfRows& part : parts) {
            for (std::size_t row = 0; row < part.loops.size(); ++row, ++i) {
                const NodeId from = new_number[i];
                if (part.loops[row] > 0) {
                    add(from, from, part.loops[row]);
                }
                for (EntryIndex k = part.offsets[row]; k < part.offsets[row + 1]; ++k) {
                    add(from, new_number[part.to[k]], part.weights[k]);
                    add(new_number[part.to[k]], from, part.weights[k]);
                }
            }
        }
    };
    visit([&](NodeId from, NodeId, double) { ++matrix.offsets[from + 1]; });
    for (std::size_t row = 0; row < new_number.size(); ++row) {
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
    visit([&](NodeId from, NodeId to, double weight) {
        matrix.indices[next[from]] = to;
        matrix.values[next[from]++] = weight;
    });
    constexpr std::size_t rows_a_chunk = 4096;
    parallel_for((new_number.size() + rows_a_chunk - 1) / rows_a_chunk, parallel, [&](std::size_t chunk) {
        std::vector<std::pair<NodeId, double>> row;
        for (std::size_t i = chunk * rows_a_chunk; i < std::min(new_number.size(), (chunk + 1) * rows_a_chunk); ++i) {
            row.clear();
            for (EntryIndex k = matrix.offsets[i]; k < matrix.offsets[i + 1]; ++k) {
                row.emplace_back(matrix.indices[k], matrix.values[k]);
            }
            std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
            EntryIndex k = matrix.offsets[i];
            for (const auto& [column, weight] : row) {
                matrix.indices[k] = column;
                matrix.values[k++] = weight;
            }
        }
    });
    return matrix;
}

}  // namespace

Graph reduce_screened(const Graph& graph, const Cut& cut, const KronOptions& options) {
    const Numbering numbering = numbering_of(graph, cut);
    const std::size_t kept = cut.kept.size();
    std::vector<double> degree(numbering.node.size());
    for (std::size_t number = 0; number < degree.size(); ++number) {
        degree[number] = degree_of(graph, numbering.node[number]);
    }
    ContractedForest forest(numbering.parent);
    const Screen screen{options.screen, degree, &forest};
    const Mesh mesh = mesh_of(graph, numbering);
    SparseElimination sparse(mesh, screen);
    sparse.run(std::numeric_limits<std::size_t>::max());

    std::vector<std::vector<NodeId>> held(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        forest.visit_neighbors(numbering.inside + static_cast<NodeId>(i),
                               [&](NodeId other) { held[i].push_back(other - numbering.inside); });
    }
    const StarsOfKept stars = stars_of_kept(sparse, numbering.inside, kept);
    const std::size_t chunks = std::min<std::size_t>(64, kept / 2048 + 1);
    std::vector<HalfRows> parts(chunks);
    parallel_for(chunks, options.parallel, [&](std::size_t chunk) {
        KeptRows rows(graph, numbering, sparse, stars, screen, held);
        for (std::size_t i = chunk * kept / chunks; i < (chunk + 1) * kept / chunks; ++i) {
            rows.append(static_cast<NodeId>(i), parts[chunk]);
        }
    });

    std::vector<NodeId> place(numbering.node.size());
    for (std::size_t i = 0; i < kept; ++i) {
        place[cut.kept[i]] = static_cast<NodeId>(i);
    }
    std::vector<NodeId> new_number(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        new_number[i] = place[numbering.node[numbering.inside + static_cast<NodeId>(i)]];
    }
    return Graph::from_symmetric(whole_matrix(parts, new_number, options.parallel));
}

}  // namespace ndpool
