// Makes a graph from a list of edges, and one level of it in three steps.
#include <cstdio>
#include <vector>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/sparsify/threshold.hpp"

int main() {
    using namespace ndpool;
    const std::vector<Edge> edges{{0, 1, 2.0}, {1, 2}, {2, 0}, {2, 3}};  // the weight is 1 if it is not said
    const Graph graph = Graph::from_edges(4, edges);
    for (const NodeId neighbor : graph.neighbors(2)) {
        std::printf("node 2 is joined to node %d with weight %g\n", neighbor, graph.weight(2, neighbor));
    }

    const Cut cut = cut_graph(graph, {}, Seed(1));
    const Graph reduced = kron_reduce(graph, cut);
    const Graph sparsified = drop_weak_edges(reduced, {.epsilon = 0.01});

    for (const Edge& edge : edges_of(sparsified)) {
        std::printf("kept nodes %d and %d are joined with weight %.4f\n", cut.kept[edge.from], cut.kept[edge.to], edge.weight);
    }
}
