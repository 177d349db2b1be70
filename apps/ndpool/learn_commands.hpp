#pragma once

#include "commands.hpp"

namespace ndpool::command {

void add_train(CLI::App& app, CommonOptions& common);
/// Makes one run of the folders that train --part wrote.
void add_merge_runs(CLI::App& app, CommonOptions& common);
void add_predict(CLI::App& app, CommonOptions& common);
void add_learned_reproduce(CLI::App& app, CommonOptions& common);

}  // namespace ndpool::command
