#include "ndpool/generate/delaunay.hpp"

#include <algorithm>
#include <boost/polygon/voronoi.hpp>

#include "ndpool/generate/arguments.hpp"
#include "ndpool/generate/unit_graph.hpp"

namespace ndpool {

namespace {

constexpr int bits = 30;  // per coordinate: Boost.Polygon computes exactly with 32-bit integers

struct Site {
    std::uint64_t order = 0;  ///< position along the Hilbert curve, different for different sites
    std::int32_t x = 0;
    std::int32_t y = 0;

    bool operator<(const Site& other) const { return order < other.order; }
    bool operator==(const Site& other) const { return order == other.order; }
};

/// Distinct random sites in the order of the curve.
std::vector<Site> draw_sites(NodeId nodes, Seed seed) {
    Random random(seed);
    std::vector<Site> sites;
    sites.reserve(static_cast<std::size_t>(nodes));
    while (static_cast<NodeId>(sites.size()) < nodes) {
        const auto drawn = static_cast<std::ptrdiff_t>(sites.size());
        while (static_cast<NodeId>(sites.size()) < nodes) {
            const auto x = static_cast<std::uint32_t>(random.bits() >> (64 - bits));
            const auto y = static_cast<std::uint32_t>(random.bits() >> (64 - bits));
            sites.push_back({hilbert_position(x, y), static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)});
        }
        std::sort(sites.begin() + drawn, sites.end());
        std::inplace_merge(sites.begin(), sites.begin() + drawn, sites.end());
        sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    }
    return sites;
}

/// Two sites are joined if their Voronoi cells share an edge.
std::vector<NodePair> neighboring_cells(const std::vector<Site>& sites) {
    boost::polygon::default_voronoi_builder builder;
    for (const Site& site : sites) {
        builder.insert_point(site.x, site.y);
    }
    boost::polygon::voronoi_diagram<double> diagram;
    builder.construct(&diagram);
    std::vector<NodePair> pairs;
    pairs.reserve(diagram.num_edges() / 2);
    for (const auto& edge : diagram.edges()) {
        const auto from = static_cast<NodeId>(edge.cell()->source_index());
        const auto to = static_cast<NodeId>(edge.twin()->cell()->source_index());
        if (from < to) {
            pairs.emplace_back(from, to);
        }
    }
    return pairs;
}

}  // namespace

std::uint64_t hilbert_position(std::uint32_t x, std::uint32_t y) {
    std::uint64_t position = 0;
    for (std::uint32_t side = 1U << (bits - 1); side > 0; side /= 2) {
        const std::uint32_t right = (x & side) != 0 ? 1 : 0;
        const std::uint32_t upper = (y & side) != 0 ? 1 : 0;
        position = position * 4 + ((3 * right) ^ upper);
        if (upper == 0) {  // the lower quadrants are mirrored so that the curve's ends meet
            if (right == 1) {
                x = ~x;
                y = ~y;
            }
            std::swap(x, y);
        }
    }
    return position;
}

PlacedGraph delaunay_graph(NodeId nodes, Seed seed) {
    require_at_least("nodes", nodes, 1);
    const std::vector<Site> sites = draw_sites(nodes, seed.child("delaunay"));
    PlacedGraph result{unit_graph(nodes, neighboring_cells(sites)), {}};
    result.positions.reserve(sites.size());
    for (const Site& site : sites) {
        result.positions.push_back({site.x * 0x1.0p-30, site.y * 0x1.0p-30});
    }
    return result;
}

}  // namespace ndpool
