#pragma once

#include <CLI/CLI.hpp>

#include "terminal.hpp"

// One function per command: it declares the options and what runs if the command is chosen. The common options belong to the
// program: they may be given before or after the name of the command.
namespace ndpool::command {

void add_info(CLI::App& app, CommonOptions& common);
void add_generate(CLI::App& app, CommonOptions& common);
void add_cut(CLI::App& app, CommonOptions& common);
void add_coarsen(CLI::App& app, CommonOptions& common);
/// Makes one folder of the folders that coarsen --part or train --part wrote. `words` is the command line, which is passed to
/// ndpool-learn for runs.
void add_merge(CLI::App& app, CommonOptions& common, char** words);
/// Writes an input in another format.
void add_convert(CLI::App& app, CommonOptions& common);
void add_order(CLI::App& app, CommonOptions& common);
void add_view(CLI::App& app, CommonOptions& common);
void add_analyse(CLI::App& app, CommonOptions& common);
inline constexpr const char* reproduce_meaning =
    "Reproduce tables and figures of the paper, with the paper's numbers beside ours";
/// `words` is the command line, which is passed to ndpool-learn for tables that train networks.
void add_reproduce(CLI::App& app, CommonOptions& common, char** words);

}  // namespace ndpool::command
