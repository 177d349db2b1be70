#include "ndpool/pyramid/harmonic_restriction.hpp"

#include <fmt/format.h>

#include <Eigen/Sparse>
#include <algorithm>
#include <numeric>

#include "ndpool/base/eigen_blocking.hpp"

namespace ndpool {

namespace {

/// Columns that are solved for at once: a whole block would be dense.
constexpr Eigen::Index columns_at_once = 64;

/// Where a node goes: nodes of the level and proportions, ascending by node.
struct Proportions {
    std::vector<NodeId> to;
    std::vector<double> shares;
    NodeId largest = -1;  ///< kept although it may be below the drop tolerance
    double largest_share = 0;

    void offer(NodeId node, double share, double drop_below) {
        if (share > largest_share) {
            largest = node;
            largest_share = share;
        }
        if (share > 0 && share >= drop_below) {
            to.push_back(node);
            shares.push_back(share);
        }
    }
    /// Called once, after everything was offered.
    void scale_to_one() {
        if (to.empty() && largest >= 0) {
            to = {largest};
            shares = {1};
            return;
        }
        const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
        for (double& share : shares) {
            share /= sum;
        }
    }
};

/// Dropped nodes that are connected without passing a kept node, and the kept nodes next to them.
struct Interior {
    std::vector<NodeId> nodes;     ///< of the base, ascending
    std::vector<NodeId> boundary;  ///< of the level, ascending
};

/// `level_node` has for each node of the base its node in the level, or -1.
std::vector<Interior> interiors_of(const Graph& base, const std::vector<NodeId>& level_node) {
    std::vector<Interior> all;
    std::vector<bool> seen(level_node.size(), false);
    for (NodeId start = 0; start < base.node_count(); ++start) {
        if (seen[start] || level_node[start] >= 0) {
            continue;
        }
        Interior interior;
        interior.nodes = {start};
        seen[start] = true;
        for (std::size_t next = 0; next < interior.nodes.size(); ++next) {
            for (const NodeId neighbor : base.neighbors(interior.nodes[next])) {
                if (level_node[neighbor] >= 0) {
                    interior.boundary.push_back(level_node[neighbor]);
                } else if (!seen[neighbor]) {
                    seen[neighbor] = true;
                    interior.nodes.push_back(neighbor);
                }
            }
        }
        std::sort(interior.nodes.begin(), interior.nodes.end());
        std::sort(interior.boundary.begin(), interior.boundary.end());
        interior.boundary.erase(std::unique(interior.boundary.begin(), interior.boundary.end()), interior.boundary.end());
        all.push_back(std::move(interior));
    }
    return all;
}

/// The sum of a node's weights without its self-loop.
double degree_without_loop(const Graph& base, NodeId node) {
    double sum = 0;
    for (std::size_t k = 0; k < base.neighbors(node).size(); ++k) {
        sum += base.neighbors(node)[k] == node ? 0 : base.weights(node)[k];
    }
    return sum;
}

/// A node all of whose neighbours are kept needs no solution.
void spread_single(const Graph& base, NodeId node, const std::vector<NodeId>& level_node, double drop_below, Proportions& row) {
    const double total = degree_without_loop(base, node);
    std::vector<std::pair<NodeId, double>> neighbors;
    for (std::size_t k = 0; k < base.neighbors(node).size(); ++k) {
        if (base.neighbors(node)[k] != node) {
            neighbors.emplace_back(level_node[base.neighbors(node)[k]], base.weights(node)[k]);
        }
    }
    std::sort(neighbors.begin(), neighbors.end());
    for (const auto& [to, weight] : neighbors) {
        row.offer(to, weight / total, drop_below);
    }
}

/// Solves L(C,C) X = -L(C,boundary) for one interior C.
void spread_interior(const Graph& base, const Interior& interior, const std::vector<NodeId>& level_node,
                     std::vector<NodeId>& number, double drop_below, std::vector<Proportions>& rows) {
    const auto size = static_cast<Eigen::Index>(interior.nodes.size());
    for (std::size_t i = 0; i < interior.nodes.size(); ++i) {
        number[interior.nodes[i]] = static_cast<NodeId>(i);
    }
    std::vector<Eigen::Triplet<double>> inside;
    std::vector<Eigen::Triplet<double>> outside;
    for (std::size_t i = 0; i < interior.nodes.size(); ++i) {
        const NodeId node = interior.nodes[i];
        for (std::size_t k = 0; k < base.neighbors(node).size(); ++k) {
            const NodeId neighbor = base.neighbors(node)[k];
            const double weight = base.weights(node)[k];
            if (level_node[neighbor] >= 0) {
                const auto place = std::lower_bound(interior.boundary.begin(), interior.boundary.end(), level_node[neighbor]);
                outside.emplace_back(static_cast<int>(i), static_cast<int>(place - interior.boundary.begin()), weight);
            } else if (neighbor != node) {
                inside.emplace_back(static_cast<int>(i), number[neighbor], -weight);
            }
        }
        inside.emplace_back(static_cast<int>(i), static_cast<int>(i), degree_without_loop(base, node));
    }
    const auto columns = static_cast<Eigen::Index>(interior.boundary.size());
    Eigen::SparseMatrix<double> laplacian(size, size);
    Eigen::SparseMatrix<double> weights(size, columns);
    laplacian.setFromTriplets(inside.begin(), inside.end());
    weights.setFromTriplets(outside.begin(), outside.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(laplacian);
    if (factor.info() != Eigen::Success) {
        throw NumericalFailure("the harmonic restriction could not be solved: the weights span too many magnitudes");
    }
    for (Eigen::Index first = 0; first < columns; first += columns_at_once) {
        const Eigen::Index count = std::min(columns_at_once, columns - first);
        const Eigen::MatrixXd shares = factor.solve(Eigen::MatrixXd(weights.middleCols(first, count)));
        for (Eigen::Index i = 0; i < size; ++i) {
            for (Eigen::Index c = 0; c < count; ++c) {
                rows[interior.nodes[i]].offer(interior.boundary[first + c], shares(i, c), drop_below);
            }
        }
    }
}

/// The matrix whose column j has the proportions of the j-th of these nodes.
SparseMatrix with_columns(const std::vector<Proportions>& rows, const std::vector<NodeId>& nodes, NodeId level_nodes) {
    SparseMatrix result{level_nodes, static_cast<NodeId>(nodes.size()), {}, {}, {}};
    result.offsets.assign(static_cast<std::size_t>(level_nodes) + 1, 0);
    for (const NodeId node : nodes) {
        for (const NodeId to : rows[node].to) {
            ++result.offsets[to + 1];
        }
    }
    std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
    result.indices.resize(result.offsets.back());
    result.values.resize(result.offsets.back());
    std::vector<EntryIndex> next(result.offsets.begin(), result.offsets.end() - 1);
    for (std::size_t column = 0; column < nodes.size(); ++column) {
        const Proportions& row = rows[nodes[column]];
        for (std::size_t k = 0; k < row.to.size(); ++k) {
            const EntryIndex place = next[row.to[k]]++;
            result.indices[place] = static_cast<NodeId>(column);
            result.values[place] = row.shares[k];
        }
    }
    return result;
}

}  // namespace

SparseMatrix harmonic_restriction(const Pyramid& pyramid, std::size_t index, double drop_below) {
    if (index >= pyramid.levels.size()) {
        throw InvalidInput(
            fmt::format("level {} was asked for, the pyramid has {} stored levels counted from 0", index, pyramid.levels.size()));
    }
    for (std::size_t level = 0; level <= index; ++level) {
        if (pyramid.levels[level].assignment_matrix) {
            throw InvalidInput("a harmonic restriction needs levels that keep nodes, these join them");
        }
    }
    const Graph& base = pyramid.base;
    const std::vector<NodeId>& kept = pyramid.levels[index].nodes;
    std::vector<NodeId> level_node(static_cast<std::size_t>(base.node_count()), -1);
    std::vector<Proportions> rows(level_node.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        level_node[kept[i]] = static_cast<NodeId>(i);
        rows[kept[i]].offer(static_cast<NodeId>(i), 1, 0);
    }
    std::vector<NodeId> number(level_node.size(), -1);
    for (const Interior& interior : interiors_of(base, level_node)) {
        if (interior.boundary.empty()) {
            continue;
        }
        if (interior.nodes.size() == 1) {
            spread_single(base, interior.nodes.front(), level_node, drop_below, rows[interior.nodes.front()]);
        } else {
            spread_interior(base, interior, level_node, number, drop_below, rows);
        }
        for (const NodeId node : interior.nodes) {
            rows[node].scale_to_one();
        }
    }
    std::vector<NodeId> before(level_node.size());
    std::iota(before.begin(), before.end(), 0);
    return with_columns(rows, index == 0 ? before : pyramid.levels[index - 1].nodes, static_cast<NodeId>(kept.size()));
}

}  // namespace ndpool
