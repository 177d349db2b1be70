#pragma once

#include <CLI/CLI.hpp>

// One function a command: declares its options and what runs when it was chosen.
namespace ndpool::command {

void add_info(CLI::App& app);
void add_generate(CLI::App& app);
void add_cut(CLI::App& app);
void add_coarsen(CLI::App& app);
void add_view(CLI::App& app);
void add_reproduce(CLI::App& app);

}  // namespace ndpool::command
