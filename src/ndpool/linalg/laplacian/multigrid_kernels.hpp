#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <span>
#include <vector>

#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/linalg/laplacian/multigrid.hpp"
#include "ndpool/linalg/laplacian/vector_block.hpp"

/// What a V-cycle does to some rows of its vectors; run_vectorised compiles each for every width of registers.
namespace ndpool {

inline constexpr float jacobi_damping = 0.7F;
/// Among dropped nodes a node mostly has less than half of its weight, so that steps there need next to no damping.
inline constexpr float dropped_damping = 0.9F;
using NodeList = std::vector<NodeId>;

/// What a V-cycle needs of a level beside its vectors.
struct CycleRows {
    const float* inverse_diagonal;
    const float* inverse_nearer;
    const NodeId* place;
    const TransferRows* among;
};

/// The sum of the entries of a row times the rows of x.
template <int bytes>
[[gnu::always_inline]] inline RowLanes<bytes> row_times(const TransferRows& rows, std::size_t i, const BlockRow* x) {
    auto sum = RowLanes<bytes>::zero();
    for (EntryIndex k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
        const TransferRows::Entry& entry = rows.entries[static_cast<std::size_t>(k)];
        sum += load_row<bytes>(x[entry.node]) * entry.weight;
    }
    return sum;
}

/// The result of a Jacobi step from zero at the dropped nodes for these residuals; zero without residuals.
struct FirstStep {
    const float* inverse_diagonal = nullptr;
    const BlockRow* residuals = nullptr;

    template <int bytes>
    [[gnu::always_inline]] RowLanes<bytes> at(NodeId node) const {
        return residuals != nullptr ? load_row<bytes>(residuals[node]) * (dropped_damping * inverse_diagonal[node])
                                    : RowLanes<bytes>::zero();
    }
};

/// The residuals of dropped nodes that the first step leaves, result[i] = r_i - (L x)_i; kept nodes keep theirs.
struct ResidualsAfterFirstStep {
    template <int bytes>
    [[gnu::always_inline]] static RowLanes<bytes> left(const CycleRows& level, const BlockRow* residuals, std::size_t i) {
        auto sum = load_row<bytes>(residuals[i]) * (1 - dropped_damping);
        for (EntryIndex k = level.among->offsets[i]; k < level.among->offsets[i + 1]; ++k) {
            const TransferRows::Entry& entry = level.among->entries[static_cast<std::size_t>(k)];
            sum += load_row<bytes>(residuals[entry.node]) * (dropped_damping * level.inverse_diagonal[entry.node] * entry.weight);
        }
        return sum;
    }

    template <int bytes>
    [[gnu::always_inline]] static void run(const CycleRows& level, const BlockRow* residuals, BlockRow* result, std::size_t first,
                                           std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            store_row<bytes>(level.place[i] >= 0 ? load_row<bytes>(residuals[i]) : left<bytes>(level, residuals, i), result[i]);
        }
    }
};

/// What kept nodes get of dropped ones per unit of weight: the first step, which changes their residuals, and the residuals that
/// it left, over the weight to nearer nodes. `left` has these residuals, or is computed here if it is the result itself.
struct PassDown {
    template <int bytes>
    [[gnu::always_inline]] static void run(const CycleRows& level, const BlockRow* residuals, const BlockRow* left,
                                           BlockRow* result, std::size_t first, std::size_t last) {
        const FirstStep step{level.inverse_diagonal, residuals};
        for (std::size_t i = first; i < last; ++i) {
            if (level.place[i] >= 0) {
                store_row<bytes>(load_row<bytes>(residuals[i]), result[i]);
                continue;
            }
            const auto remaining =
                left == nullptr ? ResidualsAfterFirstStep::left<bytes>(level, residuals, i) : load_row<bytes>(left[i]);
            store_row<bytes>(step.at<bytes>(static_cast<NodeId>(i)) + remaining * level.inverse_nearer[i], result[i]);
        }
    }
};

/// result[i] = row i of the transfer times x.
struct Transfer {
    template <int bytes>
    [[gnu::always_inline]] static void run(const TransferRows& rows, const BlockRow* x, BlockRow* result, std::size_t first,
                                           std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            store_row<bytes>(row_times<bytes>(rows, i, x), result[i]);
        }
    }
};

/// Kept nodes copy their value, their neighbours take the weighted mean over them, others get zero; the first step is added at
/// the dropped nodes.
struct SpreadKept {
    template <int bytes>
    [[gnu::always_inline]] static void run(const CycleRows& level, const TransferRows& up, const BlockRow* coarse,
                                           const FirstStep& step, BlockRow* fine, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (level.place[i] >= 0) {
                store_row<bytes>(load_row<bytes>(coarse[level.place[i]]), fine[i]);
            } else {
                store_row<bytes>(
                    row_times<bytes>(up, i, coarse) * level.inverse_nearer[i] + step.at<bytes>(static_cast<NodeId>(i)), fine[i]);
            }
        }
    }
};

/// A Jacobi step at the dropped nodes for x = interpolated values + first step, of which the interpolated ones have the weighted
/// sum over kept neighbours. The result replaces the residuals.
struct LastStep {
    template <int bytes>
    [[gnu::always_inline]] static void run(const CycleRows& level, const BlockRow* x, BlockRow* residuals, std::size_t first,
                                           std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const auto own = load_row<bytes>(x[i]);
            if (level.place[i] >= 0) {
                store_row<bytes>(own, residuals[i]);
                continue;
            }
            const auto residual = load_row<bytes>(residuals[i]);
            const float factor = dropped_damping * level.inverse_diagonal[i];
            const float nearer = level.place[i] == -1 ? 1 / level.inverse_nearer[i] : 0;
            const auto balance = residual + (own - residual * factor) * nearer + row_times<bytes>(*level.among, i, x);
            store_row<bytes>(own * (1 - dropped_damping) + balance * factor, residuals[i]);
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

/// The transpose: result[i] = the value of node nodes[i] and the parts that farther layers took from it.
struct GatherFarther {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const NodeList& nodes, const NodeList& place,
                                           const std::vector<float>& inverse_nearer, const BlockRow* x, BlockRow* result,
                                           std::size_t first, std::size_t last) {
        const SparseMatrix& adjacency = graph.adjacency();
        for (std::size_t i = first; i < last; ++i) {
            const NodeId node = nodes[i];
            auto sum = load_row<bytes>(x[node]);
            for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
                const NodeId neighbor = adjacency.indices[k];
                if (place[neighbor] < place[node]) {
                    sum += load_row<bytes>(x[neighbor]) * (static_cast<float>(adjacency.values[k]) * inverse_nearer[neighbor]);
                }
            }
            store_row<bytes>(sum, result[i]);
        }
    }
};

/// result[i] = the value at which a dropped node is in balance with its neighbours, of which the interpolated value has the
/// weighted sum over kept ones.
struct Balance {
    template <int bytes>
    [[gnu::always_inline]] static void run(const CycleRows& level, const BlockRow* interpolated, const BlockRow* x,
                                           BlockRow* result, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (level.place[i] < 0) {
                const float nearer = level.place[i] == -1 ? 1 / level.inverse_nearer[i] : 0;
                const auto sum = load_row<bytes>(interpolated[i]) * nearer + row_times<bytes>(*level.among, i, x);
                store_row<bytes>(sum * level.inverse_diagonal[i], result[i]);
            }
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
