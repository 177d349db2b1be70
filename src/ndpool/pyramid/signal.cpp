#include "ndpool/pyramid/signal.hpp"

#include <fmt/format.h>

#include <Eigen/Sparse>
#include <algorithm>
#include <numeric>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/graph/assemble.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/assignment_matrix.hpp"

namespace ndpool {

namespace {

void check_signal(const Pyramid& pyramid, std::size_t from, std::size_t to, const Table<double>& signal) {
    const std::size_t deepest = pyramid.levels.size();
    if (from > deepest || to > deepest) {
        throw InvalidInput(
            fmt::format("stored level {} was asked for, the pyramid has levels 0..{}", std::max(from, to), deepest));
    }
    if (signal.values.size() != signal.columns * static_cast<std::size_t>(node_count_at(pyramid, from))) {
        throw InvalidInput(fmt::format("the signal has {} values in {} columns, expected one row for each of {} nodes",
                                       signal.values.size(), signal.columns, node_count_at(pyramid, from)));
    }
}

/// The node of the base behind each node of a stored level.
std::vector<NodeId> base_nodes(const Pyramid& pyramid, std::size_t index) {
    if (index > 0) {
        return pyramid.levels[index - 1].nodes;
    }
    std::vector<NodeId> all(static_cast<std::size_t>(pyramid.base.node_count()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

Table<double> select_rows(const Table<double>& table, std::span<const NodeId> rows) {
    Table<double> result{table.columns, {}};
    result.values.reserve(rows.size() * table.columns);
    for (const NodeId row : rows) {
        result.values.insert(result.values.end(), table.row(row), table.row(row) + table.columns);
    }
    return result;
}

Table<double> scatter_rows(const Table<double>& table, std::span<const NodeId> rows, std::size_t count) {
    Table<double> result{table.columns, std::vector<double>(count * table.columns, 0.0)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::copy_n(table.row(i), table.columns, result.values.begin() + static_cast<std::ptrdiff_t>(rows[i] * table.columns));
    }
    return result;
}

/// The nodes that are not fixed but are connected to one that is, or to ground.
std::vector<NodeId> free_nodes(const Graph& graph, std::span<const NodeId> fixed) {
    const Components components = connected_components(graph);
    std::vector<bool> is_tied(static_cast<std::size_t>(components.count()), false);
    std::vector<bool> is_fixed(static_cast<std::size_t>(graph.node_count()), false);
    for (const NodeId node : fixed) {
        is_fixed[node] = true;
        is_tied[components.label[node]] = true;
    }
    std::vector<NodeId> result;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (!is_fixed[node] && is_tied[components.label[node]]) {
            result.push_back(node);
        }
    }
    return result;
}

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowsOfSignal = Eigen::Map<Rows>;

RowsOfSignal rows_of(Table<double>& signal) {
    const auto columns = static_cast<Eigen::Index>(signal.columns);
    return {signal.values.data(), columns > 0 ? static_cast<Eigen::Index>(signal.values.size()) / columns : 0, columns};
}

/// The loopy Laplacian of a graph on the nodes that are free, factored, and the weights that join them to the other nodes.
class FreeNodes {
public:
    FreeNodes(const Graph& graph, std::vector<NodeId> free) : nodes_(std::move(free)) {
        std::vector<int> number(static_cast<std::size_t>(graph.node_count()), -1);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            number[nodes_[i]] = static_cast<int>(i);
        }
        std::vector<Eigen::Triplet<double>> inside;
        std::vector<Eigen::Triplet<double>> outside;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const auto neighbors = graph.neighbors(nodes_[i]);
            const auto weights = graph.weights(nodes_[i]);
            double total = 0;
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                total += weights[k];
                if (number[neighbors[k]] < 0) {
                    outside.emplace_back(static_cast<int>(i), neighbors[k], weights[k]);
                } else if (neighbors[k] != nodes_[i]) {
                    inside.emplace_back(static_cast<int>(i), number[neighbors[k]], -weights[k]);
                }
            }
            inside.emplace_back(static_cast<int>(i), static_cast<int>(i), total);
        }
        const auto size = static_cast<Eigen::Index>(nodes_.size());
        Eigen::SparseMatrix<double> laplacian(size, size);
        laplacian.setFromTriplets(inside.begin(), inside.end());
        weights_.resize(size, graph.node_count());
        weights_.setFromTriplets(outside.begin(), outside.end());
        factor_.compute(laplacian);
        if (factor_.info() != Eigen::Success) {
            throw NumericalFailure("the harmonic extension could not be solved: the weights span too many magnitudes");
        }
    }

