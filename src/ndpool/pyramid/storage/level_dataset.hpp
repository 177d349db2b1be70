#pragma once

#include <span>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// The dataset on stored level `index` of its pyramids, 0 being the first of Pyramid::levels. Nodes have the labels and
/// attributes of their nodes in the input (Level::nodes). Fake nodes have attributes of zero, and labels of their own, in each
/// column one more than the largest in the dataset: readers that count labels from the smallest find the others where they were.
///
/// @code
/// const Dataset dataset = bench_dataset("FEW", {.graphs = 3}, Seed(1));
/// const auto pyramids = ndp_pyramids(dataset.graphs, {.levels = {1}}, Seed(1), {});
/// const Dataset coarse = dataset_at_level(dataset, pyramids, 0);
/// assert(coarse.graphs[2] == pyramids[2].levels[0].graph && coarse.graph_labels == dataset.graph_labels);
/// @endcode
[[nodiscard]] Dataset dataset_at_level(const Dataset& dataset, std::span<const Pyramid> pyramids, std::size_t index);

/// The dataset with the fake nodes of its pyramids' bases: itself if there are none.
[[nodiscard]] Dataset dataset_at_base(const Dataset& dataset, std::span<const Pyramid> pyramids);

}  // namespace ndpool
