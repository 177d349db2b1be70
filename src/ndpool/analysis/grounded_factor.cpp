#include "ndpool/analysis/grounded_factor.hpp"

#include <fmt/format.h>

#include <limits>
#include <new>

#include "ndpool/base/memory.hpp"

namespace ndpool {

namespace {

/// Grounding the node with the most neighbours spares the factor a hub's fill and conditions it best.
NodeId busiest_node(const Graph& graph) {
    NodeId busiest = 0;
    for (NodeId node = 1; node < graph.node_count(); ++node) {
        if (graph.neighbors(node).size() > graph.neighbors(busiest).size()) {
            busiest = node;
        }
    }
    return busiest;
}

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

GroundedFactor::GroundedFactor(const Graph& connected) : nodes_(connected.node_count()), ground_(busiest_node(connected)) {
    factorize(grounded_laplacian<Matrix>(connected, ground_));
}

void GroundedFactor::factorize(const Matrix& grounded) {
    try {
        factor_.analyzePattern(grounded);
        // The pattern's memory is reserved by now but not yet touched, so there is still time to refuse.
        const double bytes = 16.0 * factor_.entries();
        if (bytes > static_cast<double>(available_memory())) {
            throw TooLarge(fmt::format("the sparse factor of {} connected nodes needs {}, {} are free", nodes_,
                                       readable_bytes(bytes), readable_bytes(static_cast<double>(available_memory()))));
        }
        factor_.factorize(grounded);
    } catch (const std::bad_alloc&) {
        throw TooLarge(fmt::format("the sparse factor of {} connected nodes does not fit in memory", nodes_));
    }
    // A pivot that is rounding noise beside the diagonal it came from has no correct digit.
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
