#include "ndpool/io/edge_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "ndpool/io/entry_list.hpp"
#include "ndpool/io/number_text.hpp"
#include "ndpool/io/place.hpp"
#include "ndpool/io/text_cursor.hpp"

namespace ndpool {

namespace {

constexpr std::string_view comment_marks = "#%";
constexpr std::string_view node_count_comment = "# ndpool nodes=";

struct Header {
    std::optional<std::int64_t> nodes;
    std::string nodes_place;
    int columns = 0;
};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '"';
}

/// Two or three words of letters, like `source,target,weight`.
bool names_columns(std::string_view line) {
    std::size_t words = 0;
    bool inside = false;
    for (const char c : line) {
        const bool separator = c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r';
        const bool in_word = is_letter(c) || (inside && ((c >= '0' && c <= '9') || c == '-' || c == '.'));
        if (!separator && !in_word) {
            return false;
        }
        words += !separator && !inside ? 1 : 0;
        inside = !separator;
    }
    return words == 2 || words == 3;
}

/// Comments above the edges, one of which may say how many nodes there are, and the names of the columns.
void read_head(TextCursor& cursor, std::string_view file, Header& header) {
    TextCursor plain = cursor;
    while (plain.next_content()) {
        cursor = plain;
        const std::string_view line = plain.take_line();
        if (line.starts_with(node_count_comment)) {
            TextCursor number(line.substr(node_count_comment.size()), file);
            header.nodes_place = cursor.place();
            try {
                header.nodes = number.integer("a number of nodes");
                number.end_line();
            } catch (const InvalidInput&) {
                refuse(header.nodes_place, fmt::format("found {}, expected '{}N'", quoted(line), node_count_comment));
            }
        } else if (comment_marks.find(line.front()) == std::string_view::npos) {
            if (names_columns(line)) {
                cursor = plain;
            }
            return;
        }
        cursor = plain;
    }
}

/// Calls visit(entry) for every edge listed, with the cursor on its line, until it says false.
template <typename Visit>
void visit_entries(TextCursor& cursor, Header& header, Visit visit) {
    const std::int64_t most = header.nodes.value_or(std::numeric_limits<NodeId>::max());
    while (cursor.next_content()) {
        Entry entry{};
        entry.row = cursor.node(0, most);
        cursor.skip_separator();
        entry.column = cursor.node(0, most);
        entry.value = 1;
        const int columns = cursor.at_line_end() ? 2 : 3;
        if (columns == 3) {
            cursor.skip_separator();
            entry.value = cursor.weight();
        }
        header.columns = header.columns == 0 ? columns : header.columns;
        if (columns != header.columns) {
            cursor.refuse_here(fmt::format("the line has {} columns, expected {} like the lines above", columns, header.columns));
        }
        if (!visit(entry)) {
            return;
        }
        cursor.end_line();
    }
}

std::string place_of_entry(std::string_view text, std::string_view file, std::size_t position) {
    TextCursor head(text, file);
    Header header;
    read_head(head, file, header);
    TextCursor cursor = head.with_comments(comment_marks);
    EntryFinder finder{cursor, position};
    visit_entries(cursor, header, std::ref(finder));
    return finder.place;
}

}  // namespace

Graph parse_edge_list(std::string_view text, std::string_view file, Symmetrize how) {
    TextCursor head(text, file);
    Header header;
    read_head(head, file, header);
    if (header.nodes && (*header.nodes < 0 || *header.nodes > std::numeric_limits<NodeId>::max())) {
        (void)backed_node_count(*header.nodes, 0, header.nodes_place);
    }
    TextCursor cursor = head.with_comments(comment_marks);
    EntryList list;
    list.meaning = EntryMeaning::edge_list;
    list.entries.reserve(cursor.lines_left() + 1);
    std::int64_t nodes = 0;
    visit_entries(cursor, header, [&](const Entry& entry) {
        list.entries.push_back(entry);
        nodes = std::max({nodes, std::int64_t{entry.row} + 1, std::int64_t{entry.column} + 1});
        return true;
    });
    if (list.entries.empty() && !header.nodes) {
        cursor.refuse_here("the file has no edges, expected lines 'u v' or 'u v weight'");
    }
    list.nodes = backed_node_count(header.nodes.value_or(nodes), list.entries.size(), header.nodes ? header.nodes_place : file);
    return assemble_graph(list, how, {std::string(file), 0, [&](std::size_t k) { return place_of_entry(text, file, k); }});
}

std::string edge_list_text(const Graph& graph, char separator) {
    const auto& weights = graph.adjacency().values;
    const bool weighted = std::any_of(weights.begin(), weights.end(), [](double weight) { return weight != 1; });
    std::string text = fmt::format("{}{}\n", node_count_comment, graph.node_count());
    for (const Edge& edge : edges_of(graph)) {
        append_integer(text, edge.from);
        text += separator;
        append_integer(text, edge.to);
        if (weighted) {
            text += separator;
            append_number(text, edge.weight);
        }
        text += '\n';
    }
    return text;
}

}  // namespace ndpool
