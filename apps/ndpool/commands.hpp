#pragma once

#include <CLI/CLI.hpp>

#include "terminal.hpp"

// One function a command: declares its options and what runs when it was chosen. The common options are the program's: they
// may stand before the command or after it.
namespace ndpool::command {

void add_info(CLI::App& app, CommonOptions& common);
void add_generate(CLI::App& app, CommonOptions& common);
void add_cut(CLI::App& app, CommonOptions& common);
void add_coarsen(CLI::App& app, CommonOptions& common);
void add_view(CLI::App& app, CommonOptions& common);
/// `words` is the command line, for what the learning part does.
void add_reproduce(CLI::App& app, CommonOptions& common, char** words);

}  // namespace ndpool::command
