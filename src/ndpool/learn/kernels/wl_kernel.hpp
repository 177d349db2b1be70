#pragma once

#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/graph/dataset.hpp"

namespace ndpool {

/// A square matrix of similarities between graphs, row by row.
struct KernelMatrix {
    std::size_t size = 0;
    std::vector<double> values;

    [[nodiscard]] double operator()(std::size_t row, std::size_t column) const { return values[row * size + column]; }

    bool operator==(const KernelMatrix&) const = default;
};

/// Labels of the nodes of all graphs before the first round: those of the data as numbers from 0 on (several columns together
/// are one label), else the number of neighbours. Self-loops and weights play no part here and below.
[[nodiscard]] std::vector<int> first_labels(const Dataset& dataset);

/// One round of Weisfeiler and Lehman: two nodes have the same new label if and only if they have the same label and their
/// neighbours have the same labels, each as often. Numbers from 0 on, in the order in which the nodes first need them.
[[nodiscard]] std::vector<int> refined_labels(const Dataset& dataset, const std::vector<int>& labels);

/// Adds to the entry of each pair of graphs the sum over labels of the product of how often each graph has the label. Whole
/// numbers, exact.
void add_label_products(const Dataset& dataset, const std::vector<int>& labels, KernelMatrix& kernel, const Parallel& parallel);

/// The subtree kernel (Shervashidze et al. 2011): label products of the first labels and of `rounds` refinements, added up.
[[nodiscard]] KernelMatrix wl_kernel(const Dataset& dataset, int rounds, const Parallel& parallel = {});

/// K_ij / sqrt(K_ii K_jj); zero where a graph has no nodes.
[[nodiscard]] KernelMatrix normalized(KernelMatrix kernel);

}  // namespace ndpool
