#include "ndpool/analysis/multigrid.hpp"

#include <algorithm>
#include <limits>

#include "ndpool/analysis/dense.hpp"
#include "ndpool/base/wide_vectors.hpp"
#include "ndpool/graph/laplacian.hpp"

namespace ndpool {

namespace {

constexpr NodeId dense_up_to = 1000;
constexpr float damping = 0.7F;
constexpr int coarsest_sweeps = 8;
constexpr std::uint8_t unreached = std::numeric_limits<std::uint8_t>::max();
using Lanes = BlockRow::Lanes;
using NodeList = std::vector<NodeId>;
using LayerOf = std::vector<std::uint8_t>;

/// For nodes of one layer: the weighted mean over the nearer layers.
NDPOOL_FOR_WIDE_VECTORS
void average_nearer(const Graph& graph, const NodeList& nodes, const LayerOf& layer, const std::vector<float>& inverse_nearer,
                    BlockRow* x, std::size_t first, std::size_t last) {
    const SparseMatrix& adjacency = graph.adjacency();
    for (std::size_t i = first; i < last; ++i) {
        const NodeId node = nodes[i];
        Lanes sum{};
        for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            const NodeId neighbor = adjacency.indices[k];
            if (layer[neighbor] < layer[node]) {
                sum += static_cast<float>(adjacency.values[k]) * x[neighbor].lanes;
            }
        }
        x[node].lanes = sum * inverse_nearer[node];
    }
}

/// The transpose of average_nearer: result[i] = what node nodes[i] holds and what farther layers took from it.
NDPOOL_FOR_WIDE_VECTORS
void gather_farther(const Graph& graph, const NodeList& nodes, const LayerOf& layer, const std::vector<float>& inverse_nearer,
                    const BlockRow* x, BlockRow* result, std::size_t first, std::size_t last) {
    const SparseMatrix& adjacency = graph.adjacency();
    for (std::size_t i = first; i < last; ++i) {
        const NodeId node = nodes[i];
        Lanes sum = x[node].lanes;
        for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            const NodeId neighbor = adjacency.indices[k];
            if (layer[neighbor] > layer[node] && layer[neighbor] != unreached) {
                sum += (static_cast<float>(adjacency.values[k]) * inverse_nearer[neighbor]) * x[neighbor].lanes;
            }
        }
        result[i].lanes = sum;
    }
}

/// result[i] = the value at which node nodes[i] is in balance with its neighbours.
NDPOOL_FOR_WIDE_VECTORS
void balance_rows(const Graph& graph, const NodeList& nodes, const std::vector<float>& inverse_diagonal, const BlockRow* x,
                  BlockRow* result, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        Lanes image;
        laplacian_row(graph, x, nodes[i], image);
        result[i].lanes = x[nodes[i]].lanes - inverse_diagonal[nodes[i]] * image;
    }
}

/// corrections = damping D^-1 residuals
NDPOOL_FOR_WIDE_VECTORS
void jacobi_from_zero(const std::vector<float>& inverse_diagonal, const VectorBlock& residuals, VectorBlock& corrections,
                      std::size_t first, std::size_t last) {
    for (std::size_t node = first; node < last; ++node) {
        corrections[node].lanes = (damping * inverse_diagonal[node]) * residuals[node].lanes;
    }
}

/// left = residuals - L x
NDPOOL_FOR_WIDE_VECTORS
void subtract_image(const Graph& graph, const VectorBlock& x, const VectorBlock& residuals, VectorBlock& left, std::size_t first,
                    std::size_t last) {
    for (std::size_t node = first; node < last; ++node) {
        Lanes image;
        laplacian_row(graph, x.data(), static_cast<NodeId>(node), image);
        left[node].lanes = residuals[node].lanes - image;
    }
}

NDPOOL_FOR_WIDE_VECTORS
void add_rows(const VectorBlock& from, VectorBlock& to, std::size_t first, std::size_t last) {
    for (std::size_t node = first; node < last; ++node) {
        to[node].lanes += from[node].lanes;
    }
}

