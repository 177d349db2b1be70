#pragma once

#include "train_arguments.hpp"

namespace ndpool::command {

/// Trains on signals over one graph. Throws InvalidInput for options of `ndpool train` that belong to datasets of graphs.
void train_signals_command(const TrainArguments& arguments, const CommonOptions& common);

}  // namespace ndpool::command
