#include "ndpool/graph/dataset.hpp"

#include <algorithm>

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

std::vector<long> distinct(std::vector<long> labels) {
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
}

std::size_t class_count(const Dataset& dataset) {
    return distinct(dataset.graph_labels).size();
}

}  // namespace ndpool
