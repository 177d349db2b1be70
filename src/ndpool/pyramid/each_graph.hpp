#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/: functions used by all methods.
namespace ndpool {

/// Throws InvalidInput unless the numbers are ascending and at least 1.
void check_levels(const std::vector<int>& levels);

/// Throws InvalidInput unless a level of exactly this number of nodes can be made; 0 asks for none. A level has at most as many
/// nodes as the graph, and at least as many as the graph has components, each of which keeps one.
void check_exactly_nodes(const Graph& graph, NodeId nodes);

/// Calls make(graph, seed) for each graph; the seed depends on the number of the graph, which is `first_number` for the first.
[[nodiscard]] std::vector<Pyramid> pyramid_of_each(std::span<const Graph> graphs, Seed seed, const Parallel& parallel,
                                                   const Progress& progress, std::size_t first_number,
                                                   const std::function<Pyramid(const Graph&, Seed)>& make);

}  // namespace ndpool
