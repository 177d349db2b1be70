#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// The graph that a text like "grid:100x100" or "sensor:2000,6" describes; positions where the family has some. Throws
/// InvalidInput, "SPEC: what is wrong, what was expected", for an unknown name or parameters that make no sense, and TooLarge
/// before any work if the graph would not fit into half of the memory that is free.
///
/// @code
/// const PlacedGraph placed = generate_graph("sensor:500,6", Seed(1));
/// assert(placed.graph.node_count() == 500 && placed.positions.size() == 500);
/// @endcode
[[nodiscard]] PlacedGraph generate_graph(std::string_view spec, Seed seed);

/// The graphs that a text like "bench:easy" describes. Throws as generate_graph does.
[[nodiscard]] Dataset generate_dataset(std::string_view spec, Seed seed);

/// Whether a text begins like a description of a graph, or of a dataset: a known name and a colon.
[[nodiscard]] bool is_generator_spec(std::string_view text);
[[nodiscard]] bool is_dataset_spec(std::string_view text);

/// What can be generated, for help texts.
struct GeneratorHelp {
    std::string name;
    std::string form;     ///< "sensor:NODES[,NEIGHBOURS]"
    std::string meaning;  ///< one line
    std::string example;  ///< "sensor:2000"
    bool dataset = false;
};

[[nodiscard]] std::vector<GeneratorHelp> generator_list();

}  // namespace ndpool
