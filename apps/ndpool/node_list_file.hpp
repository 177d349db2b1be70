#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"
#include "ndpool/io/format.hpp"

namespace ndpool::command {

/// graph.nodes.txt for graph.mtx and graph.mtx.gz: the file that says where the nodes of a graph came from.
[[nodiscard]] std::filesystem::path node_list_path(std::filesystem::path graph);

/// One line per node: the number of the input's node, or its name if the input has names.
void write_node_list(const std::filesystem::path& path, std::span<const NodeId> nodes, const std::vector<std::string>& names);

/// The format of this name; nothing if the name is empty. Throws InvalidInput for a name that is none.
[[nodiscard]] std::optional<Format> format_asked_for(const std::string& name);

}  // namespace ndpool::command
