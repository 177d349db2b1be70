#include "ndpool/io/formats/graphml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <pugixml.hpp>
#include <set>

#include "ndpool/base/error.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/io/formats/listed_graph.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

using Ids = std::set<std::string, std::less<>>;

/// The ids of the keys that matter; some programs write one key for each type of value.
struct Keys {
    Ids weight;
    std::string default_weight;  ///< 1 if empty
    Ids label;
    Ids name;
};

/// All text of an element; comments and CDATA sections divide it into parts.
std::string text_of(const pugi::xml_node& node) {
    std::string text;
    for (const pugi::xml_node& child : node.children()) {
        text += child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata ? child.value() : "";
    }
    return text;
}

bool is_weight(std::string_view name) {
    constexpr std::string_view weight = "weight";
    return std::equal(name.begin(), name.end(), weight.begin(), weight.end(),
                      [](char a, char b) { return a == b || a == b - 'a' + 'A'; });
}

/// The name of an element without the prefix of its namespace.
std::string_view tag(const pugi::xml_node& node) {
    const std::string_view name = node.name();
    const auto colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

class Reader {
public:
    Reader(std::string_view text, std::string_view file, bool places) : text_(text), file_(file), places_(places) {}

    ListedGraph read(const pugi::xml_document& document) {
        require_shallow(document);
        const pugi::xml_node root = document.document_element();
        if (tag(root) != "graphml") {
            refuse(place(root), fmt::format("the document is a <{}>, expected a <graphml>", tag(root)));
        }
        pugi::xml_node graph;
        for (const pugi::xml_node& child : root.children()) {
            if (tag(child) == "key") {
                read_key(child);
            } else if (tag(child) == "graph") {
                if (graph) {
                    refuse(place(child), "there is a second graph, expected one");
                }
                graph = child;
            }
        }
        if (!graph) {
            refuse(place(root), "there is no graph, expected one");
        }
        read_nodes(graph);
        read_edges(graph);
        return std::move(list_);
    }

private:
    /// Offsets are those of the text only if the text was not converted from another encoding.
    [[nodiscard]] std::string place(const pugi::xml_node& node) const {
        const auto offset = node.offset_debug();
        return places_ && offset >= 0 ? place_of_byte(text_, file_, static_cast<std::size_t>(offset)) : std::string(file_);
    }

    /// GraphML nests a handful of elements; drawing data inside nodes nests a few more.
    void require_shallow(const pugi::xml_document& document) const {
        constexpr int deepest = 1000;
        int depth = 0;
        for (pugi::xml_node node = document.first_child(); node;) {
            if (depth >= deepest) {
                refuse(place(node), fmt::format("elements nest more than {} deep, expected GraphML", deepest));
            }
            if (node.first_child()) {
                node = node.first_child();
                ++depth;
                continue;
            }
            while (node && !node.next_sibling()) {
                node = node.parent();
                --depth;
            }
            node = node.next_sibling();
        }
    }

    void read_key(const pugi::xml_node& key) {
        const std::string_view name = key.attribute("attr.name").as_string(key.attribute("id").value());
        const std::string_view domain = key.attribute("for").as_string("all");
        const std::string id = key.attribute("id").value();
        if (is_weight(name) && (domain == "edge" || domain == "all")) {
            keys_.weight.insert(id);
            for (const pugi::xml_node& child : key.children()) {
                keys_.default_weight = tag(child) == "default" ? text_of(child) : keys_.default_weight;
            }
        } else if (domain == "node" || domain == "all") {
            (name == "label" ? keys_.label : name == "name" ? keys_.name : ignored_).insert(id);
        }
    }

    void read_nodes(const pugi::xml_node& graph) {
        for (const pugi::xml_node& child : graph.children()) {
            if (tag(child) == "hyperedge") {
                refuse(place(child), "there is a hyperedge, expected edges between two nodes");
            }
            refuse_graph(child, "a graph");
            if (tag(child) != "node") {
                continue;
            }
            const pugi::xml_attribute id = child.attribute("id");
            if (!id) {
                refuse(place(child), "the node has no id, expected one");
            }
            const bool is_new = numbers_.emplace(id.value(), static_cast<NodeId>(list_.nodes.size())).second;
            if (!is_new) {
                refuse(place(child), fmt::format("node {} is there a second time, expected every id once", quoted(id.value())));
            }
            list_.nodes.push_back({id.value(), label_of(child)});
        }
    }

    void refuse_graph(const pugi::xml_node& child, std::string_view where) const {
        if (tag(child) == "graph") {
            refuse(place(child), fmt::format("there is a graph in {}, expected one graph", where));
        }
    }

    std::string label_of(const pugi::xml_node& node) const {
        std::string label;
        std::string name;
        for (const pugi::xml_node& child : node.children()) {
            refuse_graph(child, "a node");
            const std::string_view key = child.attribute("key").value();
            if (tag(child) != "data" || key.empty()) {
                continue;
            }
            if (keys_.label.contains(key)) {
                label = text_of(child);
            } else if (keys_.name.contains(key)) {
                name = text_of(child);
            }
        }
        return label.empty() ? name : label;
    }

    void read_edges(const pugi::xml_node& graph) {
        const bool directed = std::strcmp(graph.attribute("edgedefault").value(), "directed") == 0;
        for (const pugi::xml_node& child : graph.children()) {
            if (tag(child) == "edge") {
                ListedEdge edge;
                edge.offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, child.offset_debug()));
                edge.source = end_of(child, "source");
                edge.target = end_of(child, "target");
                edge.directed = child.attribute("directed").as_bool(directed);
                edge.weight = weight_of(child);
                list_.edges.push_back(edge);
            }
        }
    }

    [[nodiscard]] NodeId end_of(const pugi::xml_node& edge, const char* which) const {
        const std::string_view id = edge.attribute(which).value();
        const auto found = numbers_.find(id);
        if (found == numbers_.end()) {
            refuse(place(edge), fmt::format("the {} of the edge is {}, expected the id of a node", which, quoted(id)));
        }
        return found->second;
    }

    [[nodiscard]] double weight_of(const pugi::xml_node& edge) const {
        std::string text = keys_.default_weight;
        for (const pugi::xml_node& child : edge.children()) {
            refuse_graph(child, "an edge");
            if (tag(child) == "data" && keys_.weight.contains(std::string_view(child.attribute("key").value()))) {
                text = text_of(child);
            }
        }
        std::string_view word = text;
        while (!word.empty() && std::strchr(" \t\r\n", word.front()) != nullptr) {
            word.remove_prefix(1);
        }
        while (!word.empty() && std::strchr(" \t\r\n", word.back()) != nullptr) {
            word.remove_suffix(1);
        }
        return word.empty() ? 1 : parse_weight(word, [&] { return place(edge); });
    }

    std::string_view text_;
    std::string_view file_;
    bool places_;
    Keys keys_;
    Ids ignored_;
    ListedGraph list_;
    std::map<std::string, NodeId, std::less<>> numbers_;
};