/// next = x + damping D^-1 (residuals - L x)
NDPOOL_FOR_WIDE_VECTORS
void jacobi_step(const Graph& graph, const std::vector<float>& inverse_diagonal, const VectorBlock& residuals,
                 const VectorBlock& x, VectorBlock& next, std::size_t first, std::size_t last) {
    for (std::size_t node = first; node < last; ++node) {
        Lanes image;
        laplacian_row(graph, x.data(), static_cast<NodeId>(node), image);
        next[node].lanes = x[node].lanes + (damping * inverse_diagonal[node]) * (residuals[node].lanes - image);
    }
}

/// next = x - damping D^-1 L x
NDPOOL_FOR_WIDE_VECTORS
void relax_rows(const Graph& graph, const std::vector<float>& inverse_diagonal, const VectorBlock& x, VectorBlock& next,
                std::size_t first, std::size_t last) {
    for (std::size_t node = first; node < last; ++node) {
        Lanes image;
        laplacian_row(graph, x.data(), static_cast<NodeId>(node), image);
        next[node].lanes = x[node].lanes - (damping * inverse_diagonal[node]) * image;
    }
}

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

Multigrid::GridLevel Multigrid::grid_level(const Graph& graph, const std::vector<NodeId>* kept) {
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
    if (kept == nullptr) {
        return level;
    }
    level.kept = *kept;
    level.layer.assign(count, unreached);
    for (const NodeId node : level.kept) {
        level.layer[node] = 0;
    }
    level.inverse_nearer.assign(count, 0.0F);
    // A layer is complete before the next begins, so that a node's layer is its distance.
    std::vector<NodeId> waiting;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (level.layer[node] == unreached) {
            waiting.push_back(node);
        }
    }
    for (std::uint8_t number = 1; number < unreached && !waiting.empty(); ++number) {
        std::vector<NodeId> reached;
        std::vector<NodeId> left;
        for (const NodeId node : waiting) {
            const auto neighbors = graph.neighbors(node);
            const auto weights = graph.weights(node);
            double nearer = 0;
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                nearer += level.layer[neighbors[k]] < number ? weights[k] : 0.0;
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
            level.layer[node] = number;
        }
        level.dropped.push_back(std::move(reached));
        waiting = std::move(left);
    }
    level.unreached = std::move(waiting);
    return level;
}

Multigrid::Multigrid(const Pyramid& pyramid, const Parallel& parallel) : parallel_(parallel) {
    const std::size_t last = pyramid.levels.size();
    levels_.resize(last + 1);
    parallel_for(last + 1, parallel, [&](std::size_t index) {
        const Graph& graph = index == 0 ? pyramid.base : pyramid.levels[index - 1].graph;
        levels_[index] = grid_level(graph, index < last ? &pyramid.levels[index].pool : nullptr);
    });
    if (levels_.back().graph->node_count() <= dense_up_to) {
        coarsest_inverse_ = lifted_inverse(*levels_.back().graph, levels_.back().null_space.components);
    }
}

void Multigrid::interpolate(const GridLevel& level, const VectorBlock& coarse, VectorBlock& fine) const {
    fine.resize(level.layer.size());
    for (const NodeId node : level.unreached) {
        fine[node] = BlockRow{};
    }
    for_pieces(level.kept.size(), parallel_, [&](std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k) {
            fine[level.kept[k]] = coarse[k];
        }
    });
    for (const NodeList& nodes : level.dropped) {
        for_pieces(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            average_nearer(*level.graph, nodes, level.layer, level.inverse_nearer, fine.data(), first, last);
        });
    }
}

void Multigrid::relax_dropped(const GridLevel& level, VectorBlock& x, VectorBlock& scratch) const {
    std::size_t dropped = 0;
    for (const NodeList& nodes : level.dropped) {
        dropped += nodes.size();
    }
    scratch.resize(std::max(scratch.size(), dropped));
    std::size_t offset = 0;
    for (const NodeList& nodes : level.dropped) {
        for_pieces(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            balance_rows(*level.graph, nodes, level.inverse_diagonal, x.data(), scratch.data() + offset, first, last);
        });
        offset += nodes.size();
    }
    offset = 0;
    for (const NodeList& nodes : level.dropped) {
        for_pieces(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                x[nodes[i]] = scratch[offset + i];
            }
        });
        offset += nodes.size();
    }
}

