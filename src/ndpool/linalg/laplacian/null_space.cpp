#include "ndpool/linalg/laplacian/null_space.hpp"

#include <algorithm>
#include <array>

#include "ndpool/linalg/laplacian/kron_spectrum.hpp"

namespace ndpool {

namespace {

using RowSum = std::array<double, block_width>;

void add_counted(const VectorBlock& x, std::span<const NodeId> nodes, const Mass& mass, RowSum& sum, double& counted) {
    for (const NodeId node : nodes) {
        if (mass.counts(static_cast<std::size_t>(node))) {
            for (std::size_t k = 0; k < sum.size(); ++k) {
                sum[k] += static_cast<double>(x[node].values[k]);
            }
            counted += 1;
        }
    }
}

void subtract_mean(const RowSum& sum, double counted, std::span<const NodeId> nodes, VectorBlock& x, const Parallel& parallel) {
    BlockRow mean{};
    for (std::size_t k = 0; k < sum.size(); ++k) {
        mean.values[k] = static_cast<float>(sum[k] / counted);
    }
    for_chunks(nodes.size(), parallel, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            for (std::size_t k = 0; k < sum.size(); ++k) {
                x[nodes[i]].values[k] -= mean.values[k];
            }
        }
    });
}

}  // namespace

NullSpace::NullSpace(const Graph& graph)
    : components(connected_components(graph)), looped(looped_components(graph, components)) {}

NodeId NullSpace::dimension() const {
    return static_cast<NodeId>(std::count(looped.begin(), looped.end(), false));
}

void NullSpace::remove_from(VectorBlock& x, const Mass& mass, const Parallel& parallel) const {
    for (NodeId c = 0; c < components.count(); ++c) {
        if (looped[c]) {
            continue;
        }
        const auto nodes = components.nodes(c);
        const std::size_t pieces = (nodes.size() + rows_per_chunk - 1) / rows_per_chunk;
        std::vector<RowSum> sums(pieces, RowSum{});
        std::vector<double> counts(pieces, 0.0);
        for_chunks(nodes.size(), parallel, [&](std::size_t first, std::size_t last) {
            const std::size_t piece = first / rows_per_chunk;
            add_counted(x, nodes.subspan(first, last - first), mass, sums[piece], counts[piece]);
        });
        RowSum sum{};
        double counted = 0;
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            for (std::size_t k = 0; k < sum.size(); ++k) {
                sum[k] += sums[piece][k];
            }
            counted += counts[piece];
        }
        if (counted > 0) {
            subtract_mean(sum, counted, nodes, x, parallel);
        }
    }
}

}  // namespace ndpool
