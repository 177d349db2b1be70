#include "ndpool/generate/unit_graph.hpp"

#include <numeric>

#include "ndpool/graph/assemble.hpp"

namespace ndpool {

Graph unit_graph(NodeId nodes, std::span<const NodePair> pairs) {
    SparseMatrix matrix{nodes, nodes, std::vector<EntryIndex>(static_cast<std::size_t>(nodes) + 1, 0), {}, {}};
    for (const auto& [from, to] : pairs) {
        ++matrix.offsets[from + 1];
        ++matrix.offsets[to + 1];
    }
    std::partial_sum(matrix.offsets.begin(), matrix.offsets.end(), matrix.offsets.begin());
    matrix.indices.resize(pairs.size() * 2);
    matrix.values.assign(pairs.size() * 2, 1.0);
    std::vector<EntryIndex> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
    // Lower neighbours before upper ones: the rows of sorted pairs come out sorted.
    for (const auto& [from, to] : pairs) {
        matrix.indices[next[to]++] = from;
    }
    for (const auto& [from, to] : pairs) {
        matrix.indices[next[from]++] = to;
    }
    sort_rows(matrix);
    return Graph::from_symmetric(std::move(matrix));
}

}  // namespace ndpool
