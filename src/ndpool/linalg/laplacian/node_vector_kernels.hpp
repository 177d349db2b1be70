#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "ndpool/base/lanes.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"

/// What is done to the values of some nodes in graphs without self-loops; run_vectorised compiles each kernel for every width of
/// registers. The functions of node_vectors.cpp for graphs with self-loops are their slow twins.
namespace ndpool {

inline constexpr double least_weight = 1e-300;  ///< whose inverse is finite

/// The values of a node in double precision, in registers.
template <std::size_t count, int bytes>
struct NodeRow {
    static constexpr std::size_t fours = count / 4;
    static constexpr std::size_t twos = count % 4 / 2;
    static_assert(4 * fours + 2 * twos == count);
    Lanes<double, 4, bytes> four[fours];
    Lanes<double, 2, bytes> two[std::max<std::size_t>(twos, 1)];

    [[gnu::always_inline]] static NodeRow load(const std::array<float, count>& values) {
        NodeRow row;
        for (std::size_t k = 0; k < fours; ++k) {
            row.four[k] = Lanes<double, 4, bytes>::load_converted(values.data() + 4 * k);
        }
        for (std::size_t k = 0; k < twos; ++k) {
            row.two[k] = Lanes<double, 2, bytes>::load_converted(values.data() + 4 * fours + 2 * k);
        }
        return row;
    }
    [[gnu::always_inline]] static NodeRow zero() {
        NodeRow row;
        for (auto& lanes : row.four) {
            lanes = lanes.zero();
        }
        for (auto& lanes : row.two) {
            lanes = lanes.zero();
        }
        return row;
    }
    [[gnu::always_inline]] void add(const NodeRow& other, double factor) {
        for (std::size_t k = 0; k < fours; ++k) {
            four[k] += other.four[k] * factor;
        }
        for (std::size_t k = 0; k < twos; ++k) {
            two[k] += other.two[k] * factor;
        }
    }
    [[gnu::always_inline]] void add_square_of_difference(const NodeRow& a, const NodeRow& b, double factor) {
        for (std::size_t k = 0; k < fours; ++k) {
            four[k] += (a.four[k] - b.four[k]) * (a.four[k] - b.four[k]) * factor;
        }
        for (std::size_t k = 0; k < twos; ++k) {
            two[k] += (a.two[k] - b.two[k]) * (a.two[k] - b.two[k]) * factor;
        }
    }
    [[gnu::always_inline]] void store(double* numbers) const {
        for (std::size_t k = 0; k < fours; ++k) {
            four[k].store(numbers + 4 * k);
        }
        for (std::size_t k = 0; k < twos; ++k) {
            two[k].store(numbers + 4 * fours + 2 * k);
        }
    }
};

/// mean_around for a graph without self-loops: the same bits. The values of nodes that are not known must be zero.
template <std::size_t count>
struct Means {
    using Values = std::array<float, count>;

    template <int bytes>
    [[gnu::always_inline]] static bool mean(const SparseMatrix& adjacency, NodeId node, const Values* values,
                                            const std::uint8_t* known, Values& result) {
        double total = 0;
        auto sums = NodeRow<count, bytes>::zero();
        for (EntryIndex e = adjacency.offsets[node]; e < adjacency.offsets[node + 1]; ++e) {
            const double weight = adjacency.values[e];
            total += known == nullptr ? weight : weight * known[adjacency.indices[e]];
            sums.add(NodeRow<count, bytes>::load(values[adjacency.indices[e]]), weight);
        }
        if (total < least_weight) {
            return false;
        }
        double numbers[count];
        sums.store(numbers);
        const double inverse = 1 / total;
        for (std::size_t k = 0; k < count; ++k) {
            result[k] = static_cast<float>(numbers[k] * inverse);
        }
        return true;
    }
};

/// One step of smooth for the nodes first .. last - 1.
template <std::size_t count>
struct SmoothRows {
    using Values = std::array<float, count>;

    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const Values* values, Values* next, float damping,
                                           std::span<const std::uint8_t> fixed, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            next[i] = values[i];
            Values around{};
            const bool is_free = fixed.empty() || fixed[i] == 0;
            if (is_free &&
                Means<count>::template mean<bytes>(graph.adjacency(), static_cast<NodeId>(i), values, nullptr, around)) {
                for (std::size_t k = 0; k < count; ++k) {
                    next[i][k] += damping * (around[k] - next[i][k]);
                }
            }
        }
    }
};

/// The means around the nodes number first .. last - 1 of a list, over all neighbours or over known ones.
template <std::size_t count>
struct BalanceNodes {
    using Values = std::array<float, count>;

    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, std::span<const NodeId> nodes, const Values* values,
                                           const std::uint8_t* known, Values* next, std::uint8_t* reached, std::size_t first,
                                           std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            reached[i] = Means<count>::template mean<bytes>(graph.adjacency(), nodes[i], values, known, next[i]) ? 1 : 0;
        }
    }
};

/// Energies of the edges from the nodes first .. last - 1 to smaller ones, in a graph without self-loops.
template <std::size_t count>
struct SumEdgeEnergies {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const std::array<float, count>* values, std::size_t first,
                                           std::size_t last, std::array<double, count>& result) {
        using Row = NodeRow<count, bytes>;
        const SparseMatrix& adjacency = graph.adjacency();
        Row sums = Row::zero();
        for (std::size_t i = first; i < last; ++i) {
            const Row here = Row::load(values[i]);
            for (EntryIndex e = adjacency.offsets[i];
                 e < adjacency.offsets[i + 1] && adjacency.indices[e] < static_cast<NodeId>(i); ++e) {
                sums.add_square_of_difference(here, Row::load(values[adjacency.indices[e]]), adjacency.values[e]);
            }
        }
        sums.store(result.data());
    }
};

}  // namespace ndpool
