#include "ndpool/linalg/laplacian/multigrid.hpp"

#include <algorithm>
#include <limits>

#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/graph/laplacian.hpp"
#include "ndpool/linalg/eigen/symmetric_eigen.hpp"

namespace ndpool {

namespace {

constexpr NodeId dense_up_to = 1000;
constexpr float damping = 0.7F;
constexpr int coarsest_sweeps = 8;
constexpr NodeId unreached = std::numeric_limits<NodeId>::min();
using NodeList = std::vector<NodeId>;

/// The result of a Jacobi step from zero for these residuals; zero without residuals.
struct FirstStep {
    const float* inverse_diagonal;
    const BlockRow* residuals;

    template <int bytes>
    [[gnu::always_inline]] RowLanes<bytes> at(NodeId node) const {
        return residuals != nullptr ? load_row<bytes>(residuals[node]) * (damping * inverse_diagonal[node])
                                    : RowLanes<bytes>::zero();
    }
};

/// Kept nodes copy their value, their neighbours take the weighted mean over them, others get zero; the first step is added.
struct SpreadKept {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const NodeList& place, const std::vector<float>& inverse_nearer,
                                           const BlockRow* coarse, const FirstStep& step, VectorBlock& fine, std::size_t first,
                                           std::size_t last) {
        const SparseMatrix& adjacency = graph.adjacency();
        for (std::size_t i = first; i < last; ++i) {
            const auto node = static_cast<NodeId>(i);
            auto sum = RowLanes<bytes>::zero();
            if (place[node] >= 0) {
                sum = load_row<bytes>(coarse[place[node]]);
            } else if (place[node] == -1) {
                for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
                    const NodeId source = place[adjacency.indices[k]];
                    if (source >= 0) {
                        sum += load_row<bytes>(coarse[source]) * static_cast<float>(adjacency.values[k]);
                    }
                }
                sum *= inverse_nearer[node];
            }
            store_row<bytes>(sum + step.at<bytes>(node), fine[i]);
        }
    }
};

/// For nodes of one farther layer: the weighted mean over the nearer layers, without the first step there.
struct AverageNearer {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const NodeList& nodes, const NodeList& place,
                                           const std::vector<float>& inverse_nearer, const FirstStep& step, BlockRow* x,
                                           std::size_t first, std::size_t last) {
        const SparseMatrix& adjacency = graph.adjacency();
        for (std::size_t i = first; i < last; ++i) {
            const NodeId node = nodes[i];
            auto sum = RowLanes<bytes>::zero();
            for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
                const NodeId neighbor = adjacency.indices[k];
                if (place[neighbor] > place[node]) {
                    sum += (load_row<bytes>(x[neighbor]) - step.at<bytes>(neighbor)) * static_cast<float>(adjacency.values[k]);
                }
            }
            sum *= inverse_nearer[node];
            store_row<bytes>(sum + step.at<bytes>(node), x[node]);
        }
    }
};

/// The transpose of these two: result[i] = the value of node nodes[i] and the parts that farther layers took from it.
struct GatherFarther {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, std::span<const NodeId> nodes, const NodeList& place,
                                           const std::vector<float>& inverse_nearer, const BlockRow* x, BlockRow* result,
                                           std::size_t first, std::size_t last) {
        const SparseMatrix& adjacency = graph.adjacency();
        for (std::size_t i = first; i < last; ++i) {
            const NodeId node = nodes[i];
            const NodeId own = std::min(place[node], 0);
            auto sum = load_row<bytes>(x[node]);
            for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
                const NodeId neighbor = adjacency.indices[k];
                if (place[neighbor] < own) {
                    sum += load_row<bytes>(x[neighbor]) * (static_cast<float>(adjacency.values[k]) * inverse_nearer[neighbor]);
                }
            }
            store_row<bytes>(sum, result[i]);
        }
    }
};

/// result[i] = the value at which node nodes[i] is in balance with its neighbours.
struct BalanceRows {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const NodeList& nodes, const std::vector<float>& inverse_diagonal,
                                           const BlockRow* x, BlockRow* result, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const auto image = laplacian_row<bytes>(graph, x, nodes[i]);
            store_row<bytes>(load_row<bytes>(x[nodes[i]]) - image * inverse_diagonal[nodes[i]], result[i]);
        }
    }
};

/// corrections = damping D^-1 residuals
struct JacobiFromZero {
    template <int bytes>
    [[gnu::always_inline]] static void run(const std::vector<float>& inverse_diagonal, const VectorBlock& residuals,
                                           VectorBlock& corrections, std::size_t first, std::size_t last) {
        for (std::size_t node = first; node < last; ++node) {
            store_row<bytes>(load_row<bytes>(residuals[node]) * (damping * inverse_diagonal[node]), corrections[node]);
        }
    }
};