void Multigrid::extend(std::size_t level, const VectorBlock& coarse, int sweeps, VectorBlock& fine) const {
    interpolate(levels_[level], coarse, fine);
    VectorBlock scratch;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        relax_dropped(levels_[level], fine, scratch);
    }
}

void Multigrid::restrict_residuals(const GridLevel& level, VectorBlock& fine, VectorBlock& coarse) const {
    for (std::size_t number = level.dropped.size(); number-- > 1;) {
        const NodeList& nodes = level.dropped[number - 1];
        VectorBlock sums(nodes.size());
        for_pieces(nodes.size(), parallel_, [&](std::size_t first, std::size_t last) {
            gather_farther(*level.graph, nodes, level.layer, level.inverse_nearer, fine.data(), sums.data(), first, last);
        });
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            fine[nodes[i]] = sums[i];
        }
    }
    coarse.resize(level.kept.size());
    for_pieces(level.kept.size(), parallel_, [&](std::size_t first, std::size_t last) {
        gather_farther(*level.graph, level.kept, level.layer, level.inverse_nearer, fine.data(), coarse.data(), first, last);
    });
}

void Multigrid::solve_coarsest(const GridLevel& level, const VectorBlock& residuals, VectorBlock& corrections) const {
    const std::size_t count = residuals.size();
    corrections.resize(count);
    if (coarsest_inverse_.rows() > 0) {
        for (std::size_t node = 0; node < count; ++node) {
            Lanes sum{};
            for (std::size_t other = 0; other < count; ++other) {
                sum +=
                    coarsest_inverse_(static_cast<Eigen::Index>(other), static_cast<Eigen::Index>(node)) * residuals[other].lanes;
            }
            corrections[node].lanes = sum;
        }
        return;
    }
    for_pieces(count, parallel_, [&](std::size_t first, std::size_t last) {
        jacobi_from_zero(level.inverse_diagonal, residuals, corrections, first, last);
    });
    VectorBlock next(count);
    for (int sweep = 0; sweep < coarsest_sweeps; ++sweep) {
        for_pieces(count, parallel_, [&](std::size_t first, std::size_t last) {
            jacobi_step(*level.graph, level.inverse_diagonal, residuals, corrections, next, first, last);
        });
        corrections.swap(next);
    }
}

void Multigrid::precondition(std::size_t number, const VectorBlock& residuals, VectorBlock& corrections) const {
    const GridLevel& level = levels_[number];
    if (number + 1 == levels_.size()) {
        solve_coarsest(level, residuals, corrections);
        return;
    }
    const std::size_t count = residuals.size();
    corrections.resize(count);
    for_pieces(count, parallel_, [&](std::size_t first, std::size_t last) {
        jacobi_from_zero(level.inverse_diagonal, residuals, corrections, first, last);
    });
    VectorBlock scratch(count);
    for_pieces(count, parallel_, [&](std::size_t first, std::size_t last) {
        subtract_image(*level.graph, corrections, residuals, scratch, first, last);
    });
    {
        VectorBlock coarse_residuals;
        VectorBlock coarse_corrections;
        restrict_residuals(level, scratch, coarse_residuals);
        precondition(number + 1, coarse_residuals, coarse_corrections);
        interpolate(level, coarse_corrections, scratch);
    }
    for_pieces(count, parallel_, [&](std::size_t first, std::size_t last) { add_rows(scratch, corrections, first, last); });
    for_pieces(count, parallel_, [&](std::size_t first, std::size_t last) {
        jacobi_step(*level.graph, level.inverse_diagonal, residuals, corrections, scratch, first, last);
    });
    corrections.swap(scratch);
}

void Multigrid::smooth(std::size_t number, int steps, VectorBlock& x) const {
    const GridLevel& level = levels_[number];
    VectorBlock next(x.size());
    for (int step = 0; step < steps; ++step) {
        for_pieces(x.size(), parallel_, [&](std::size_t first, std::size_t last) {
            relax_rows(*level.graph, level.inverse_diagonal, x, next, first, last);
        });
        x.swap(next);
    }
}

}  // namespace ndpool
