#include "ndpool/draw/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ndpool {

namespace {

void check_level(const LevelPicture& level, NodeId input_nodes) {
    const auto refuse = [&](const std::string& reason) {
        throw InvalidInput(fmt::format("picture of level {}: {}", level.level, reason));
    };
    const NodeId nodes = level.before.node_count();
    if (level.before_nodes.size() != static_cast<std::size_t>(nodes)) {
        refuse(fmt::format("{} input nodes are named for {} nodes, expected one for each", level.before_nodes.size(), nodes));
    }
    for (const NodeId node : level.before_nodes) {
        if (node < 0 || node >= input_nodes) {
            refuse(fmt::format("input node {} is outside 0..{}", node, input_nodes - 1));
        }
    }
    for (std::size_t i = 0; i < level.kept.size(); ++i) {
        if (level.kept[i] < 0 || level.kept[i] >= nodes || (i > 0 && level.kept[i] <= level.kept[i - 1])) {
            refuse(fmt::format("kept node {} is outside 0..{} or not above the one before it", level.kept[i], nodes - 1));
        }
    }
    const auto kept = static_cast<NodeId>(level.kept.size());
    if (level.reduced.node_count() != kept || level.sparsified.node_count() != kept) {
        refuse(fmt::format("{} nodes are kept but the coarsened graphs have {} and {}", kept, level.reduced.node_count(),
                           level.sparsified.node_count()));
    }
}

}  // namespace

void check_picture(const PyramidPicture& picture) {
    const auto nodes = static_cast<std::size_t>(picture.input.node_count());
    if (!picture.positions.empty() && picture.positions.size() != nodes) {
        throw InvalidInput(fmt::format("{} positions for {} nodes, expected one for each", picture.positions.size(), nodes));
    }
    for (std::size_t node = 0; node < picture.positions.size(); ++node) {
        if (!std::isfinite(picture.positions[node].x) || !std::isfinite(picture.positions[node].y)) {
            throw InvalidInput(fmt::format("the position of node {} is not finite", node));
        }
    }
    for (const LevelPicture& level : picture.levels) {
        check_level(level, picture.input.node_count());
    }
}

}  // namespace ndpool
