#include "ndpool/draw/picture/picture.hpp"

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
        const bool rises = i == 0 || level.kept[i] > level.kept[i - 1] || !level.joined.empty();
        if (level.kept[i] < 0 || level.kept[i] >= nodes || !rises) {
            refuse(fmt::format("kept node {} is outside 0..{} or not above the one before it", level.kept[i], nodes - 1));
        }
    }
    const auto kept = static_cast<NodeId>(level.kept.size());
    const NodeId reduced = level.reduced ? level.reduced->node_count() : kept;
    if (reduced != kept || level.sparsified.node_count() != kept) {
        refuse(fmt::format("{} nodes are kept but the coarsened graphs have {} and {}", kept, reduced,
                           level.sparsified.node_count()));
    }
    const bool odd = std::any_of(level.joined.begin(), level.joined.end(), [&](NodeId to) { return to < -1 || to >= kept; });
    if (odd || (!level.joined.empty() && level.joined.size() != static_cast<std::size_t>(nodes))) {
        refuse(fmt::format("{} nodes are joined to nodes outside 0..{}, or not one for each of {}", level.joined.size(), kept - 1,
                           nodes));
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
    NodeId before = picture.input.node_count();
    bool joined = false;
    for (const LevelPicture& level : picture.levels) {
        check_level(level, picture.input.node_count());
        if (joined && level.before.node_count() != before) {
            throw InvalidInput(fmt::format("picture of level {}: there are {} nodes, expected the {} of the level before",
                                           level.level, level.before.node_count(), before));
        }
        before = level.sparsified.node_count();
        joined = joined || !level.joined.empty();
    }
}

}  // namespace ndpool
