#include "ndpool/io/formats/rudy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/formats/text_cursor.hpp"

namespace ndpool {

namespace {

struct Header {
    std::int64_t nodes = 0;
    std::int64_t edges = 0;
};

Header read_header(TextCursor& cursor) {
    if (!cursor.next_content()) {
        cursor.refuse_here("the file is empty, expected 'nodes edges'");
    }
    Header header;
    header.nodes = cursor.integer("the number of nodes");
    header.edges = cursor.integer("the number of edges");
    if (header.edges < 0) {
        cursor.refuse_here(fmt::format("the number of edges is {}, expected at least 0", header.edges));
    }
    (void)backed_node_count(header.nodes, static_cast<std::uint64_t>(header.edges), cursor.place());
    cursor.end_line();
    return header;
}

enum class Signs : std::uint8_t { none, either };

/// Calls visit(entry) for every edge listed, with the cursor on its line, until it says false.
template <typename Visit>
void visit_entries(TextCursor& cursor, const Header& header, Signs signs, Visit visit) {
    for (std::int64_t k = 0; k < header.edges; ++k) {
        if (!cursor.next_content()) {
            cursor.refuse_here(fmt::format("the file ends after {} edges, expected {}", k, header.edges));
        }
        const NodeId from = cursor.node(1, header.nodes);
        const NodeId to = cursor.node(1, header.nodes);
        const auto weight = [&] { return signs == Signs::none ? cursor.weight() : cursor.finite_number("a weight"); };
        if (!visit(Entry{from, to, cursor.at_line_end() ? 1.0 : weight()})) {
            return;
        }
        cursor.end_line();
    }
    if (cursor.next_content()) {
        cursor.refuse_here(fmt::format("there are more than the {} edges of the first line, expected the end", header.edges));
    }
}

std::string place_of_entry(std::string_view text, std::string_view file, std::size_t position) {
    TextCursor cursor(text, file);
    const Header header = read_header(cursor);
    EntryFinder finder{cursor, position};
    visit_entries(cursor, header, Signs::either, std::ref(finder));
    return finder.place;
}

EntryList read_entries(std::string_view text, std::string_view file, Signs signs) {
    TextCursor cursor(text, file);
    const Header header = read_header(cursor);
    EntryList list;
    list.nodes = static_cast<NodeId>(header.nodes);
    list.meaning = EntryMeaning::each_edge_once;
    list.entries.reserve(std::min(static_cast<std::size_t>(header.edges), cursor.bytes_left() / 4 + 1));
    visit_entries(cursor, header, signs, [&](const Entry& entry) {
        list.entries.push_back(entry);
        return true;
    });
    return list;
}

Graph assembled(const EntryList& list, std::string_view text, std::string_view file) {
    return assemble_graph(list, Symmetrize::refuse,
                          {std::string(file), 1, [&](std::size_t k) { return place_of_entry(text, file, k); }});
}

}  // namespace

Graph parse_rudy(std::string_view text, std::string_view file) {
    return assembled(read_entries(text, file, Signs::none), text, file);
}

SignedGraph parse_signed_rudy(std::string_view text, std::string_view file) {
    EntryList list = read_entries(text, file, Signs::either);
    std::vector<Edge> edges;
    edges.reserve(list.entries.size());
    for (Entry& entry : list.entries) {
        edges.push_back({entry.row, entry.column, entry.value});
        entry.value = std::abs(entry.value);
    }
    (void)assembled(list, text, file);  // refuses duplicates and names their place
    return SignedGraph::from_edges(list.nodes, edges);
}

std::string rudy_text(const Graph& graph) {
    std::string text = fmt::format("{} {}\n", graph.node_count(), graph.edge_count());
    for (const Edge& edge : edges_of(graph)) {
        append_integer(text, std::int64_t{edge.from} + 1);
        text += ' ';
        append_integer(text, std::int64_t{edge.to} + 1);
        text += ' ';
        append_number(text, edge.weight);
        text += '\n';
    }
    return text;
}

}  // namespace ndpool
