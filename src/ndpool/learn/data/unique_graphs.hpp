#pragma once

#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/graph/dataset.hpp"

namespace ndpool {

/// When two graphs count as the same one.
enum class SameGraph : std::uint8_t {
    never,      ///< all graphs are different
    structure,  ///< isomorphic, with the same weights
    labels,  ///< isomorphic by nodes with the same labels and attributes and edges with the same weights, labels and attributes
};

/// For each graph the number of the first one that is the same: its own, unless it is a copy. Colours of the Weisfeiler-Lehman
/// test sort out what cannot be isomorphic, and the others are compared exactly, by individualisation and refinement.
[[nodiscard]] std::vector<std::size_t> first_same_graphs(const Dataset& dataset, SameGraph same, const Parallel& parallel = {});

/// The dataset without copies of earlier graphs, as in "cleaned" collections (Ivanov, Sviridov and Burnaev, 2019), where graphs
/// of the test data are never in the training data too. The class of the first graph stays, whatever those of its copies are.
[[nodiscard]] Dataset without_copies(const Dataset& dataset, SameGraph same, const Parallel& parallel = {});

}  // namespace ndpool
