#include "ndpool/kron/lean/rows_view.hpp"

#include <bit>

namespace ndpool {

namespace {

constexpr std::size_t rows_per_chunk = 1 << 12;

/// Strengths fall in bins of 1/64 octave, the leading bits of the number; those below 2^-40 share the first.
constexpr std::uint64_t bits_of_a_bin = 46;
constexpr std::uint64_t first_exponent = 1023 - 40;
constexpr std::size_t bin_count = 43 * 64;  // strengths are at most 2

std::size_t bin_of(double strength) {
    constexpr std::uint64_t first = first_exponent << (52 - bits_of_a_bin);
    const std::uint64_t bin = std::bit_cast<std::uint64_t>(strength) >> bits_of_a_bin;
    return std::min<std::uint64_t>(bin < first ? 0 : bin - first, bin_count - 1);
}

double lower_end(std::size_t bin) {
    return bin == 0 ? 0 : std::bit_cast<double>((bin + (first_exponent << (52 - bits_of_a_bin))) << bits_of_a_bin);
}

using Counts = std::vector<std::int64_t>;

void count_strengths(const RowsView& rows, std::span<const double> inverse_degree, std::size_t begin, std::size_t end,
                     Counts& counts) {
    for (std::size_t row = begin; row < end; ++row) {
        for (EntryIndex e = rows.begin[row]; e < rows.end[row]; ++e) {
            const NodeId other = rows.row(rows.to[e]);
            if (other >= 0 && rows.to[e] != rows.node(row)) {
                ++counts[bin_of(strength(rows.weights[e], inverse_degree[row], inverse_degree[other]))];
            }
        }
    }
}

}  // namespace

EntryIndex entry_count(const RowsView& rows) {
    EntryIndex entries = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        entries += rows.end[row] - rows.begin[row];
    }
    return entries;
}

EntryIndex entries_left(const RowsView& rows, std::size_t row, const NewWeights& weights) {
    return std::count_if(weights.data() + rows.begin[row], weights.data() + rows.end[row],
                         [](double weight) { return weight > 0; });
}

void copy_entries_left(const RowsView& rows, std::size_t row, const NewWeights& weights, NodeId* to, double* values) {
    for (EntryIndex e = rows.begin[row]; e < rows.end[row]; ++e) {
        if (weights[e] > 0) {
            *to++ = rows.to[e];
            *values++ = weights[e];
        }
    }
}

Buffer<double> inverse_degrees(const RowsView& rows, const Parallel& parallel) {
    Buffer<double> inverse(rows.size());
    parallel_for_pieces(rows.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            double degree = 0;
            for (EntryIndex e = rows.begin[row]; e < rows.end[row]; ++e) {
                degree += rows.to[e] == rows.node(row) ? 0.0 : rows.weights[e];
            }
            inverse[row] = degree > 0 ? 1 / degree : 0.0;
        }
    });
    return inverse;
}

double strength_to_keep(const RowsView& rows, double nonzeros_per_node, const Parallel& parallel) {
    const double wanted = nonzeros_per_node * static_cast<double>(rows.size());
    if (static_cast<double>(entry_count(rows)) <= wanted) {
        return 0;
    }
    constexpr std::size_t pieces = 32;
    const Buffer<double> inverse_degree = inverse_degrees(rows, parallel);
    const std::size_t piece = rows.size() / pieces + 1;
    std::vector<Counts> counts(pieces, Counts(bin_count, 0));
    parallel_for_pieces(rows.size(), piece, parallel, [&](std::size_t begin, std::size_t end) {
        count_strengths(rows, inverse_degree, begin, end, counts[begin / piece]);
    });
    double kept = 0;
    for (std::size_t bin = bin_count; bin > 0; --bin) {
        for (const Counts& part : counts) {
            kept += static_cast<double>(part[bin - 1]);
        }
        if (kept > wanted) {
            return lower_end(bin);
        }
    }
    return 0;
}

}  // namespace ndpool
