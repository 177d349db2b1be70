#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/placed_graph.hpp"
#include "ndpool/graph/signed_graph.hpp"
#include "ndpool/io/format.hpp"
#include "terminal.hpp"

namespace ndpool::command {

/// What INPUT names and how to read it.
struct InputOptions {
    std::string input;
    std::string format;
    std::string symmetrize;
    std::string data;
    /// What standard input had, if INPUT is "-": it can be read once only.
    std::shared_ptr<std::optional<std::string>> standard_input = std::make_shared<std::optional<std::string>>();
};

/// "-": INPUT is what comes on standard input.
[[nodiscard]] bool is_standard_input(const InputOptions& options);

using Input = std::variant<PlacedGraph, Dataset>;

/// Declares INPUT, --input-format, --symmetrize and --data; --format too, unless that is how the command writes.
void add_input_options(CLI::App& command, InputOptions& options, bool with_format = true);

/// Reads or generates INPUT: standard input if it is "-"; a file or folder; else one in --data, then in $NDPOOL_DATA (also in
/// their folders, also without .zip); else a generator. Throws InvalidInput with what was looked for.
[[nodiscard]] Input read_input(const InputOptions& options, const CommonOptions& common);

/// The file or folder that INPUT names; nothing if it is a generator or not there.
[[nodiscard]] std::optional<std::filesystem::path> input_path(const InputOptions& options);

/// INPUT as a data set. Throws InvalidInput if it is one graph.
[[nodiscard]] Dataset read_dataset_input(const InputOptions& options, const CommonOptions& common);

/// INPUT as a graph with negative weights; nothing if it is not a valid file of one.
[[nodiscard]] std::optional<SignedGraph> read_graph_with_negative_weights(const InputOptions& options);

/// A line for each generator, for help texts.
[[nodiscard]] std::string generators_help();

}  // namespace ndpool::command
