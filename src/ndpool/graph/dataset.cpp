#include "ndpool/graph/dataset.hpp"

#include <set>

namespace ndpool {

std::vector<std::size_t> node_offsets(const Dataset& dataset) {
    std::vector<std::size_t> offsets{0};
    for (const Graph& graph : dataset.graphs) {
        offsets.push_back(offsets.back() + static_cast<std::size_t>(graph.node_count()));
    }
    return offsets;
}

std::vector<std::size_t> entry_offsets(const Dataset& dataset) {
    std::vector<std::size_t> offsets{0};
    for (const Graph& graph : dataset.graphs) {
        offsets.push_back(offsets.back() + static_cast<std::size_t>(graph.entry_count()));
    }
    return offsets;
}

std::size_t class_count(const Dataset& dataset) {
    return std::set<long>(dataset.graph_labels.begin(), dataset.graph_labels.end()).size();
}

}  // namespace ndpool
