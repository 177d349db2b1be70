#include "ndpool/linalg/laplacian/grounded_factor.hpp"

#include <fmt/format.h>

#include <new>

#include "ndpool/base/memory.hpp"

namespace ndpool {

namespace {

template <typename Matrix>
Matrix grounded_laplacian(const Graph& graph, NodeId ground) {
    const auto number = [ground](NodeId node) { return node < ground ? node : node - 1; };
    std::vector<Eigen::Triplet<double, EntryIndex>> lower;
    lower.reserve(static_cast<std::size_t>(graph.entry_count() / 2 + graph.node_count()));
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (node == ground) {
            continue;
        }
        lower.emplace_back(number(node), number(node), degree_of(graph, node));
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size() && neighbors[k] < node; ++k) {
            if (neighbors[k] != ground) {
                lower.emplace_back(number(node), number(neighbors[k]), -weights[k]);
            }
        }
    }
    Matrix matrix(graph.node_count() - 1, graph.node_count() - 1);
    matrix.setFromTriplets(lower.begin(), lower.end());
    return matrix;
}

}  // namespace

Graph with_ground_node(const Graph& graph) {
    std::vector<Edge> edges = edges_of(graph);
    for (Edge& edge : edges) {
        if (edge.from == edge.to) {
            edge.to = graph.node_count();
        }
    }
    return Graph::from_edges(graph.node_count() + 1, edges);
}

NodeId busiest_node(const Graph& graph) {
    NodeId busiest = 0;
    for (NodeId node = 1; node < graph.node_count(); ++node) {
        if (graph.neighbors(node).size() > graph.neighbors(busiest).size()) {
            busiest = node;
        }
    }
    return busiest;
}

GroundedFactor::GroundedFactor(const Graph& connected) : GroundedFactor(connected, busiest_node(connected)) {}

GroundedFactor::GroundedFactor(const Graph& connected, NodeId ground, double most_entries)
    : nodes_(connected.node_count()), ground_(ground) {
    factorize(grounded_laplacian<Matrix>(connected, ground_), most_entries);
}

void GroundedFactor::factorize(const Matrix& grounded, double most_entries) {
    try {
        factor_.analyzePattern(grounded);
        // The pattern's memory is reserved by now but not yet touched, so there is still time to refuse.
        if (factor_.entries() > most_entries) {
            throw TooLarge(fmt::format("the sparse factor of {} connected nodes has {:.0f} entries, {:.0f} are allowed", nodes_,
                                       factor_.entries(), most_entries));
        }
        const double bytes = 16.0 * factor_.entries();
        if (bytes > static_cast<double>(available_memory())) {
            throw TooLarge(fmt::format("the sparse factor of {} connected nodes needs {}, {} are free", nodes_,
                                       readable_bytes(bytes), readable_bytes(static_cast<double>(available_memory()))));
        }
        factor_.factorize(grounded);
    } catch (const std::bad_alloc&) {
        throw TooLarge(fmt::format("the sparse factor of {} connected nodes does not fit in memory", nodes_));
    }
    // A pivot that is rounding noise compared with the diagonal it came from has no correct digit.
    const Eigen::VectorXd diagonal = factor_.permutationP() * Eigen::VectorXd(grounded.diagonal());
    const double noise = 4 * std::numeric_limits<double>::epsilon();
    if (factor_.info() != Eigen::Success || (factor_.vectorD().array() <= noise * diagonal.array()).any()) {
        throw NumericalFailure(
            fmt::format("the weights of {} connected nodes differ too much for their Laplacian to be solved", nodes_));
    }
}

Eigen::VectorXd GroundedFactor::potentials(const Eigen::VectorXd& currents) const {
    const Eigen::Index before = ground_;
    const Eigen::Index after = nodes_ - 1 - before;
    Eigen::VectorXd reduced(nodes_ - 1);
    reduced << currents.head(before), currents.tail(after);
    const Eigen::VectorXd solved = factor_.solve(reduced);
    Eigen::VectorXd result(nodes_);
    result << solved.head(before), 0.0, solved.tail(after);
    return result;
}

Eigen::VectorXd GroundedFactor::pseudo_inverse_times(const Eigen::VectorXd& vector) const {
    const Eigen::VectorXd result = potentials((vector.array() - vector.mean()).matrix());
    return (result.array() - result.mean()).matrix();
}

}  // namespace ndpool
