#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ndpool/graph/sparse_matrix.hpp"

namespace ndpool {

/// graph.nodes.txt for graph.mtx and graph.mtx.gz: the file that says where the nodes of a graph came from.
[[nodiscard]] std::filesystem::path node_list_path(std::filesystem::path graph);

/// Writes one line per node: its number, or its name if there are names. A negative number is a node without a name.
void write_node_list(const std::filesystem::path& path, std::span<const NodeId> nodes,
                     const std::vector<std::string>& names = {});

}  // namespace ndpool
