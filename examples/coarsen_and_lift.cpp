// Coarsens one graph, pools a signal down its levels and lifts it back up.
#include <cmath>
#include <cstdio>

#include "ndpool/generate/sensor.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/pyramid/signal.hpp"

int main() {
    using namespace ndpool;
    const Seed seed(42);
    const PlacedGraph network = sensor_graph(500, seed.child("graph"));
    const Graph& graph = network.graph;

    // Three levels of about 250, 125 and 62 nodes, each made by Kron reduction of the previous one.
    const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 2, 3}}, seed.child("pyramid"));
    for (const Level& level : pyramid.levels) {
        std::printf("level %d: %d nodes, %lld edges, %.3f of the weight was cut\n", level.number, level.graph.node_count(),
                    static_cast<long long>(level.graph.edge_count()), level.cut.fraction);
    }

    // A smooth signal with one column; row i belongs to node i.
    Table<double> signal{.columns = 1, .values = {}};
    for (const Point& point : network.positions) {
        signal.values.push_back(std::sin(3 * point.x) + point.y);
    }

    // Level 0 is the graph itself, level k the k-th of pyramid.levels.
    const Table<double> pooled = pool_signal(pyramid, 0, 3, signal);
    const Table<double> lifted = lift_signal(pyramid, 3, 0, pooled, Lift::harmonic);
    double error = 0;
    for (std::size_t i = 0; i < signal.values.size(); ++i) {
        error += std::abs(lifted.values[i] - signal.values[i]) / static_cast<double>(signal.values.size());
    }
    std::printf("the signal on %zu of %zu nodes, lifted back, is off by %.3f on average\n", pooled.rows(), signal.rows(), error);
    std::printf("pooled again: %s\n", pool_signal(pyramid, 0, 3, lifted) == pooled ? "the same" : "ERROR: not the same");
}
