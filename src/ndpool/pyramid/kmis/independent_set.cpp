#include "ndpool/pyramid/kmis/independent_set.hpp"

#include <algorithm>

#include "ndpool/base/stop.hpp"
#include "ndpool/pyramid/node_lists.hpp"

namespace ndpool {

namespace {

/// Breadth-first searches that end after some steps.
class Surroundings {
public:
    Surroundings(const Graph& graph, int steps)
        : graph_(graph), steps_(steps), seen_from_(static_cast<std::size_t>(graph.node_count()), -1) {}

    /// The node and all nodes within the steps; valid until the next call.
    const std::vector<NodeId>& of(NodeId node) {
        stop_if_requested();
        reached_.assign(1, node);
        seen_from_[node] = ++search_;
        std::size_t at = 0;
        for (int step = 0; step < steps_ && at < reached_.size(); ++step) {
            for (const std::size_t end = reached_.size(); at < end; ++at) {
                for (const NodeId other : graph_.neighbors(reached_[at])) {
                    if (seen_from_[other] != search_) {
                        seen_from_[other] = search_;
                        reached_.push_back(other);
                    }
                }
            }
        }
        return reached_;
    }

private:
    const Graph& graph_;
    int steps_;
    std::vector<std::int64_t> seen_from_;  ///< the number of the last search that reached each node
    std::int64_t search_ = 0;
    std::vector<NodeId> reached_;
};

}  // namespace

IndependentSet maximal_independent_set(const Graph& graph, int steps) {
    Surroundings surroundings(graph, steps);
    std::vector<NodeId> order = identity(graph.node_count());
    std::vector<std::size_t> size(order.size());
    for (const NodeId node : order) {
        size[node] = surroundings.of(node).size();
    }
    std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return size[a] < size[b]; });

    std::vector<NodeId> centre_of(order.size(), -1);
    for (const NodeId node : order) {
        if (centre_of[node] >= 0) {
            continue;
        }
        for (const NodeId near : surroundings.of(node)) {
            centre_of[near] = centre_of[near] < 0 ? node : centre_of[near];
        }
    }
    IndependentSet set;
    std::vector<NodeId> number(order.size(), -1);
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        if (centre_of[node] == node) {
            number[node] = static_cast<NodeId>(set.centres.size());
            set.centres.push_back(node);
        }
    }
    set.clusters = {composed(number, centre_of), static_cast<NodeId>(set.centres.size())};
    return set;
}

}  // namespace ndpool
