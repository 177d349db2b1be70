#include "ndpool/generate/bench_dataset.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "ndpool/base/elementary.hpp"
#include "ndpool/generate/arguments.hpp"
#include "ndpool/generate/nearest_neighbors.hpp"
#include "ndpool/generate/point_buckets.hpp"

namespace ndpool {

namespace {

struct ColouredPoint {
    Point at;
    long colour = 0;
};

/// Where the three clusters of a class lie.
struct Centres {
    Point moons;
    Point gaussian;
    Point blob;
};

constexpr std::array<Centres, 3> class_centres{{
    {{4, 0}, {0, 0}, {2, -2}},
    {{2, -2}, {4, 0}, {0, 0}},
    {{0, 0}, {2, -2}, {4, 0}},
}};

Point shaken(Point centre, double deviation, Random& random) {
    const double dx = random.normal();
    const double dy = random.normal();
    return {centre.x + deviation * dx, centre.y + deviation * dy};
}

/// Two interleaved half circles, evenly spaced points with noise, in random order.
void add_moons(NodeId count, Point centre, Random& random, std::vector<ColouredPoint>& points) {
    constexpr double noise = 0.1;
    const std::size_t first = points.size();
    const auto angle = [](NodeId k, NodeId of) { return of < 2 ? 0 : std::numbers::pi * k / (of - 1); };
    const NodeId outer = count / 2;
    const NodeId inner = count - outer;
    for (NodeId k = 0; k < outer; ++k) {
        const double t = angle(k, outer);
        points.push_back({shaken({centre.x + portable_cos(t), centre.y + portable_sin(t)}, noise, random), 0});
    }
    for (NodeId k = 0; k < inner; ++k) {
        const double t = angle(k, inner);
        points.push_back({shaken({centre.x + 1 - portable_cos(t), centre.y + 0.5 - portable_sin(t)}, noise, random), 1});
    }
    shuffle(std::span(points).subspan(first), random);
}

/// The half of the points that is nearer to the centre has one colour; the other half, with one point more if the number is
/// odd, has the next.
void add_gaussian(NodeId count, Point centre, double variance, Random& random, std::vector<ColouredPoint>& points) {
    std::vector<std::pair<double, std::size_t>> by_distance;
    for (NodeId k = 0; k < count; ++k) {
        const Point at = shaken(centre, std::sqrt(variance), random);
        by_distance.emplace_back(square_distance(at, centre), points.size());
        points.push_back({at, 3});
    }
    std::sort(by_distance.begin(), by_distance.end());
    for (NodeId k = 0; k < count / 2; ++k) {
        points[by_distance[k].second].colour = 2;
    }
}

void add_blob(NodeId count, Point centre, double deviation, Random& random, std::vector<ColouredPoint>& points) {
    for (NodeId k = 0; k < count; ++k) {
        points.push_back({shaken(centre, deviation, random), 4});
    }
}

std::vector<ColouredPoint> draw_points(const Centres& centres, const BenchOptions& options, Random& random) {
    const auto choices = static_cast<std::uint64_t>(options.most_points - options.fewest_points) + 1;
    const NodeId third = (options.fewest_points + static_cast<NodeId>(random.below(choices))) / 3;
    std::vector<ColouredPoint> points;
    add_moons(third, centres.moons, random, points);
    add_gaussian(third, centres.gaussian, options.spread, random, points);
    add_blob(third, centres.blob, 2 * options.spread, random, points);
    return points;
}

Graph join_nearest(const std::vector<ColouredPoint>& coloured, NodeId neighbors) {
    Point largest = coloured.front().at;
    for (const auto& [at, colour] : coloured) {
        largest = {std::max(largest.x, at.x), std::max(largest.y, at.y)};
    }
    std::vector<Point> points;
    points.reserve(coloured.size());
    for (const auto& [at, colour] : coloured) {
        points.push_back({at.x / largest.x, at.y / largest.y});
    }
    return neighbor_graph(points, nearest_neighbors(points, neighbors), [](double) { return 1.0; });
}

const char* draw_split(Random& random) {
    if (random.uniform() < 0.1) {
        return "test";
    }
    return random.uniform() < 0.1 ? "val" : "train";
}

}  // namespace

Dataset bench_dataset(std::string name, const BenchOptions& options, Seed seed) {
    require_at_least("graphs", options.graphs, 1);
    require_at_least("neighbours", options.neighbors, 1);
    require_at_least("variance", options.spread, 0);
    const NodeId fewest = options.fewest_points - options.fewest_points % 3;
    require_at_least("fewest points", fewest, options.neighbors + 1);
    require_at_least("most points", options.most_points, options.fewest_points);
    Dataset dataset;
    dataset.name = std::move(name);
    dataset.node_labels.columns = 1;
    const auto classes = static_cast<NodeId>(class_centres.size());
    for (NodeId label = 1; label <= classes; ++label) {
        const NodeId graphs = (options.graphs + classes - label) / classes;
        for (NodeId graph = 0; graph < graphs; ++graph) {
            Random random(
                seed.child("bench", static_cast<std::uint64_t>(label)).child("graph", static_cast<std::uint64_t>(graph)));
            const auto points = draw_points(class_centres[label - 1], options, random);
            dataset.graphs.push_back(join_nearest(points, options.neighbors));
            dataset.graph_labels.push_back(label);
            dataset.graph_split.emplace_back(draw_split(random));
            for (const auto& [at, colour] : points) {
                dataset.node_labels.values.push_back(colour);
            }
        }
    }
    return dataset;
}

}  // namespace ndpool
