#include "ndpool/kron/screened/contractible_spanning_forest.hpp"

#include <numeric>

namespace ndpool {

ContractibleSpanningForest::ContractibleSpanningForest(std::span<const NodeId> parents)
    : neighbors_(parents.size()), into_(parents.size()) {
    std::iota(into_.begin(), into_.end(), 0);
    for (std::size_t node = 0; node < parents.size(); ++node) {
        if (parents[node] >= 0) {
            neighbors_[node].push_back(parents[node]);
            neighbors_[parents[node]].push_back(static_cast<NodeId>(node));
        }
    }
}

void ContractibleSpanningForest::contract(NodeId node) {
    NodeId heir = -1;
    visit_neighbors(node, [&](NodeId neighbor) {
        if (heir < 0 || neighbors_[neighbor].size() > neighbors_[heir].size()) {
            heir = neighbor;
        }
    });
    if (heir >= 0) {
        visit_neighbors(node, [&](NodeId neighbor) {
            if (neighbor != heir) {
                neighbors_[heir].push_back(neighbor);
            }
        });
        into_[node] = heir;
    }
    neighbors_[node] = {};
}

NodeId ContractibleSpanningForest::find(NodeId node) {
    while (into_[node] != node) {
        into_[node] = into_[into_[node]];
        node = into_[node];
    }
    return node;
}

}  // namespace ndpool
