#include "ndpool/linalg/laplacian/multigrid.hpp"

#include <algorithm>
#include <limits>

#include "ndpool/base/stop.hpp"
#include "ndpool/graph/laplacian.hpp"
#include "ndpool/linalg/eigen/symmetric_eigen.hpp"
#include "ndpool/linalg/laplacian/multigrid_kernels.hpp"

namespace ndpool {

namespace {

constexpr NodeId dense_up_to = 1000;
constexpr int coarsest_sweeps = 8;
constexpr NodeId unreached = std::numeric_limits<NodeId>::min();

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
    find_layers(level);
    return level;
}

void Multigrid::find_layers(GridLevel& level) {
    const Graph& graph = *level.graph;
    level.inverse_nearer.assign(level.place.size(), 0.0F);
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
