#include "ndpool/pyramid/pyramid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "ndpool/pyramid/assignment_matrix.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

/// Makes a level follow the level before `passed` directly, which has `nodes_before` nodes.
void pass_over(const Level& passed, NodeId nodes_before, Level& level) {
    if (passed.assignment_matrix || level.assignment_matrix) {
        level.assignment_matrix =
            product(decimation_matrix(level, passed.graph.node_count()), decimation_matrix(passed, nodes_before));
        level.pool = largest_in_rows(*level.assignment_matrix);
    } else {
        level.pool = composed(passed.pool, level.pool);
    }
    level.seconds += passed.seconds;
}

}  // namespace

LevelSeconds& LevelSeconds::operator+=(const LevelSeconds& other) {
    eigen += other.eigen;
    cut += other.cut;
    kron += other.kron;
    sparsify += other.sparsify;
    return *this;
}

std::vector<NodeId> input_nodes(const Pyramid& pyramid, std::size_t index) {
    std::vector<NodeId> nodes = pyramid.levels[index].nodes;
    std::replace_if(
        nodes.begin(), nodes.end(), [&](NodeId node) { return node >= real_node_count(pyramid); }, -1);
    return nodes;
}

SparseMatrix decimation_matrix(const Level& level, NodeId nodes_before) {
    if (level.assignment_matrix) {
        return *level.assignment_matrix;
    }
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
    std::optional<Level> passed;  // the last level that was not chosen since a chosen one
    NodeId nodes_before = pyramid.base.node_count();
    std::size_t next = 0;
    for (const int number : numbers) {
        for (; next < pyramid.levels.size() && pyramid.levels[next].number <= number; ++next) {
            Level level = std::move(pyramid.levels[next]);
            if (passed) {
                pass_over(*passed, nodes_before, level);
            }
            if (level.number == number) {
                if (level.assignment_matrix && !chosen.empty()) {
                    level.nodes = composed(chosen.back().nodes, level.pool);
                } else if (level.assignment_matrix) {
                    level.nodes = level.pool;
                }
                nodes_before = level.graph.node_count();
                chosen.push_back(std::move(level));
                passed.reset();
            } else {
                passed = std::move(level);
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
