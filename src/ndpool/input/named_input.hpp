#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/placed_graph.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool {

/// One graph, or a dataset of many.
using NamedInput = std::variant<PlacedGraph, Dataset>;

/// The folders to search for an input that is not a path: `data` if it is not empty, then $NDPOOL_DATA. Throws InvalidInput if
/// `data` is no folder.
[[nodiscard]] std::vector<std::string> data_folders(const std::string& data);

/// The file or folder that a name means: itself if it exists, else NAME or NAME.zip in one of the folders or one folder
/// deeper; nothing if there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_named_input(const std::string& name,
                                                                    const std::vector<std::string>& folders);

/// Reads the file or dataset that a name means, or generates it if the name is that of a generator ("grid:10x10"). Throws
/// InvalidInput with the places that were searched, and as read_graph, read_dataset and generate_graph do.
///
/// @code
/// const NamedInput input = read_named_input("grid:2x3", data_folders(""), {}, Seed(0));
/// assert(std::get<PlacedGraph>(input).graph.edge_count() == 7);
/// @endcode
[[nodiscard]] NamedInput read_named_input(const std::string& name, const std::vector<std::string>& folders,
                                          const ReadOptions& options, Seed seed);

/// The word for what to do with directed graphs, "max", "mean", "sum" or "chung"; "" is to refuse them. Throws InvalidInput for
/// other words.
[[nodiscard]] Symmetrize symmetrize_named(const std::string& name);

}  // namespace ndpool
