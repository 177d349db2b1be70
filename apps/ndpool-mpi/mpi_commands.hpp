#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "ndpool/distributed/ranks.hpp"
#include "terminal.hpp"

// One function per command of ndpool-mpi, as apps/ndpool/commands.hpp has them for ndpool. Every rank runs the command; only the
// first one prints.
namespace ndpool::command {

void add_mpi_coarsen(CLI::App& app, CommonOptions& common, const Ranks& ranks);
void add_mpi_cut(CLI::App& app, CommonOptions& common, const Ranks& ranks);
void add_mpi_info(CLI::App& app, CommonOptions& common, const Ranks& ranks);
void add_mpi_generate(CLI::App& app, CommonOptions& common, const Ranks& ranks);

/// Runs a command on all ranks. An error that the ranks did not agree on ends all of them: the others would wait for ever.
void run_on_ranks(const Ranks& ranks, const std::function<void()>& command);

}  // namespace ndpool::command
