#include "pyramid_picture.hpp"

#include <limits>
#include <numeric>

#include "ndpool/graph/subgraph.hpp"
#include "ndpool/pyramid/cluster_assignment.hpp"

namespace ndpool::command {

namespace {

Graph without_last(const Graph& graph, NodeId fake_nodes) {
    if (fake_nodes == 0) {
        return graph;
    }
    std::vector<NodeId> real(static_cast<std::size_t>(graph.node_count() - fake_nodes));
    std::iota(real.begin(), real.end(), 0);
    return induced_subgraph(graph, real);
}

std::vector<NodeId> without_last(std::vector<NodeId> nodes, NodeId fake_nodes) {
    nodes.resize(nodes.size() - static_cast<std::size_t>(fake_nodes));
    return nodes;
}

}  // namespace

PyramidPicture pyramid_picture(Pyramid pyramid, bool recursed_on_sparsified) {
    PyramidPicture picture;
    picture.input = without_last(pyramid.base, pyramid.fake_nodes);
    Graph before = picture.input;
    std::vector<NodeId> before_nodes(static_cast<std::size_t>(before.node_count()));
    std::iota(before_nodes.begin(), before_nodes.end(), 0);
    NodeId fake_before = pyramid.fake_nodes;
    for (std::size_t index = 0; index < pyramid.levels.size(); ++index) {
        Level& level = pyramid.levels[index];
        LevelPicture drawn;
        drawn.level = level.number;
        drawn.before = std::move(before);
        drawn.before_nodes = std::move(before_nodes);
        drawn.kept = without_last(level.pool, level.fake_nodes);
        drawn.sparsified = without_last(level.graph, level.fake_nodes);
        drawn.cut_fraction = level.cut.fraction;
        drawn.upper_bound = level.cut.upper_bound;
        drawn.origin = level.cut.origin;
        if (level.assignment_matrix) {
            drawn.joined = without_last(cluster_assignment(pyramid, index), fake_before);
            drawn.cut_fraction = drawn.upper_bound = std::numeric_limits<double>::quiet_NaN();
        }
        if (level.edges_before_sparsify >= 0) {
            drawn.edges_before = level.edges_before_sparsify;
        }
        before = level.unsparsified && !recursed_on_sparsified ? *level.unsparsified : drawn.sparsified;
        drawn.reduced = std::move(level.unsparsified);
        before_nodes = without_last(level.nodes, level.fake_nodes);
        fake_before = level.fake_nodes;
        picture.levels.push_back(std::move(drawn));
    }
    return picture;
}

}  // namespace ndpool::command
