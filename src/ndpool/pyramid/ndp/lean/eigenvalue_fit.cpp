#include "ndpool/pyramid/ndp/lean/eigenvalue_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

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

/// The modes of each node side by side, divided by the roots of their eigenvalues.
class ModesByNode {
public:
    explicit ModesByNode(const LowModes& modes) : count_(modes.size()), values_(modes.size() * modes.vectors.front().size()) {
        for (std::size_t k = 0; k < count_; ++k) {
            const double scale = 1 / std::sqrt(modes.values[k]);
            for (std::size_t node = 0; node < modes.vectors[k].size(); ++node) {
                values_[node * count_ + k] = modes.vectors[k][node] * scale;
            }
        }
    }

    /// Derivatives of the eigenvalues, relative to themselves, by the weight of an edge: (x_i - x_j)^2 / lambda of every mode. A
    /// self-loop is an edge to ground, where every mode is 0. Returns their sum.
    double sensitivities(NodeId from, NodeId to, VectorXd& result) const {
        const double* const here = values_.data() + static_cast<std::size_t>(from) * count_;
        const double* const there = values_.data() + static_cast<std::size_t>(to) * count_;
        double sum = 0;
        for (std::size_t k = 0; k < count_; ++k) {
            const double difference = here[k] - (from == to ? 0.0 : there[k]);
            result[static_cast<Eigen::Index>(k)] = difference * difference;
            sum += difference * difference;
        }
        return sum;
    }

private:
    std::size_t count_;
    std::vector<double> values_;
};

/// One step: with P the sensitivities of an edge, relative changes of the weights c = y'P / |P|_1 are the smallest if every
/// edge counts by its share of the energies; y follows from the changes that are wanted.
Graph with_changes(const Graph& graph, const LowModes& modes, const VectorXd& wanted) {
    constexpr double largest_change = 2;  // other values: results/constants.txt
    const ModesByNode by_node(modes);
    const Eigen::Index size = wanted.size();
    VectorXd p(size);
    MatrixXd gram = MatrixXd::Zero(size, size);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t e = 0; e < neighbors.size() && neighbors[e] <= node; ++e) {
            const double sum = by_node.sensitivities(node, neighbors[e], p);
            for (Eigen::Index column = 0; sum > 0 && column < size; ++column) {
                const double factor = weights[e] / sum * p[column];
                for (Eigen::Index row = column; row < size; ++row) {
                    gram(row, column) += factor * p[row];
                }
            }
        }
    }
    gram.diagonal() *= 1 + 1e-9;
    const VectorXd y = gram.ldlt().solve(wanted);  // which reads the lower triangle
    SparseMatrix changed = graph.adjacency();
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        for (EntryIndex e = changed.offsets[node]; e < changed.offsets[node + 1]; ++e) {
            // Both directions of an edge have differences that differ in sign only, so they get the same bits.
            const double sum = by_node.sensitivities(node, changed.indices[e], p);
            const double change = sum > 0 ? y.dot(p) / sum : 0.0;
            changed.values[e] *= std::clamp(1 + change, 1 / largest_change, largest_change);
        }
    }
    return Graph::from_symmetric(std::move(changed));
}

}  // namespace

EigenvalueFit fitted_to_eigenvalues(Graph graph, std::span<const double> eigenvalues, const EigenvalueFitOptions& options) {
    constexpr double largest_step = 0.3;  // other values: results/constants.txt
    EigenvalueFit best{graph, {}, {}};
    LowModes modes = options.start;
    double least_distance = std::numeric_limits<double>::infinity();
    for (int step = 0; step < options.most_steps; ++step) {
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
        if (least_distance <= options.close_enough || step + 1 == options.most_steps) {
            break;
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
