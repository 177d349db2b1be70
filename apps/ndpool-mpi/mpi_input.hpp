#pragma once

#include <functional>
#include <string>

#include "input.hpp"
#include "ndpool/distributed/slice_input.hpp"
#include "terminal.hpp"

namespace ndpool::command {

/// Reads or generates INPUT on one rank, as ndpool does. Throws InvalidInput for a dataset.
[[nodiscard]] std::function<Graph()> serial_reader(const InputOptions& options, const CommonOptions& common);

/// The path of INPUT if it is a file that is found, else INPUT itself.
[[nodiscard]] std::string input_name(const Ranks& ranks, const InputOptions& options);

/// The slice of INPUT that this rank has. Inputs that are neither binary graphs nor grids go through a file in the folder for
/// temporary files, which all ranks must see.
[[nodiscard]] GraphSlice read_slice(const Ranks& ranks, const InputOptions& options, const CommonOptions& common);

/// Says on the first rank that a graph has so many ghosts that its nodes should be put in order, if so.
void remark_on_ghosts(const Ranks& ranks, const CommonOptions& common, double ghosts, double nodes);

}  // namespace ndpool::command