    /// Fills the free rows so that at each of those nodes (D + loops) x = A x.
    void extend(Table<double>& signal) const {
        RowsOfSignal rows = rows_of(signal);
        const Eigen::MatrixXd settled = factor_.solve(Eigen::MatrixXd(weights_ * rows));
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            rows.row(nodes_[i]) = settled.row(static_cast<Eigen::Index>(i));
        }
    }
    /// The transpose: adds what is on the free rows to the others.
    void restrict_to_others(Table<double>& signal) const {
        RowsOfSignal rows = rows_of(signal);
        Eigen::MatrixXd loads(static_cast<Eigen::Index>(nodes_.size()), rows.cols());
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            loads.row(static_cast<Eigen::Index>(i)) = rows.row(nodes_[i]);
        }
        rows += weights_.transpose() * factor_.solve(loads);
    }

private:
    std::vector<NodeId> nodes_;
    Eigen::SparseMatrix<double> weights_;  ///< free nodes x all nodes
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor_;
};

/// Throws InvalidInput unless the first `count` levels keep nodes.
void require_kept_nodes(const Pyramid& pyramid, std::size_t count) {
    if (std::any_of(pyramid.levels.begin(), pyramid.levels.begin() + static_cast<std::ptrdiff_t>(count),
                    [](const Level& level) { return level.assignment_matrix.has_value(); })) {
        throw InvalidInput(
            "a harmonic extension or restriction needs levels that keep nodes, these join them: use Lift::transpose or "
            "Restrict::decimate");
    }
}

}  // namespace

Table<double> pool_signal(const Pyramid& pyramid, std::size_t from, std::size_t to, const Table<double>& signal, Restrict how) {
    check_signal(pyramid, from, to, signal);
    if (to < from) {
        throw InvalidInput(fmt::format("pooling goes down, from level {} to {} is up: use lift_signal", from, to));
    }
    if (how == Restrict::harmonic) {
        require_kept_nodes(pyramid, to);
        Table<double> spread =
            scatter_rows(signal, base_nodes(pyramid, from), static_cast<std::size_t>(pyramid.base.node_count()));
        const std::vector<NodeId> kept = base_nodes(pyramid, to);
        std::vector<NodeId> free = free_nodes(pyramid.base, kept);
        if (!free.empty() && signal.columns > 0) {
            FreeNodes(pyramid.base, std::move(free)).restrict_to_others(spread);
        }
        return select_rows(spread, kept);
    }
    Table<double> pooled = signal;
    for (std::size_t index = from; index < to; ++index) {
        const Level& level = pyramid.levels[index];
        pooled = level.assignment_matrix ? product(*level.assignment_matrix, pooled) : select_rows(pooled, level.pool);
    }
    return pooled;
}

Table<double> lift_signal(const Pyramid& pyramid, std::size_t from, std::size_t to, const Table<double>& signal, Lift how) {
    check_signal(pyramid, from, to, signal);
    if (to > from) {
        throw InvalidInput(fmt::format("lifting goes up, from level {} to {} is down: use pool_signal", from, to));
    }
    if (how == Lift::transpose) {
        Table<double> lifted = signal;
        for (std::size_t index = from; index > to; --index) {
            const Level& level = pyramid.levels[index - 1];
            lifted = level.assignment_matrix
                         ? product(transpose(*level.assignment_matrix), lifted)
                         : scatter_rows(lifted, level.pool, static_cast<std::size_t>(node_count_at(pyramid, index - 1)));
        }
        return lifted;
    }
    require_kept_nodes(pyramid, from);
    const std::vector<NodeId> fixed = base_nodes(pyramid, from);
    Table<double> lifted = scatter_rows(signal, fixed, static_cast<std::size_t>(pyramid.base.node_count()));
    std::vector<NodeId> free = free_nodes(pyramid.base, fixed);
    if (!free.empty() && signal.columns > 0) {
        FreeNodes(pyramid.base, std::move(free)).extend(lifted);
    }
    return select_rows(lifted, base_nodes(pyramid, to));
}

}  // namespace ndpool
