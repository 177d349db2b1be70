#include "ndpool/generate/lattice.hpp"

#include <cmath>
#include <numbers>

#include "ndpool/base/elementary.hpp"
#include "ndpool/generate/arguments.hpp"
#include "ndpool/generate/nearest_neighbors.hpp"
#include "ndpool/generate/unit_graph.hpp"

namespace ndpool {

namespace {

std::vector<Point> grid_positions(NodeId rows, NodeId columns) {
    std::vector<Point> positions;
    positions.reserve(static_cast<std::size_t>(cell_count(rows, columns)));
    for (NodeId row = 0; row < rows; ++row) {
        for (NodeId column = 0; column < columns; ++column) {
            positions.push_back({static_cast<double>(column), static_cast<double>(row)});
        }
    }
    return positions;
}

/// Built row by row, without a list of edges, so that even a lattice that fills the memory can be made.
SparseMatrix grid_adjacency(NodeId rows, NodeId columns) {
    const NodeId nodes = cell_count(rows, columns);
    const EntryIndex edges = EntryIndex{rows} * (columns - 1) + EntryIndex{columns} * (rows - 1);
    SparseMatrix matrix{nodes, nodes, {0}, {}, std::vector<double>(static_cast<std::size_t>(2 * edges), 1.0)};
    matrix.offsets.reserve(static_cast<std::size_t>(nodes) + 1);
    matrix.indices.reserve(matrix.values.size());
    for (NodeId node = 0; node < nodes; ++node) {
        const NodeId column = node % columns;
        const auto add_if = [&](bool is_there, NodeId neighbor) {
            if (is_there) {
                matrix.indices.push_back(neighbor);
            }
        };
        add_if(node >= columns, node - columns);
        add_if(column > 0, node - 1);
        add_if(column + 1 < columns, node + 1);
        add_if(node < nodes - columns, node + columns);
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }
    return matrix;
}

std::vector<NodePair> grid_pairs(NodeId rows, NodeId columns) {
    std::vector<NodePair> pairs;
    pairs.reserve(2 * static_cast<std::size_t>(cell_count(rows, columns)));
    for (NodeId row = 0; row < rows; ++row) {
        for (NodeId column = 0; column < columns; ++column) {
            const NodeId node = row * columns + column;
            if (row > 0) {
                pairs.emplace_back(node - columns, node);
            }
            if (column > 0) {
                pairs.emplace_back(node - 1, node);
            }
        }
    }
    return pairs;
}

std::vector<NodePair> torus_pairs(NodeId rows, NodeId columns) {
    std::vector<NodePair> pairs = grid_pairs(rows, columns);
    for (NodeId row = 0; row < rows && columns > 2; ++row) {
        pairs.emplace_back(row * columns, row * columns + columns - 1);
    }
    for (NodeId column = 0; column < columns && rows > 2; ++column) {
        pairs.emplace_back(column, (rows - 1) * columns + column);
    }
    return pairs;
}

}  // namespace

PlacedGraph grid_graph(NodeId rows, NodeId columns) {
    return {Graph::from_symmetric(grid_adjacency(rows, columns)), grid_positions(rows, columns)};
}

PlacedGraph torus_graph(NodeId rows, NodeId columns) {
    const NodeId nodes = cell_count(rows, columns);
    return {unit_graph(nodes, torus_pairs(rows, columns)), grid_positions(rows, columns)};
}

PlacedGraph ring_graph(NodeId nodes) {
    require_at_least("nodes", nodes, 1);
    PlacedGraph ring{unit_graph(nodes, torus_pairs(1, nodes)), {}};
    ring.positions.reserve(static_cast<std::size_t>(nodes));
    for (NodeId node = 0; node < nodes; ++node) {
        const double angle = 2 * std::numbers::pi * node / nodes;
        ring.positions.push_back({portable_cos(angle), portable_sin(angle)});
    }
    return ring;
}

Graph path_graph(NodeId nodes) {
    require_at_least("nodes", nodes, 1);
    return unit_graph(nodes, grid_pairs(1, nodes));
}

Graph star_graph(NodeId nodes) {
    require_at_least("nodes", nodes, 1);
    std::vector<NodePair> pairs;
    for (NodeId leaf = 1; leaf < nodes; ++leaf) {
        pairs.emplace_back(0, leaf);
    }
    return unit_graph(nodes, pairs);
}

Graph complete_graph(NodeId nodes) {
    require_at_least("nodes", nodes, 1);
    std::vector<NodePair> pairs;
    pairs.reserve(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(nodes - 1) / 2);
    for (NodeId to = 1; to < nodes; ++to) {
        for (NodeId from = 0; from < to; ++from) {
            pairs.emplace_back(from, to);
        }
    }
    return unit_graph(nodes, pairs);
}

PlacedGraph knn_grid_graph(NodeId rows, NodeId columns, NodeId neighbors) {
    const NodeId nodes = cell_count(rows, columns);
    require_at_least("neighbours", neighbors, 1);
    require_at_most("neighbours", neighbors, nodes - 1);
    std::vector<Point> pixels = grid_positions(rows, columns);
    const NeighborTable table = nearest_neighbors(pixels, neighbors);
    const double sigma = mean_distance_to_last(pixels, table);
    Graph graph = neighbor_graph(pixels, table, [=](double square) { return portable_exp(-square / (sigma * sigma)); });
    return {std::move(graph), std::move(pixels)};
}

}  // namespace ndpool
