#include "ndpool/kron/fresh_rows.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace ndpool {

namespace {

constexpr std::size_t rows_a_chunk = 1 << 12;

/// Strengths fall in bins of 1/64 octave: the leading bits of the number.
std::size_t bin_of(double value) {
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(value) >> 46U);
}

double lower_end(std::size_t bin) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(bin) << 46U);
}

}  // namespace

EntryIndex FreshRows::find(NodeId row, NodeId column) const {
    const auto begin = to.begin() + offsets[row];
    const auto end = to.begin() + offsets[row + 1];
    const auto found = std::lower_bound(begin, end, column);
    return found != end && *found == column ? found - to.begin() : -1;
}

std::vector<double> inverse_degrees(const FreshRows& rows, const Parallel& parallel) {
    std::vector<double> inverse(rows.size());
    const std::size_t chunks = (rows.size() + rows_a_chunk - 1) / rows_a_chunk;
    parallel_for(chunks, parallel, [&](std::size_t chunk) {
        for (std::size_t row = chunk * rows_a_chunk; row < std::min(rows.size(), (chunk + 1) * rows_a_chunk); ++row) {
            double degree = 0;
            for (EntryIndex e = rows.offsets[row]; e < rows.offsets[row + 1]; ++e) {
                degree += rows.to[e] == rows.nodes[row] ? 0.0 : rows.weights[e];
            }
            inverse[row] = degree > 0 ? 1 / degree : 0.0;
        }
    });
    return inverse;
}

double strength_to_keep(const FreshRows& rows, std::span<const double> inverse_degree, double entries_a_node) {
    const double wanted = entries_a_node * static_cast<double>(rows.size());
    if (static_cast<double>(rows.to.size()) <= wanted) {
        return 0;
    }
    std::vector<std::int64_t> counts(bin_of(std::numeric_limits<double>::infinity()) + 1, 0);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (EntryIndex e = rows.offsets[row]; e < rows.offsets[row + 1]; ++e) {
            const NodeId other = rows.row_of[rows.to[e]];
            if (other >= 0 && rows.to[e] != rows.nodes[row]) {
                ++counts[bin_of(strength(rows.weights[e], inverse_degree[row], inverse_degree[other]))];
            }
        }
    }
    double kept = 0;
    std::size_t bin = counts.size();
    while (bin > 0 && kept + static_cast<double>(counts[bin - 1]) <= wanted) {
        --bin;
        kept += static_cast<double>(counts[bin]);
    }
    return lower_end(bin);
}

}  // namespace ndpool
