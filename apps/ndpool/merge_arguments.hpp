#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "terminal.hpp"

namespace ndpool::command {

struct MergeArguments {
    std::vector<std::string> folders;
    std::string output;
};

/// Declares the command merge: ndpool merges pyramids, ndpool-learn runs.
CLI::App* add_merge_command(CLI::App& app, MergeArguments& arguments, CommonOptions& common);

}  // namespace ndpool::command