/// left = residuals - L x with x from a Jacobi step from zero, which is not stored
struct ResidualsAfterFirstStep {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const std::vector<float>& inverse_diagonal,
                                           const VectorBlock& residuals, VectorBlock& left, std::size_t first, std::size_t last) {
        const SparseMatrix& adjacency = graph.adjacency();
        for (std::size_t i = first; i < last; ++i) {
            const auto node = static_cast<NodeId>(i);
            const auto own = load_row<bytes>(residuals[node]) * inverse_diagonal[node];
            auto image = RowLanes<bytes>::zero();
            for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
                const NodeId neighbor = adjacency.indices[k];
                const auto weight = static_cast<float>(adjacency.values[k]);
                // A self-loop is an edge to the ground, whose value is zero.
                image +=
                    (neighbor == node ? own : own - load_row<bytes>(residuals[neighbor]) * inverse_diagonal[neighbor]) * weight;
            }
            store_row<bytes>(load_row<bytes>(residuals[node]) - image * damping, left[i]);
        }
    }
};

/// next = x + damping D^-1 (residuals - L x); may replace the residuals
struct JacobiStep {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const std::vector<float>& inverse_diagonal,
                                           const VectorBlock& residuals, const VectorBlock& x, VectorBlock& next,
                                           std::size_t first, std::size_t last) {
        for (std::size_t node = first; node < last; ++node) {
            const auto image = laplacian_row<bytes>(graph, x.data(), static_cast<NodeId>(node));
            store_row<bytes>(
                load_row<bytes>(x[node]) + (load_row<bytes>(residuals[node]) - image) * (damping * inverse_diagonal[node]),
                next[node]);
        }
    }
};

/// result = inverse * x for the coarsest level
struct MultiplyInverse {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Eigen::MatrixXf& inverse, const VectorBlock& x, VectorBlock& result) {
        for (std::size_t node = 0; node < x.size(); ++node) {
            auto sum = RowLanes<bytes>::zero();
            for (std::size_t other = 0; other < x.size(); ++other) {
                sum += load_row<bytes>(x[other]) * inverse(static_cast<Eigen::Index>(other), static_cast<Eigen::Index>(node));
            }
            store_row<bytes>(sum, result[node]);
        }
    }
};

/// L with the constants of each component without self-loops lifted away from zero, inverted.
Eigen::MatrixXf lifted_inverse(const Graph& graph, const Components& components) {
    Eigen::MatrixXd matrix = to_dense(loopy_laplacian(graph));
    const double scale = matrix.trace() > 0 ? matrix.trace() / static_cast<double>(matrix.rows()) : 1;
    for (NodeId c = 0; c < components.count(); ++c) {
        const auto nodes = components.nodes(c);
        for (const NodeId a : nodes) {
            for (const NodeId b : nodes) {
                matrix(a, b) += scale / static_cast<double>(nodes.size());
            }
        }
    }
    const Eigen::LLT<Eigen::MatrixXd> factor(matrix);
    const Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols()));
    return ((inverse + inverse.transpose()) / 2).cast<float>();
}

}  // namespace

Multigrid::GridLevel Multigrid::grid_level(const Graph& graph, std::span<const NodeId> kept) {
    const auto count = static_cast<std::size_t>(graph.node_count());
    GridLevel level;
    level.graph = &graph;
    level.null_space = NullSpace(graph);
    level.inverse_diagonal.resize(count);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        double diagonal = 0;
        for (const double weight : graph.weights(node)) {
            diagonal += weight;
        }
        level.inverse_diagonal[node] = diagonal > 0 ? static_cast<float>(1 / diagonal) : 0.0F;
    }
    if (kept.empty()) {
        return level;
    }
    level.kept = kept;
    level.place.assign(count, unreached);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        level.place[kept[i]] = static_cast<NodeId>(i);
    }
    level.inverse_nearer.assign(count, 0.0F);
    std::vector<NodeId> waiting;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (level.place[node] == unreached) {
            waiting.push_back(node);
        }
    }
    // A layer is complete before the next begins, so that a node's layer is its distance.
    for (NodeId number = 1; !waiting.empty(); ++number) {
        std::vector<NodeId> reached;
        std::vector<NodeId> left;
        for (const NodeId node : waiting) {
            const auto neighbors = graph.neighbors(node);
            const auto weights = graph.weights(node);
            double nearer = 0;
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                nearer += level.place[neighbors[k]] > -number ? weights[k] : 0.0;
            }
            if (nearer > 0) {
                reached.push_back(node);
                level.inverse_nearer[node] = static_cast<float>(1 / nearer);
            } else {
                left.push_back(node);
            }
        }
        if (reached.empty()) {
            break;
        }
        for (const NodeId node : reached) {
            level.place[node] = -number;
        }
        level.dropped.push_back(std::move(reached));
        waiting = std::move(left);
    }
    level.unreached = std::move(waiting);
    return level;
}

Multigrid::Multigrid(const NestedGraphs& nested, const Parallel& parallel) : parallel_(parallel) {
    const std::size_t last = nested.graphs.size() - 1;
    levels_.resize(last + 1);
    parallel_for(last + 1, parallel, [&](std::size_t index) {
        levels_[index] = grid_level(*nested.graphs[index], index < last ? nested.kept[index] : std::span<const NodeId>());
    });
    if (levels_.back().graph->node_count() <= dense_up_to) {
        coarsest_inverse_ = lifted_inverse(*levels_.back().graph, levels_.back().null_space.components);
    }
}

