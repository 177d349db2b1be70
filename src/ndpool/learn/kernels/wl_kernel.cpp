#include "ndpool/learn/kernels/wl_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "ndpool/learn/data/clustering_coefficient.hpp"

namespace ndpool {

namespace {

/// Gives each list of numbers a number of its own, in the order of their first appearance. The hash only finds lists faster: what
/// decides is that the lists are equal.
class Numbering {
public:
    int operator()(const std::vector<long>& list) {
        return numbers_.try_emplace(list, static_cast<int>(numbers_.size())).first->second;
    }

private:
    struct Hash {
        std::size_t operator()(const std::vector<long>& list) const {
            std::uint64_t hash = list.size();
            for (const long item : list) {
                hash = (hash ^ static_cast<std::uint64_t>(item)) * 0x9e3779b97f4a7c15ULL;
                hash ^= hash >> 32;
            }
            return hash;
        }
    };

    std::unordered_map<std::vector<long>, int, Hash> numbers_;
};

/// How often a label occurs.
struct LabelCount {
    int label;
    int count;
};

/// The labels of each graph, ascending.
std::vector<std::vector<LabelCount>> labels_of_graphs(const Dataset& dataset, const std::vector<int>& labels) {
    const auto offsets = node_offsets(dataset);
    std::vector<std::vector<LabelCount>> counts(dataset.graphs.size());
    for (std::size_t g = 0; g < counts.size(); ++g) {
        std::vector<int> own(labels.begin() + static_cast<std::ptrdiff_t>(offsets[g]),
                             labels.begin() + static_cast<std::ptrdiff_t>(offsets[g + 1]));
        std::sort(own.begin(), own.end());
        for (const int label : own) {
            if (counts[g].empty() || counts[g].back().label != label) {
                counts[g].push_back({label, 0});
            }
            ++counts[g].back().count;
        }
    }
    return counts;
}

/// A graph that has a label, and how often.
struct Holder {
    std::uint32_t graph;
    int count;
};

/// The graphs that have each label, ascending: those of a label are at offsets[label] .. offsets[label + 1] - 1.
struct Holders {
    std::vector<std::size_t> offsets;
    std::vector<Holder> list;
};

Holders holders_of_labels(const std::vector<std::vector<LabelCount>>& counts, std::size_t labels) {
    Holders holders{std::vector<std::size_t>(labels + 1, 0), {}};
    for (const auto& own : counts) {
        for (const LabelCount& item : own) {
            ++holders.offsets[static_cast<std::size_t>(item.label) + 1];
        }
    }
    std::partial_sum(holders.offsets.begin(), holders.offsets.end(), holders.offsets.begin());
    holders.list.resize(holders.offsets.back());
    std::vector<std::size_t> next(holders.offsets.begin(), holders.offsets.end() - 1);
    for (std::size_t g = 0; g < counts.size(); ++g) {
        for (const LabelCount& item : counts[g]) {
            holders.list[next[static_cast<std::size_t>(item.label)]++] = {static_cast<std::uint32_t>(g), item.count};
        }
    }
    return holders;
}

}  // namespace

std::vector<int> first_labels(const Dataset& dataset) {
    std::vector<int> labels;
    labels.reserve(node_offsets(dataset).back());
    if (dataset.node_labels.empty()) {
        for (const Graph& graph : dataset.graphs) {
            const auto counts = neighbor_counts(graph);
            labels.insert(labels.end(), counts.begin(), counts.end());
        }
        return labels;
    }
    Numbering numbering;
    std::vector<long> key;
    for (std::size_t node = 0; node < dataset.node_labels.rows(); ++node) {
        const long* const row = dataset.node_labels.row(node);
        key.assign(row, row + dataset.node_labels.columns);
        labels.push_back(numbering(key));
    }
    return labels;
}

std::vector<int> refined_labels(const Dataset& dataset, const std::vector<int>& labels) {
    Numbering numbering;
    std::vector<int> refined;
    refined.reserve(labels.size());
    std::vector<long> key;
    const int* own = labels.data();
    for (const Graph& graph : dataset.graphs) {
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            key.assign(1, own[node]);
            for (const NodeId other : graph.neighbors(node)) {
                if (other != node) {
                    key.push_back(own[other]);
                }
            }
            std::sort(key.begin() + 1, key.end());
            refined.push_back(numbering(key));
        }
        own += graph.node_count();
    }
    return refined;
}

void add_label_products(const Dataset& dataset, const std::vector<int>& labels, KernelMatrix& kernel, const Parallel& parallel) {
    const auto counts = labels_of_graphs(dataset, labels);
    const std::size_t distinct = labels.empty() ? 0 : std::size_t{1} + *std::max_element(labels.begin(), labels.end());
    const Holders holders = holders_of_labels(counts, distinct);
    parallel_for(counts.size(), parallel, [&](std::size_t g) {
        double* const row = kernel.values.data() + g * kernel.size;
        for (const LabelCount& item : counts[g]) {
            const double count = item.count;
            for (std::size_t k = holders.offsets[item.label]; k < holders.offsets[item.label + 1]; ++k) {
                row[holders.list[k].graph] += count * holders.list[k].count;
            }
        }
    });
}

KernelMatrix wl_kernel(const Dataset& dataset, int rounds, const Parallel& parallel) {
    if (rounds < 0) {
        throw InvalidInput(fmt::format("rounds of refinement: there are {}, expected at least 0", rounds));
    }
    const std::size_t size = dataset.graphs.size();
    KernelMatrix kernel{size, std::vector<double>(size * size, 0)};
    std::vector<int> labels = first_labels(dataset);
    add_label_products(dataset, labels, kernel, parallel);
    for (int round = 0; round < rounds; ++round) {
        labels = refined_labels(dataset, labels);
        add_label_products(dataset, labels, kernel, parallel);
    }
    return kernel;
}

KernelMatrix normalized(KernelMatrix kernel) {
    std::vector<double> own(kernel.size);
    for (std::size_t i = 0; i < kernel.size; ++i) {
        own[i] = kernel(i, i);
    }
    for (std::size_t i = 0; i < kernel.size; ++i) {
        for (std::size_t j = 0; j < kernel.size; ++j) {
            double& value = kernel.values[i * kernel.size + j];
            value = own[i] * own[j] > 0 ? value / std::sqrt(own[i] * own[j]) : 0;
        }
    }
    return kernel;
}

}  // namespace ndpool
