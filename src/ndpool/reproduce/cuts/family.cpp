#include "ndpool/reproduce/cuts/family.hpp"

#include "ndpool/draw/layout/layout.hpp"
#include "ndpool/generate/generate.hpp"

namespace ndpool {

const std::array<GraphFamily, 6>& graph_families() {
    static constexpr std::array<GraphFamily, 6> families{{
        {"Grid", "grid:12x12", "grid:8x8"},
        {"Ring", "ring:128", "ring:48"},
        {"SBM", "sbm:150", "sbm:60"},
        {"Sensor", "sensor:150", "sensor:64"},
        {"Erdos-Renyi", "erdos-renyi:150,0.05", "erdos-renyi:64,0.08"},
        {"Community", "community:150", "community:64"},
    }};
    return families;
}

PlacedGraph placed_instance(const char* spec, Seed seed) {
    PlacedGraph placed = generate_graph(spec, seed.child("graph"));
    if (placed.positions.empty()) {
        placed.positions = graph_layout(placed.graph, seed.child("layout"));
    }
    return placed;
}

}  // namespace ndpool
