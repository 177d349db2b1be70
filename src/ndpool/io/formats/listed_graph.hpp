#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/graph/directed.hpp"
#include "ndpool/io/formats/named_graph.hpp"

// Internal to io/: formats that list nodes and edges, each with an id of its own.
namespace ndpool {

struct ListedNode {
    std::string id;
    std::string label = {};  ///< the name that people use; empty if there is only the id
};

struct ListedEdge {
    NodeId source = 0;  ///< position in the list of nodes
    NodeId target = 0;
    double weight = 1;
    bool directed = false;
    std::size_t offset = 0;  ///< its position in the file
};

struct ListedGraph {
    std::vector<ListedNode> nodes;
    std::vector<ListedEdge> edges;
};

/// "FILE:LINE" of a byte of the text.
[[nodiscard]] std::string place_of_byte(std::string_view text, std::string_view file, std::size_t offset);

/// A weight as the file writes it. Throws InvalidInput at the place unless it is a finite number of at least 0.
[[nodiscard]] double parse_weight(std::string_view word, const std::function<std::string()>& place);

/// Nodes whose ids are 0 to n - 1 are numbered by them (also n0, n1, ... in this order), all others by their order; then labels
/// or ids are the names. If no edge is directed, each is listed once; otherwise an undirected edge is two arcs. Throws
/// InvalidInput with the line of an edge that is a duplicate, or has no mirror where `how` refuses that.
[[nodiscard]] NamedGraph assemble_listed(const ListedGraph& list, std::string_view text, std::string_view file, Symmetrize how);

}  // namespace ndpool
