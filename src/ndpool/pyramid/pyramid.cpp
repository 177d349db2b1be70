#include "ndpool/pyramid/pyramid.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

SparseMatrix decimation_matrix(const Level& level, NodeId nodes_before) {
    const std::size_t rows = level.pool.size();
    std::vector<EntryIndex> offsets(rows + 1);
    std::iota(offsets.begin(), offsets.end(), EntryIndex{0});
    return {static_cast<NodeId>(rows), nodes_before, std::move(offsets), level.pool, std::vector<double>(rows, 1.0)};
}

LevelCut level_cut(const Cut& cut) {
    return {cut.fraction, cut.upper_bound, std::string(name_of(cut.origin)), cut.converged, cut.vanished_components};
}

NodeId node_count_at(const Pyramid& pyramid, std::size_t index) {
    return index == 0 ? pyramid.base.node_count() : pyramid.levels[index - 1].graph.node_count();
}

Pyramid with_levels(Pyramid pyramid, const std::vector<int>& numbers) {
    std::vector<Level> chosen;
    std::vector<NodeId> pool;  // of the level at hand in the last one that was chosen
    std::size_t next = 0;
    for (const int number : numbers) {
        for (; next < pyramid.levels.size() && pyramid.levels[next].number <= number; ++next) {
            Level& level = pyramid.levels[next];
            if (!pool.empty()) {
                level.pool = composed(pool, level.pool);
            }
            pool = level.pool;
            if (level.number == number) {
                chosen.push_back(std::move(level));
                pool.clear();
            }
        }
        if (chosen.empty() || chosen.back().number != number) {
            throw InvalidInput(fmt::format("levels: there is no level {} after the one before it", number));
        }
    }
    pyramid.levels = std::move(chosen);
    return pyramid;
}

}  // namespace ndpool
