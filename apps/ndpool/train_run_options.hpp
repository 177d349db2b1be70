#pragma once

#include "train_arguments.hpp"

namespace ndpool::command {

/// The options of a run on a dataset of graphs: those of the preset, with what the command line says in their place. Throws
/// InvalidInput for an option that has no effect on the chosen pool.
[[nodiscard]] RunOptions run_options_of(const TrainArguments& arguments, const std::string& dataset, std::uint64_t seed);

}  // namespace ndpool::command
