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

CycleRows Multigrid::GridLevel::rows() const {
    return {inverse_diagonal.data(), inverse_nearer.data(), place.data(), &among};
}

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
    make_transfers(level, find_layers(level));
    return level;
}

std::size_t Multigrid::find_layers(GridLevel& level) {
    const Graph& graph = *level.graph;
    level.inverse_nearer.assign(level.place.size(), 0.0F);
    std::vector<NodeId> waiting;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (level.place[node] == unreached) {
            waiting.push_back(node);
        }
    }
    std::size_t links = 0;
    // A layer is complete before the next begins, so that a node's layer is its distance.
    for (NodeId number = 1; !waiting.empty(); ++number) {
        std::vector<NodeId> reached;
        std::vector<NodeId> left;
        for (const NodeId node : waiting) {
            const auto neighbors = graph.neighbors(node);
            const auto weights = graph.weights(node);
            double nearer = 0;
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                const bool is_nearer = level.place[neighbors[k]] > -number;
                nearer += is_nearer ? weights[k] : 0.0;
                links += is_nearer && number == 1 ? 1 : 0;
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
    return links;
}

void Multigrid::make_transfers(GridLevel& level, std::size_t links) {
    const Graph& graph = *level.graph;
    const std::size_t count = level.place.size();
    std::size_t among = 0;
    for (std::size_t i = 0; i < count; ++i) {
        among += level.place[i] < 0 ? graph.neighbors(static_cast<NodeId>(i)).size() : 0;
    }
    // Whether an entry belongs to a list cannot be predicted, so each one is written and some are overwritten.
    level.down = TransferRows(level.kept.size(), level.kept.size() + links + 1);
    level.up = TransferRows(count, links + 1);
    level.among = TransferRows(count, among - links + 1);
    for (std::size_t i = 0; i < count; ++i) {
        const auto node = static_cast<NodeId>(i);
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; level.place[i] < 0 && k < neighbors.size(); ++k) {
            const NodeId source = level.place[neighbors[k]];
            const auto weight = static_cast<float>(weights[k]);
            level.up.put({source, weight}, source >= 0);
            level.among.put({neighbors[k], weight}, source < 0 && neighbors[k] != node);
        }
        level.up.end_row();
        level.among.end_row();
    }
    for (const NodeId node : level.kept) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        level.down.put({node, 1.0F}, true);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            level.down.put({neighbors[k], static_cast<float>(weights[k])}, level.place[neighbors[k]] < 0);
        }
        level.down.end_row();
    }
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
        run_vectorised<SpreadKept>(level.rows(), level.up, coarse.data(), step, fine.data(), first, last);
    });
    for (std::size_t layer = 1; layer < level.dropped.size(); ++layer) {
        const NodeList& nodes = level.dropped[layer];
        for_chunks(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            run_vectorised<AverageNearer>(*level.graph, nodes, level.place, level.inverse_nearer, step, fine.data(), first, last);
        });
    }
}

void Multigrid::extend(std::size_t number, const VectorBlock& coarse, VectorBlock& fine, CycleSpace& space) const {
    stop_if_requested();
    const GridLevel& level = levels_[number];
    interpolate(level, coarse, nullptr, fine);
    if (level.among.entries.size() <= 1 && level.graph->self_loop_count() == 0) {
        return;  // each dropped node is in balance with kept ones
    }
    VectorBlock& once = space.extended[number];
    resize_unfilled(once, fine.size());
    const auto balance = [&](const VectorBlock& x, VectorBlock& result) {
        for_chunks(fine.size(), parallel_, [&](std::size_t first, std::size_t last) {
            run_vectorised<Balance>(level.rows(), fine.data(), x.data(), result.data(), first, last);
        });
    };
    balance(fine, once);
    balance(once, fine);
}

void Multigrid::pass_to_nearer(const GridLevel& level, VectorBlock& left) const {
    VectorBlock sums;
    for (std::size_t number = level.dropped.size(); number-- > 1;) {
        const NodeList& nodes = level.dropped[number - 1];
        resize_unfilled(sums, nodes.size());
        for_chunks(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            run_vectorised<GatherFarther>(*level.graph, nodes, level.place, level.inverse_nearer, left.data(), sums.data(), first,
                                          last);
        });
        for_chunks(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                left[nodes[i]] = sums[i];
            }
        });
    }
}

void Multigrid::restrict_residuals(const GridLevel& level, const VectorBlock& residuals, VectorBlock& scratch,
                                   VectorBlock& coarse) const {
    resize_unfilled(scratch, residuals.size());
    const bool has_farther = level.dropped.size() > 1;
    if (has_farther) {
        for_chunks(residuals.size(), parallel_, [&](std::size_t first, std::size_t last) {
            run_vectorised<ResidualsAfterFirstStep>(level.rows(), residuals.data(), scratch.data(), first, last);
        });
        pass_to_nearer(level, scratch);
    }
    const BlockRow* const left = has_farther ? scratch.data() : nullptr;
    for_chunks(residuals.size(), parallel_, [&](std::size_t first, std::size_t last) {
        run_vectorised<PassDown>(level.rows(), residuals.data(), left, scratch.data(), first, last);
    });
    resize_unfilled(coarse, level.kept.size());
    for_chunks(level.kept.size(), parallel_, [&](std::size_t first, std::size_t last) {
        run_vectorised<Transfer>(level.down, scratch.data(), coarse.data(), first, last);
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
    restrict_residuals(level, residuals, extended, coarse);
    precondition(number + 1, coarse, space);
    interpolate(level, coarse, &residuals, extended);
    for_chunks(residuals.size(), parallel_, [&](std::size_t first, std::size_t last) {
        run_vectorised<LastStep>(level.rows(), extended.data(), residuals.data(), first, last);
    });
}

}  // namespace ndpool
