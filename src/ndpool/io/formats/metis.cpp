#include "ndpool/io/formats/metis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/formats/text_cursor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

struct Header {
    std::int64_t nodes = 0;
    std::int64_t edges = 0;
    std::int64_t numbers_before = 0;  ///< size and weights of the node itself, at the beginning of its line
    bool edge_weights = false;
    std::string place;
};

/// The three digits of fmt: sizes of nodes, weights of nodes, weights of edges.
void read_format(TextCursor& cursor, Header& header) {
    const std::int64_t format = cursor.integer("the fmt field");
    const bool sizes = format / 100 == 1;
    const bool weights = format / 10 % 10 == 1;
    header.edge_weights = format % 10 == 1;
    if (format != 100 * sizes + 10 * weights + header.edge_weights) {
        cursor.refuse_here(fmt::format("the fmt field is {}, expected three digits of 0 or 1", format));
    }
    std::int64_t constraints = weights ? 1 : 0;
    if (!cursor.at_line_end()) {
        constraints = cursor.integer("the number of weights per node");
        if (constraints < 0 || constraints > 1'000'000 || (constraints > 0) != weights) {
            cursor.refuse_here(fmt::format("there are {} weights per node, expected what the fmt field says", constraints));
        }
    }
    header.numbers_before = constraints + (sizes ? 1 : 0);
}

Header read_header(TextCursor& cursor) {
    if (!cursor.next_content()) {
        cursor.refuse_here("the file is empty, expected 'nodes edges'");
    }
    Header header;
    header.place = cursor.place();
    header.nodes = cursor.integer("the number of nodes");
    header.edges = cursor.integer("the number of edges");
    if (header.edges < 0) {
        cursor.refuse_here(fmt::format("the number of edges is {}, expected at least 0", header.edges));
    }
    if (!cursor.at_line_end()) {
        read_format(cursor, header);
    }
    cursor.end_line();
    (void)backed_node_count(header.nodes, static_cast<std::uint64_t>(header.edges), header.place);
    return header;
}

/// Calls visit(entry) for every neighbour listed, with the cursor on its line, until it says false.
template <typename Visit>
void visit_entries(TextCursor& cursor, const Header& header, Visit visit) {
    for (NodeId node = 0; node < header.nodes; ++node) {
        cursor.skip_comments();
        // The last line may be empty and lack its line feed.
        if (cursor.at_end() && (node + 1 < header.nodes || !cursor.at_line_start())) {
            cursor.refuse_here(fmt::format("the file ends after {} nodes, expected {}", node, header.nodes));
        }
        for (std::int64_t k = 0; k < header.numbers_before; ++k) {
            (void)cursor.finite_number("a size or weight of the node");
        }
        while (!cursor.at_line_end()) {
            const NodeId neighbor = cursor.node(1, header.nodes);
            if (!visit(Entry{node, neighbor, header.edge_weights ? cursor.weight() : 1.0})) {
                return;
            }
        }
        cursor.end_line();
    }
    if (cursor.next_content()) {
        cursor.refuse_here(
            fmt::format("there are more lines than the {} nodes of the first line, expected the end", header.nodes));
    }
}

std::string place_of_entry(std::string_view text, std::string_view file, std::size_t position) {
    TextCursor cursor(text, file, "%");
    const Header header = read_header(cursor);
    EntryFinder finder{cursor, position};
    visit_entries(cursor, header, std::ref(finder));
    return finder.place;
}

bool is_whole(double weight) {
    constexpr double largest = 9007199254740992.0;  // 2^53
    return weight == std::floor(weight) && weight <= largest;
}

}  // namespace

Graph parse_metis(std::string_view text, std::string_view file, Symmetrize how) {
    TextCursor cursor(text, file, "%");
    const Header header = read_header(cursor);
    if (header.nodes > 0 && static_cast<std::uint64_t>(header.nodes) > cursor.bytes_left() + 1) {
        refuse(header.place, fmt::format("the file ends before its {} nodes, expected one line for each", header.nodes));
    }
    EntryList list;
    list.nodes = static_cast<NodeId>(header.nodes);
    list.entries.reserve(std::min(static_cast<std::size_t>(header.edges), cursor.bytes_left() / 4) * 2);
    std::int64_t self_loops = 0;
    visit_entries(cursor, header, [&](const Entry& entry) {
        list.entries.push_back(entry);
        self_loops += entry.row == entry.column ? 1 : 0;
        return true;
    });
    Graph graph = assemble_graph(list, how, {std::string(file), 1, [&](std::size_t k) { return place_of_entry(text, file, k); }});
    const auto listed = static_cast<std::int64_t>(list.entries.size());
    const bool arcs_counted = how != Symmetrize::refuse && listed == header.edges;
    const bool edges_counted = (listed + self_loops) % 2 == 0 && (listed + self_loops) / 2 == header.edges;
    if (!arcs_counted && !edges_counted) {
        refuse(header.place, fmt::format("there are {} edges by this line but the nodes list {} neighbours, expected two an edge",
                                         header.edges, listed));
    }
    return graph;
}

std::string metis_text(const Graph& graph) {
    const auto& weights = graph.adjacency().values;
    const auto fraction = std::find_if_not(weights.begin(), weights.end(), is_whole);
    if (fraction != weights.end()) {
        throw InvalidInput(fmt::format(
            "a METIS file holds whole weights only and this graph has {}: choose another format, for example .mtx", *fraction));
    }
    const bool weighted = !are_ones(weights);
    std::string text = fmt::format("{} {}{}\n", graph.node_count(), graph.edge_count(), weighted ? " 001" : "");
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            text.append(k == 0 ? "" : " ");
            append_integer(text, std::int64_t{neighbors[k]} + 1);
            if (weighted) {
                text += ' ';
                append_number(text, graph.weights(node)[k]);
            }
        }
        text += '\n';
    }
    return text;
}

}  // namespace ndpool
