#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/signed_graph.hpp"
#include "ndpool/input/named_input.hpp"
#include "terminal.hpp"

namespace ndpool::command {

/// The INPUT of a command and how to read it.
struct InputOptions {
    std::string input;
    std::string format;
    std::string symmetrize;
    std::string data;
    /// The content of standard input once it was read, if INPUT is "-": it can be read only once.
    std::shared_ptr<std::optional<std::string>> standard_input = std::make_shared<std::optional<std::string>>();
};

/// Whether INPUT is "-".
[[nodiscard]] bool is_standard_input(const InputOptions& options);

using Input = NamedInput;

/// Declares INPUT, --input-format, --symmetrize and --data; with `with_format` also --format, which in other
/// commands is the format to write.
void add_input_options(CLI::App& command, InputOptions& options, bool with_format = true);

/// Reads or generates INPUT. "-" is standard input. A path is read. Other names are searched in --data, then in $NDPOOL_DATA
/// (in these folders and one folder deeper, with and without .zip), and then among the generators. Throws InvalidInput with the
/// places that were searched.
[[nodiscard]] Input read_input(const InputOptions& options, const CommonOptions& common);

/// The file or folder that INPUT names; nothing if it is a generator or does not exist.
[[nodiscard]] std::optional<std::filesystem::path> input_path(const InputOptions& options);

/// INPUT as a dataset. Throws InvalidInput if it is a single graph.
[[nodiscard]] Dataset read_dataset_input(const InputOptions& options, const CommonOptions& common);

/// INPUT as a graph with negative weights; nothing if it is not a valid file of such a graph.
[[nodiscard]] std::optional<SignedGraph> read_graph_with_negative_weights(const InputOptions& options);

/// One line per generator, for help texts.
[[nodiscard]] std::string generators_help();

}  // namespace ndpool::command
