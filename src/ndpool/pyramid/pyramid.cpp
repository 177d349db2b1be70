#include "ndpool/pyramid/pyramid.hpp"

#include <numeric>

namespace ndpool {

SparseMatrix decimation_matrix(const Level& level, NodeId nodes_before) {
    const std::size_t rows = level.pool.size();
    std::vector<EntryIndex> offsets(rows + 1);
    std::iota(offsets.begin(), offsets.end(), EntryIndex{0});
    return {static_cast<NodeId>(rows), nodes_before, std::move(offsets), level.pool, std::vector<double>(rows, 1.0)};
}

NodeId node_count_at(const Pyramid& pyramid, std::size_t index) {
    return index == 0 ? pyramid.base.node_count() : pyramid.levels[index - 1].graph.node_count();
}

}  // namespace ndpool
