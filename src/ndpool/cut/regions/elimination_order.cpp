#include "ndpool/cut/regions/elimination_order.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/base/stop.hpp"

namespace ndpool {

MinimumDegreeOrder::MinimumDegreeOrder(const CutProblem& problem, int width)
    : problem_(problem),
      width_(static_cast<std::size_t>(width)),
      local_(static_cast<std::size_t>(problem.node_count()), -1),
      by_degree_(width_ + 1) {}

const EliminationOrder& MinimumDegreeOrder::of(std::span<const NodeId> region, Random& random) {
    start(region);
    while (true) {
        const NodeId node = take_least(random);
        if (node >= 0) {
            place_[node] = static_cast<NodeId>(order_.nodes.size());
            order_.nodes.push_back(region[node]);
            order_.later.insert(order_.later.end(), adjacent_[node].begin(), adjacent_[node].end());
            order_.offsets.push_back(order_.later.size());
            eliminate(node);
        } else if (!leave_one_out(random)) {
            break;
        }
    }
    number_by_place();
    return order_;
}

void MinimumDegreeOrder::start(std::span<const NodeId> region) {
    order_.nodes.clear();
    order_.offsets.assign(1, 0);
    order_.later.clear();
    is_left_.assign(region.size(), 1);
    mark_.assign(region.size(), -1);
    place_.assign(region.size(), -1);
    left_.resize(region.size());
    std::iota(left_.begin(), left_.end(), 0);
    adjacent_.resize(std::max(adjacent_.size(), region.size()));
    for (auto& nodes : by_degree_) {
        nodes.clear();
    }
    for (std::size_t i = 0; i < region.size(); ++i) {
        local_[region[i]] = static_cast<NodeId>(i);
    }
    for (std::size_t i = 0; i < region.size(); ++i) {
        adjacent_[i].clear();
        for (const NodeId neighbor : problem_.neighbors(region[i])) {
            if (local_[neighbor] >= 0) {
                adjacent_[i].push_back(local_[neighbor]);
            }
        }
        note(static_cast<NodeId>(i));
    }
    for (const NodeId node : region) {
        local_[node] = -1;
    }
}

void MinimumDegreeOrder::note(NodeId node) {
    if (adjacent_[node].size() <= width_) {
        by_degree_[adjacent_[node].size()].push_back(node);
    }
}

NodeId MinimumDegreeOrder::take_least(Random& random) {
    for (std::size_t degree = 0; degree <= width_; ++degree) {
        auto& nodes = by_degree_[degree];
        while (!nodes.empty()) {
            stop_if_requested();
            std::swap(nodes[(random.bits() >> 32) % nodes.size()], nodes.back());
            const NodeId node = nodes.back();
            nodes.pop_back();
            if (is_left_[node] != 0 && adjacent_[node].size() == degree) {
                is_left_[node] = 0;
                return node;
            }
        }
    }
    return -1;
}

void MinimumDegreeOrder::remove(NodeId node, NodeId from) {
    auto& list = adjacent_[from];
    *std::find(list.begin(), list.end(), node) = list.back();
    list.pop_back();
}

void MinimumDegreeOrder::eliminate(NodeId node) {
    const std::vector<NodeId>& clique = adjacent_[node];
    for (const NodeId member : clique) {
        remove(node, member);
        // Marks of earlier eliminations are still valid: neighbours stay neighbours until one of them is eliminated.
        for (const NodeId neighbor : adjacent_[member]) {
            mark_[neighbor] = member;
        }
        for (const NodeId other : clique) {
            if (other != member && mark_[other] != member) {
                adjacent_[member].push_back(other);
            }
        }
        note(member);
    }
}

bool MinimumDegreeOrder::leave_one_out(Random& random) {
    constexpr int samples = 8;
    NodeId chosen = -1;
    for (int tried = 0; tried < samples && !left_.empty();) {
        const std::size_t at = (random.bits() >> 32) % left_.size();
        const NodeId node = left_[at];
        if (is_left_[node] == 0) {
            left_[at] = left_.back();
            left_.pop_back();
            continue;
        }
        ++tried;
        if (chosen < 0 || adjacent_[node].size() > adjacent_[chosen].size()) {
            chosen = node;
        }
    }
    if (chosen < 0) {
        return false;
    }
    is_left_[chosen] = 0;
    for (const NodeId neighbor : adjacent_[chosen]) {
        remove(chosen, neighbor);
        note(neighbor);
    }
    return true;
}

/// Later neighbours by their places in the order, without nodes that were left out in the end.
void MinimumDegreeOrder::number_by_place() {
    auto& later = order_.later;
    std::size_t begin = 0;
    std::size_t end = 0;
    for (std::size_t i = 0; i < order_.nodes.size(); ++i) {
        const std::size_t next = order_.offsets[i + 1];
        const std::size_t first = end;
        for (std::size_t k = begin; k < next; ++k) {
            if (place_[later[k]] >= 0) {
                later[end++] = place_[later[k]];
            }
        }
        std::sort(later.begin() + static_cast<std::ptrdiff_t>(first), later.begin() + static_cast<std::ptrdiff_t>(end));
        begin = next;
        order_.offsets[i + 1] = end;
    }
    later.resize(end);
}

}  // namespace ndpool
