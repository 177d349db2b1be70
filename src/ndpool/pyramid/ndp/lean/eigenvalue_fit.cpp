#include "ndpool/pyramid/ndp/lean/eigenvalue_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/base/stop.hpp"

namespace ndpool {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Modes after the fitted ones; otherwise their eigenvalues might fall below fitted ones. Other values: results/constants.txt.
constexpr std::size_t held = 6;

double mean_distance(std::span<const double> values, std::span<const double> wanted) {
    double sum = 0;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        sum += std::abs(values[k] / wanted[k] - 1);
    }
    return sum / static_cast<double>(wanted.size());
}

/// Derivatives of the eigenvalues, relative to themselves, by the weight of an edge: (x_i - x_j)^2 / lambda of every mode. A
/// self-loop is an edge to ground, where every mode is 0.
VectorXd sensitivities(const LowModes& modes, NodeId from, NodeId to) {
    VectorXd change(static_cast<Eigen::Index>(modes.size()));
    for (std::size_t k = 0; k < modes.size(); ++k) {
        const double difference = modes.vectors[k][from] - (from == to ? 0.0 : modes.vectors[k][to]);
        change[static_cast<Eigen::Index>(k)] = difference * difference / modes.values[k];
    }
    return change;
}

/// One step: with P the sensitivities of an edge, relative changes of the weights c = y'P / |P|_1 are the smallest if every
/// edge counts by its share of the energies; y follows from the changes that are wanted.
Graph with_changes(const Graph& graph, const LowModes& modes, const VectorXd& wanted) {
    constexpr double largest_change = 2;  // other values: results/constants.txt
    MatrixXd gram = MatrixXd::Zero(wanted.size(), wanted.size());
    std::vector<Edge> edges = edges_of(graph);
    for (const Edge& edge : edges) {
        const VectorXd p = sensitivities(modes, edge.from, edge.to);
        if (p.sum() > 0) {
            gram.noalias() += (edge.weight / p.sum()) * p * p.transpose();
        }
    }
    gram.diagonal() *= 1 + 1e-9;
    const VectorXd y = gram.ldlt().solve(wanted);
    for (Edge& edge : edges) {
        const VectorXd p = sensitivities(modes, edge.from, edge.to);
        const double change = p.sum() > 0 ? y.dot(p) / p.sum() : 0.0;
        edge.weight *= std::clamp(1 + change, 1 / largest_change, largest_change);
    }
    return Graph::from_edges(graph.node_count(), edges);
}

}  // namespace

EigenvalueFit fitted_to_eigenvalues(Graph graph, std::span<const double> eigenvalues, const EigenvalueFitOptions& options) {
    constexpr double largest_step = 0.3;  // other values: results/constants.txt
    EigenvalueFit best{graph, {}, {}};
    LowModes modes = options.start;
    double least_distance = std::numeric_limits<double>::infinity();
    for (int step = 0; step < options.most_steps && least_distance > options.close_enough; ++step) {
        stop_if_requested();
        modes = options.modes ? options.modes(graph, modes) : low_modes(graph, eigenvalues.size() + held, modes);
        if (modes.size() < eigenvalues.size()) {
            return best;
        }
        const double distance = mean_distance(modes.values, eigenvalues);
        if (distance < least_distance) {
            least_distance = distance;
            best = {graph, {modes.values.begin(), modes.values.begin() + std::ssize(eigenvalues)}, {}};
        }
        VectorXd wanted = VectorXd::Zero(static_cast<Eigen::Index>(modes.size()));
        for (std::size_t k = 0; k < eigenvalues.size(); ++k) {
            wanted[static_cast<Eigen::Index>(k)] = std::clamp(eigenvalues[k] / modes.values[k] - 1, -largest_step, largest_step);
        }
        graph = with_changes(graph, modes, wanted);
    }
    best.last_modes = std::move(modes);
    return best;
}

}  // namespace ndpool
