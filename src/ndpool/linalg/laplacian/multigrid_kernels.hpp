#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <span>
#include <vector>

#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/linalg/laplacian/vector_block.hpp"

/// What a V-cycle does to some rows of its vectors; run_vectorised compiles each for every width of registers.
namespace ndpool {

inline constexpr float jacobi_damping = 0.7F;
using NodeList = std::vector<NodeId>;

/// The result of a Jacobi step from zero for these residuals; zero without residuals.
struct FirstStep {
    const float* inverse_diagonal;
    const BlockRow* residuals;

    template <int bytes>
    [[gnu::always_inline]] RowLanes<bytes> at(NodeId node) const {
        return residuals != nullptr ? load_row<bytes>(residuals[node]) * (jacobi_damping * inverse_diagonal[node])
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

/// corrections = jacobi_damping D^-1 residuals
struct JacobiFromZero {
    template <int bytes>
    [[gnu::always_inline]] static void run(const std::vector<float>& inverse_diagonal, const VectorBlock& residuals,
                                           VectorBlock& corrections, std::size_t first, std::size_t last) {
        for (std::size_t node = first; node < last; ++node) {
            store_row<bytes>(load_row<bytes>(residuals[node]) * (jacobi_damping * inverse_diagonal[node]), corrections[node]);
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
            store_row<bytes>(load_row<bytes>(residuals[node]) - image * jacobi_damping, left[i]);
        }
    }
};

/// next = x + jacobi_damping D^-1 (residuals - L x); may replace the residuals
struct JacobiStep {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const std::vector<float>& inverse_diagonal,
                                           const VectorBlock& residuals, const VectorBlock& x, VectorBlock& next,
                                           std::size_t first, std::size_t last) {
        for (std::size_t node = first; node < last; ++node) {
            const auto image = laplacian_row<bytes>(graph, x.data(), static_cast<NodeId>(node));
            store_row<bytes>(
                load_row<bytes>(x[node]) + (load_row<bytes>(residuals[node]) - image) * (jacobi_damping * inverse_diagonal[node]),
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

}  // namespace ndpool
