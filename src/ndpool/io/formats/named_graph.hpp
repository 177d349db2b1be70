#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// A graph and the names of its nodes in the file: one per node, or none at all if the file numbers the nodes as the graph
/// does.
struct NamedGraph {
    Graph graph;
    std::vector<std::string> names = {};
};

/// Numbers names in the order of their first appearance.
///
/// @code
/// NameTable table;
/// assert(table.number_of("Ada") == 0 && table.number_of("Ben") == 1 && table.number_of("Ada") == 0);
/// assert(names_text(std::move(table).take()) == "Ada\nBen\n");
/// @endcode
class NameTable {
public:
    /// The number of a name; a new name gets a new number.
    NodeId number_of(std::string_view name);
    [[nodiscard]] std::vector<std::string> take() && { return std::move(names_); }
    [[nodiscard]] NodeId size() const { return static_cast<NodeId>(names_.size()); }

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };

    std::unordered_map<std::string, NodeId, Hash, std::equal_to<>> numbers_;
    std::vector<std::string> names_;
};

/// One name per line: line i is node i. Characters that would break a line are written as spaces.
[[nodiscard]] std::string names_text(const std::vector<std::string>& names);

}  // namespace ndpool
