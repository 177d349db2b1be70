#pragma once

#include <algorithm>
#include <array>

#include "ndpool/base/lanes.hpp"
#include "ndpool/linalg/laplacian/node_vectors.hpp"

// What match_energies does to the edges of some nodes; run_vectorised compiles each kernel for every width of registers.
namespace ndpool {

static_assert(ModeVectors::count == 10, "the lanes below are 4 + 4 + 2");

/// Differences of all vectors over an edge. A loop leads to ground, where every vector is 0.
template <int bytes>
struct EdgeDifferences {
    Lanes<double, 4, bytes> first;
    Lanes<double, 4, bytes> second;
    Lanes<double, 2, bytes> last;

    [[gnu::always_inline]] static EdgeDifferences over(const ModeVectors& vectors, NodeId from, NodeId to) {
        EdgeDifferences d = at(vectors, from);
        if (from != to) {
            const EdgeDifferences there = at(vectors, to);
            d.first -= there.first;
            d.second -= there.second;
            d.last -= there.last;
        }
        return d;
    }
    [[gnu::always_inline]] void store(double* numbers) const {
        first.store(numbers);
        second.store(numbers + 4);
        last.store(numbers + 8);
    }

private:
    [[gnu::always_inline]] static EdgeDifferences at(const ModeVectors& vectors, NodeId node) {
        const float* const values = vectors.values[node].data();
        return {Lanes<double, 4, bytes>::load_converted(values), Lanes<double, 4, bytes>::load_converted(values + 4),
                Lanes<double, 2, bytes>::load_converted(values + 8)};
    }
};

/// A matrix of all pairs of vectors of which only the part on and above the diagonal counts; some below it is undefined.
using PairMatrix = std::array<std::array<double, ModeVectors::count>, ModeVectors::count>;

/// sums += weight d d' over the edges from the nodes first .. last - 1 to themselves and to smaller nodes.
struct SumEnergies {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const ModeVectors& vectors, std::size_t first, std::size_t last,
                                           PairMatrix& sums) {
        const SparseMatrix& adjacency = graph.adjacency();
        for (std::size_t i = first; i < last; ++i) {
            const auto node = static_cast<NodeId>(i);
            for (EntryIndex e = adjacency.offsets[i]; e < adjacency.offsets[i + 1] && adjacency.indices[e] <= node; ++e) {
                const auto d = EdgeDifferences<bytes>::over(vectors, node, adjacency.indices[e]);
                double numbers[ModeVectors::count];
                d.store(numbers);
                for (std::size_t j = 0; j < ModeVectors::count; ++j) {
                    const double factor = adjacency.values[e] * numbers[j];
                    if (j < 4) {
                        add(d.first, factor, sums[j].data());
                    }
                    if (j < 8) {
                        add(d.second, factor, sums[j].data() + 4);
                    }
                    add(d.last, factor, sums[j].data() + 8);
                }
            }
        }
    }

private:
    template <typename Numbers>
    [[gnu::always_inline]] static void add(const Numbers& d, double factor, double* sums) {
        (Numbers::load(sums) + d * factor).store(sums);
    }
};

/// Multiplies the weights in the rows of the nodes first .. last - 1 by 1 + d' Y d / |d|^2, but at most by two or a half. Both
/// directions of an edge have differences that differ in sign only, so they get the same bits.
struct ChangeWeights {
    template <int bytes>
    [[gnu::always_inline]] static void run(const ModeVectors& vectors, const PairMatrix& y, std::size_t first, std::size_t last,
                                           SparseMatrix& matrix) {
        for (std::size_t i = first; i < last; ++i) {
            for (EntryIndex e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
                const auto d = EdgeDifferences<bytes>::over(vectors, static_cast<NodeId>(i), matrix.indices[e]);
                double numbers[ModeVectors::count];
                d.store(numbers);
                auto early = Lanes<double, 4, bytes>::zero();
                auto middle = Lanes<double, 4, bytes>::zero();
                auto late = Lanes<double, 2, bytes>::zero();
                for (std::size_t j = 0; j < ModeVectors::count; ++j) {
                    early += Lanes<double, 4, bytes>::load(y[j].data()) * numbers[j];
                    middle += Lanes<double, 4, bytes>::load(y[j].data() + 4) * numbers[j];
                    late += Lanes<double, 2, bytes>::load(y[j].data() + 8) * numbers[j];
                }
                const double size = sum(d.first * d.first, d.second * d.second, d.last * d.last);
                const double form = sum(early * d.first, middle * d.second, late * d.last);
                matrix.values[e] *= std::clamp(1 + (size > 0 ? form / size : 0.0), 0.5, 2.0);
            }
        }
    }

private:
    /// The sum of all lanes, in one order for every width.
    template <int bytes>
    [[gnu::always_inline]] static double sum(const Lanes<double, 4, bytes>& first, const Lanes<double, 4, bytes>& second,
                                             const Lanes<double, 2, bytes>& last) {
        double four[4];
        (first + second).store(four);
        double two[2];
        last.store(two);
        return ((four[0] + four[2]) + (four[1] + four[3])) + (two[0] + two[1]);
    }
};

}  // namespace ndpool
