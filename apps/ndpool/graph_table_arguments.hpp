#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ndpool/reproduce/result_table.hpp"

namespace ndpool::command {

/// The options of ndpool reproduce that concern the table of graph classification.
struct GraphTableArguments {
    std::vector<std::string> datasets;
    std::vector<std::string> methods;
    std::string preset = "paper";
    std::optional<int> folds;
    std::optional<int> epochs;
    std::optional<int> timed_epochs;
    std::optional<double> most_hours;
    double checkpoint_seconds = 2;
    std::string part;  ///< "2/8"; all of the table if empty
};

void add_graph_table_options(CLI::App& command, GraphTableArguments& arguments);
/// Throws InvalidInput if one of them was given.
void refuse_graph_table_options(const CLI::App& command);

/// A table for standard output, with the paper's numbers beside ours where the paper has any.
[[nodiscard]] std::string result_table_text(const ResultTable& table);

}  // namespace ndpool::command
