#include "ndpool/io/node_list.hpp"

#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/formats/named_graph.hpp"
#include "ndpool/io/formats/number_text.hpp"

namespace ndpool {

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
        if (names.empty() || node < 0) {
            append_integer(text, node);
            text += '\n';
        } else {
            text += names_text({names[static_cast<std::size_t>(node)]});
        }
        if (text.size() >= enough_to_write) {
            file.append(text);
            text.clear();
        }
    }
    file.append(text);
    file.commit();
}

}  // namespace ndpool
