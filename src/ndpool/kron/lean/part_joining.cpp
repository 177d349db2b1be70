#include "ndpool/kron/lean/part_joining.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace ndpool {

std::vector<JoiningEdge> join_by_strongest(DisjointSets& parts, std::span<const DroppedEdge> dropped) {
    using Parts = std::pair<NodeId, NodeId>;
    std::vector<Parts> between;
    std::map<Parts, double> weight_between;
    for (const DroppedEdge& edge : dropped) {
        between.emplace_back(std::minmax({parts.find(edge.row), parts.find(edge.other)}));
        weight_between[between.back()] += edge.weight;
    }
    std::vector<std::size_t> order(dropped.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return dropped[a].weight > dropped[b].weight; });
    std::vector<JoiningEdge> joining;
    for (const std::size_t i : order) {
        if (parts.join(dropped[i].row, dropped[i].other)) {
            joining.push_back({i, weight_between[between[i]]});
        }
    }
    return joining;
}

}  // namespace ndpool
