#include <cstdio>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"

int main() {
    const ndpool::Graph grid = ndpool::grid_graph(20, 20).graph;
    std::printf("level 0: %d nodes\n", grid.node_count());
    for (const ndpool::Level& level : ndpool::ndp_pyramid(grid, {.levels = {1, 2, 3}}, ndpool::Seed(1)).levels) {
        std::printf("level %d: %d nodes\n", level.number, level.graph.node_count());
    }
}
