#pragma once

#include "commands.hpp"

namespace ndpool::command {

void add_train(CLI::App& app, CommonOptions& common);
void add_predict(CLI::App& app, CommonOptions& common);
void add_learned_reproduce(CLI::App& app, CommonOptions& common);

}  // namespace ndpool::command
