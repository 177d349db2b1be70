#include "ndpool/kron/screened/locality_order.hpp"

namespace ndpool {

namespace {

/// Grows patches of neighbouring nodes, breadth first; each starts next to earlier patches.
class PatchGrowth {
public:
    explicit PatchGrowth(const Graph& graph)
        : graph_(graph),
          parent_(static_cast<std::size_t>(graph.node_count()), none),
          queued_in_(static_cast<std::size_t>(graph.node_count()), -1),
          is_taken_(static_cast<std::size_t>(graph.node_count()), false) {}

    /// Appends the nodes of the next patch; none if every node is in a patch.
    void take_patch(std::size_t size, std::vector<NodeId>& order) {
        ++patch_;
        queue_.clear();
        const std::size_t full = order.size() + size;
        for (std::size_t head = 0; order.size() < full; ++head) {
            if (head == queue_.size() && !queue_seed()) {
                break;
            }
            take(queue_[head], order);
            if (order.size() == full) {
                rim_.insert(rim_.end(), queue_.begin() + static_cast<std::ptrdiff_t>(head) + 1, queue_.end());
            }
        }
    }

    [[nodiscard]] NodeId parent(NodeId node) const { return parent_[node]; }

private:
    static constexpr NodeId none = -1;

    bool queue_seed() {
        while (next_rim_ < rim_.size()) {
            const NodeId node = rim_[next_rim_++];
            if (!is_taken_[node]) {
                queue_.push_back(node);
                return true;
            }
        }
        rim_.clear();
        next_rim_ = 0;
        while (next_start_ < graph_.node_count() && is_taken_[next_start_]) {
            ++next_start_;
        }
        if (next_start_ == graph_.node_count()) {
            return false;
        }
        queue_.push_back(next_start_);
        return true;
    }

    void take(NodeId node, std::vector<NodeId>& order) {
        is_taken_[node] = true;
        order.push_back(node);
        for (const NodeId neighbor : graph_.neighbors(node)) {
            if (!is_taken_[neighbor] && queued_in_[neighbor] != patch_) {
                queued_in_[neighbor] = patch_;
                parent_[neighbor] = node;
                queue_.push_back(neighbor);
            }
        }
    }

    const Graph& graph_;
    std::vector<NodeId> parent_;
    std::vector<NodeId> queued_in_;
    std::vector<bool> is_taken_;
    std::vector<NodeId> queue_;
    std::vector<NodeId> rim_;  ///< nodes that were reached but are in no patch yet
    std::size_t next_rim_ = 0;
    NodeId next_start_ = 0;
    NodeId patch_ = -1;
};

}  // namespace

PatchOrder locality_order(const Graph& graph, const Cut& cut) {
    // Their rows fit in a second-level cache. With a drop tolerance the order decides which weak edges are dropped, all of them
    // below the tolerance.
    constexpr std::size_t nodes_per_patch = 1024;
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    PatchOrder order{std::vector<NodeId>(nodes, 0),
                     std::vector<NodeId>(nodes),
                     std::vector<NodeId>(nodes),
                     {0},
                     static_cast<NodeId>(cut.dropped.size())};
    for (const NodeId node : cut.kept) {
        order.number[node] = 1;
    }
    NodeId inner = 0;
    NodeId outer = order.inside;
    PatchGrowth growth(graph);
    std::vector<NodeId> patch;
    for (std::size_t taken = 0; taken < nodes; taken += patch.size()) {
        patch.clear();
        growth.take_patch(nodes_per_patch, patch);
        for (const NodeId node : patch) {
            const NodeId number = order.number[node] == 0 ? inner++ : outer++;
            order.number[node] = number;
            order.node[number] = node;
        }
        order.patches.push_back(inner);
    }
    for (std::size_t number = 0; number < nodes; ++number) {
        const NodeId from = growth.parent(order.node[number]);
        order.parent[number] = from < 0 ? -1 : order.number[from];
    }
    return order;
}

}  // namespace ndpool
