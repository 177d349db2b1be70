#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/: what all methods share.
namespace ndpool {

/// Throws InvalidInput unless the numbers are ascending and at least 1.
void check_levels(const std::vector<int>& levels);

/// Throws InvalidInput unless a level of exactly so many nodes can be made; 0 asks for none. A graph has no more nodes than there
/// are, and no fewer than components, each of which keeps one.
void check_exactly_nodes(const Graph& graph, NodeId nodes);

/// make(graph, seed) for each graph, with a seed of its own by its number.
[[nodiscard]] std::vector<Pyramid> pyramid_of_each(std::span<const Graph> graphs, Seed seed, const Parallel& parallel,
                                                   const Progress& progress,
                                                   const std::function<Pyramid(const Graph&, Seed)>& make);

}  // namespace ndpool