void require_document_fits(std::string_view text, std::string_view file) {
    constexpr double bytes_for_each = 12;  // elements with short names take the most
    if (!fits_in_memory(bytes_for_each * static_cast<double>(text.size()), 0)) {
        throw TooLarge(fmt::format("{}: a document of {} takes about {} of memory, which is not there", file,
                                   readable_bytes(static_cast<double>(text.size())),
                                   readable_bytes(bytes_for_each * static_cast<double>(text.size()))));
    }
}

}  // namespace

NamedGraph parse_graphml(std::string_view text, std::string_view file, Symmetrize how) {
    require_document_fits(text, file);
    pugi::xml_document document;
    const pugi::xml_parse_result result = document.load_buffer(text.data(), text.size());
    const bool same_bytes = result.encoding == pugi::encoding_utf8;
    if (!result) {
        const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, result.offset));
        refuse(same_bytes ? place_of_byte(text, file, offset) : std::string(file),
               fmt::format("this is no well-formed XML ({}), expected GraphML", result.description()));
    }
    const ListedGraph list = Reader(text, file, same_bytes).read(document);
    return assemble_listed(list, same_bytes ? text : std::string_view(), file, how);
}

std::string graphml_text(const Graph& graph) {
    const bool weighted = !are_ones(graph.adjacency().values);
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
    text += weighted ? "<key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n" : "";
    text += "<graph edgedefault=\"undirected\">\n";
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        text += fmt::format("<node id=\"{}\"/>\n", node);
    }
    for (const Edge& edge : edges_of(graph)) {
        text += fmt::format("<edge source=\"{}\" target=\"{}\"", edge.from, edge.to);
        if (weighted) {
            text += "><data key=\"weight\">";
            append_number(text, edge.weight);
            text += "</data></edge>\n";
        } else {
            text += "/>\n";
        }
    }
    return text + "</graph>\n</graphml>\n";
}

}  // namespace ndpool