void Multigrid::interpolate(const GridLevel& level, const VectorBlock& coarse, const VectorBlock* residuals,
                            VectorBlock& fine) const {
    const FirstStep step{level.inverse_diagonal.data(), residuals != nullptr ? residuals->data() : nullptr};
    resize_unfilled(fine, level.place.size());
    for_chunks(fine.size(), parallel_, [&](std::size_t first, std::size_t last) {
        run_vectorised<SpreadKept>(*level.graph, level.place, level.inverse_nearer, coarse.data(), step, fine, first, last);
    });
    for (std::size_t layer = 1; layer < level.dropped.size(); ++layer) {
        const NodeList& nodes = level.dropped[layer];
        for_chunks(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            run_vectorised<AverageNearer>(*level.graph, nodes, level.place, level.inverse_nearer, step, fine.data(), first, last);
        });
    }
}

void Multigrid::relax_dropped(const GridLevel& level, VectorBlock& x, VectorBlock& scratch) const {
    std::size_t dropped = 0;
    for (const NodeList& nodes : level.dropped) {
        dropped += nodes.size();
    }
    resize_unfilled(scratch, std::max(scratch.size(), dropped));
    std::size_t offset = 0;
    for (const NodeList& nodes : level.dropped) {
        for_chunks(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            run_vectorised<BalanceRows>(*level.graph, nodes, level.inverse_diagonal, x.data(), scratch.data() + offset, first,
                                        last);
        });
        offset += nodes.size();
    }
    offset = 0;
    for (const NodeList& nodes : level.dropped) {
        for_chunks(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                x[nodes[i]] = scratch[offset + i];
            }
        });
        offset += nodes.size();
    }
}

void Multigrid::extend(std::size_t level, const VectorBlock& coarse, int sweeps, VectorBlock& fine, CycleSpace& space) const {
    interpolate(levels_[level], coarse, nullptr, fine);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        stop_if_requested();
        relax_dropped(levels_[level], fine, space.extended[level]);
    }
}

void Multigrid::restrict_residuals(const GridLevel& level, VectorBlock& fine, VectorBlock& coarse) const {
    VectorBlock sums;
    for (std::size_t number = level.dropped.size(); number-- > 1;) {
        const NodeList& nodes = level.dropped[number - 1];
        resize_unfilled(sums, nodes.size());
        for_chunks(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            run_vectorised<GatherFarther>(*level.graph, nodes, level.place, level.inverse_nearer, fine.data(), sums.data(), first,
                                          last);
        });
        for_chunks(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                fine[nodes[i]] = sums[i];
            }
        });
    }
    resize_unfilled(coarse, level.kept.size());
    for_chunks(level.kept.size(), parallel_, [&](std::size_t first, std::size_t last) {
        run_vectorised<GatherFarther>(*level.graph, level.kept, level.place, level.inverse_nearer, fine.data(), coarse.data(),
                                      first, last);
    });
}

void Multigrid::solve_coarsest(const GridLevel& level, VectorBlock& residuals, VectorBlock& scratch) const {
    const std::size_t count = residuals.size();
    resize_unfilled(scratch, count);
    if (coarsest_inverse_.rows() > 0) {
        scratch.assign(residuals.begin(), residuals.end());
        run_vectorised<MultiplyInverse>(coarsest_inverse_, scratch, residuals);
        return;
    }
    for_chunks(count, parallel_, [&](std::size_t first, std::size_t last) {
        run_vectorised<JacobiFromZero>(level.inverse_diagonal, residuals, scratch, first, last);
    });
    VectorBlock next(count);
    for (int sweep = 0; sweep < coarsest_sweeps; ++sweep) {
        for_chunks(count, parallel_, [&](std::size_t first, std::size_t last) {
            run_vectorised<JacobiStep>(*level.graph, level.inverse_diagonal, residuals, scratch, next, first, last);
        });
        scratch.swap(next);
    }
    residuals.swap(scratch);
}

void Multigrid::precondition(std::size_t number, VectorBlock& residuals, CycleSpace& space) const {
    const GridLevel& level = levels_[number];
    VectorBlock& extended = space.extended[number];
    if (number + 1 == levels_.size()) {
        solve_coarsest(level, residuals, extended);
        return;
    }
    VectorBlock& coarse = space.residuals[number + 1];
    resize_unfilled(extended, residuals.size());
    for_chunks(residuals.size(), parallel_, [&](std::size_t first, std::size_t last) {
        run_vectorised<ResidualsAfterFirstStep>(*level.graph, level.inverse_diagonal, residuals, extended, first, last);
    });
    restrict_residuals(level, extended, coarse);
    precondition(number + 1, coarse, space);
    interpolate(level, coarse, &residuals, extended);
    for_chunks(residuals.size(), parallel_, [&](std::size_t first, std::size_t last) {
        run_vectorised<JacobiStep>(*level.graph, level.inverse_diagonal, residuals, extended, residuals, first, last);
    });
}

}  // namespace ndpool
