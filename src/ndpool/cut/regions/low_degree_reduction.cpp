#include "ndpool/cut/regions/low_degree_reduction.hpp"

#include <algorithm>
#include <cmath>

namespace ndpool {

namespace {

/// With at most three neighbours, the best side of a node, as a function of theirs, is a sum over pairs of them: weights between
/// the neighbours replace the node exactly. With four this does not hold.
constexpr std::size_t low_degree = 3;

bool is_worth_it(const CutProblem& problem) {
    constexpr double least_share = 0.15;  // of the nodes, so that the smaller problem pays for making it; chosen by hand
    NodeId low = 0;
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        low += problem.neighbors(node).size() <= low_degree ? 1 : 0;
    }
    return low > 0 && low >= least_share * problem.node_count();
}

}  // namespace

/// The graph while nodes are removed from it. Arcs to removed nodes stay in a list until they are half of it, so that removing
/// a leaf of a hub costs no more than removing any other node.
class LowDegreeElimination {
public:
    explicit LowDegreeElimination(const CutProblem& problem)
        : arcs_(static_cast<std::size_t>(problem.node_count())), degree_(arcs_.size()), is_taken_(arcs_.size(), 0) {
        for (NodeId node = 0; node < problem.node_count(); ++node) {
            const auto neighbors = problem.neighbors(node);
            const auto weights = problem.weights(node);
            arcs_[node].reserve(neighbors.size());
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                arcs_[node].push_back({neighbors[k], weights[k]});
            }
            degree_[node] = neighbors.size();
        }
        for (NodeId node = problem.node_count(); node-- > 0;) {
            note(node);
        }
    }

    void take_all() {
        for (std::size_t degree = 0; degree <= low_degree;) {
            if (pending_[degree].empty()) {
                ++degree;
                continue;
            }
            const NodeId node = pending_[degree].back();
            pending_[degree].pop_back();
            if (is_taken_[node] == 0 && degree_[node] == degree && take(node)) {
                degree = 0;
            }
        }
    }

    [[nodiscard]] ReducedProblem result(const Parallel& parallel) {
        std::vector<NodeId> left;
        std::vector<NodeId> place(arcs_.size(), -1);
        for (std::size_t node = 0; node < arcs_.size(); ++node) {
            if (is_taken_[node] == 0) {
                place[node] = static_cast<NodeId>(left.size());
                left.push_back(static_cast<NodeId>(node));
            }
        }
        std::vector<Edge> edges;
        for (const NodeId node : left) {
            for (const Arc& arc : arcs_[node]) {
                if (arc.to > node && is_taken_[arc.to] == 0) {
                    edges.push_back({place[node], place[arc.to], arc.weight});
                }
            }
        }
        CutProblem rest(SignedGraph::from_edges(static_cast<NodeId>(left.size()), edges), parallel);
        return {std::move(rest), std::move(left), std::move(taken_), static_cast<NodeId>(arcs_.size())};
    }

private:
    struct Arc {
        NodeId to;
        double weight;
    };

    /// Puts a node on the list of its degree, if that is low.
    void note(NodeId node) {
        if (degree_[node] <= low_degree) {
            pending_[degree_[node]].push_back(node);
        }
    }

    /// Removes a node; false if it has a hub as neighbour, because weights between neighbours would take long to find there.
    bool take(NodeId node) {
        constexpr std::size_t longest_list = 500;
        drop_gone_arcs(node);
        const std::vector<Arc> arcs = arcs_[node];
        const auto is_hub = [&](const Arc& arc) { return arcs_[arc.to].size() > longest_list; };
        if (arcs.size() > 1 && std::any_of(arcs.begin(), arcs.end(), is_hub)) {
            return false;
        }
        ReducedProblem::Taken taken{node, static_cast<int>(arcs.size()), {}, {}};
        is_taken_[node] = 1;
        for (std::size_t k = 0; k < arcs.size(); ++k) {
            taken.neighbors[k] = arcs[k].to;
            taken.weights[k] = arcs[k].weight;
            lose_neighbor(arcs[k].to);
        }
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            for (std::size_t j = i + 1; j < arcs.size(); ++j) {
                const double a = taken.weights[i];
                const double b = taken.weights[j];
                const double c = taken.weights[3 - i - j];  // 0 if there is no third neighbour
                add(arcs[i].to, arcs[j].to,
                    (std::abs(b + c - a) + std::abs(a + c - b) - std::abs(a + b - c) - std::abs(a + b + c)) / 4);
            }
        }
        for (const Arc& arc : arcs) {
            note(arc.to);
        }
        arcs_[node] = {};
        taken_.push_back(taken);
        return true;
    }

    void drop_gone_arcs(NodeId node) {
        std::erase_if(arcs_[node], [&](const Arc& arc) { return is_taken_[arc.to] != 0; });
    }
    void lose_neighbor(NodeId node) {
        constexpr std::size_t short_list = 16;  // decides time: lists this short need no cleaning
        --degree_[node];
        if (arcs_[node].size() > 2 * degree_[node] + short_list) {
            drop_gone_arcs(node);
        }
    }

    void add(NodeId first, NodeId second, double weight) {
        if (weight != 0) {
            add_arc(first, second, weight);
            add_arc(second, first, weight);
        }
    }
    void add_arc(NodeId from, NodeId to, double weight) {
        auto& arcs = arcs_[from];
        const auto found = std::find_if(arcs.begin(), arcs.end(), [&](const Arc& arc) { return arc.to == to; });
        if (found == arcs.end()) {
            arcs.push_back({to, weight});
            ++degree_[from];
            return;
        }
        found->weight += weight;
        if (found->weight == 0) {
            arcs.erase(found);
            --degree_[from];
        }
    }

    std::vector<std::vector<Arc>> arcs_;
    std::vector<std::size_t> degree_;  ///< arcs to nodes that are not removed
    std::vector<char> is_taken_;
    std::array<std::vector<NodeId>, low_degree + 1> pending_;
    std::vector<ReducedProblem::Taken> taken_;
};

Sides ReducedProblem::extended(std::span<const Side> sides_of_rest) const {
    Sides sides(static_cast<std::size_t>(nodes_), 1);
    for (std::size_t i = 0; i < left_.size(); ++i) {
        sides[left_[i]] = sides_of_rest[i];
    }
    for (std::size_t i = taken_.size(); i > 0; --i) {
        const Taken& taken = taken_[i - 1];
        double pull = 0;
        for (int k = 0; k < taken.degree; ++k) {
            pull += taken.weights[k] * sides[taken.neighbors[k]];
        }
        sides[taken.node] = pull > 0 ? Side{-1} : Side{1};
    }
    return sides;
}

std::optional<ReducedProblem> without_low_degrees(const CutProblem& problem, const Parallel& parallel) {
    if (!is_worth_it(problem)) {
        return std::nullopt;
    }
    LowDegreeElimination elimination(problem);
    elimination.take_all();
    return elimination.result(parallel);
}

}  // namespace ndpool
