#include "node_list_file.hpp"

#include <fmt/format.h>

#include "ndpool/io/atomic_write.hpp"

namespace ndpool::command {

std::filesystem::path node_list_path(std::filesystem::path graph) {
    if (graph.extension() == ".gz") {
        graph.replace_extension();
    }
    return graph.replace_extension(".nodes.txt");
}

void write_node_list(const std::filesystem::path& path, std::span<const NodeId> nodes, const std::vector<std::string>& names) {
    constexpr std::size_t enough_to_write = 1 << 16;
    AtomicFile file(path);
    std::string text;
    for (const NodeId node : nodes) {
        text += names.empty() ? fmt::to_string(node) : names[node];
        text += '\n';
        if (text.size() >= enough_to_write) {
            file.append(text);
            text.clear();
        }
    }
    file.append(text);
    file.commit();
}

std::optional<Format> format_asked_for(const std::string& name) {
    return name.empty() ? std::nullopt : std::optional(format_named(name));
}

}  // namespace ndpool::command
