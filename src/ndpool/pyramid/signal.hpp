#pragma once

#include "ndpool/graph/dataset.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// How a signal goes down to a coarse level.
enum class Restrict : std::uint8_t {
    decimate,  ///< S X: the values of kept nodes alone (Eq. 10), or combined by the assignment matrix
    harmonic,  ///< Kron's restriction: dropped nodes are spread over the kept ones, as harmonic_restriction says, nothing dropped
};

/// How a signal on a coarse level comes back up.
enum class Lift : std::uint8_t {
    transpose,  ///< S^T X: values where nodes were kept, zero elsewhere; joined nodes get values by the assignment matrix
    harmonic,   ///< Kron's extension: the dropped nodes of the base settle where L x = 0, like voltages between fixed ones
};

/// Pools a signal down, X' = S X (Eq. 10) with the decimation or assignment matrix of each level: from stored level `from`
/// to stored level `to` >= from, where 0 is the base and k the k-th of pyramid.levels. The signal has one row per node.
/// Restrict::harmonic is the transpose of Lift::harmonic and, but for self-loops, keeps the sum of every column. Throws
/// InvalidInput for levels or rows that do not fit, and for the harmonic restriction to levels with assignment matrices.
[[nodiscard]] Table<double> pool_signal(const Pyramid& pyramid, std::size_t from, std::size_t to, const Table<double>& signal,
                                        Restrict how = Restrict::decimate);

/// Lifts a signal up, from stored level `from` to stored level `to` <= from. Where nodes were kept, pooling what was lifted
/// gives the signal back. The harmonic extension is taken in the base graph, which for exact levels is the same as going level
/// by level, and is right for thresholded ones too; self-loops are conductances to ground; a component without a
/// kept node gets zeros. Throws InvalidInput for the harmonic extension of levels with assignment matrices.
///
/// @code
/// const Pyramid pyramid = ndp_pyramid(path_graph(5), {.levels = {1}}, Seed(1));  // keeps nodes 0, 2 and 4
/// const Table<double> pooled = pool_signal(pyramid, 0, 1, {1, {0, 9, 2, 9, 4}});
/// assert(pooled.values == std::vector<double>({0, 2, 4}));
/// assert(std::abs(lift_signal(pyramid, 1, 0, pooled, Lift::harmonic).values[3] - 3) < 1e-9);
/// @endcode
[[nodiscard]] Table<double> lift_signal(const Pyramid& pyramid, std::size_t from, std::size_t to, const Table<double>& signal,
                                        Lift how);

}  // namespace ndpool
