#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// A graph and what its file calls the nodes: a name for each, or none at all if the file numbers them as the graph does.
struct NamedGraph {
    Graph graph;
    std::vector<std::string> names = {};
};

/// Numbers names in the order in which they come up first.
class NameTable {
public:
    /// The number of a name, which is a new one if the name is.
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

/// One name a line: line i is node i. What would break a line is written as a space.
[[nodiscard]] std::string names_text(const std::vector<std::string>& names);

}  // namespace ndpool
