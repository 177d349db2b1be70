#include "ndpool/io/formats/edge_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "ndpool/io/formats/attribute_text.hpp"
#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/formats/text_cursor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

constexpr std::string_view comment_marks = "#%";
constexpr std::string_view node_count_comment = "# ndpool nodes=";

struct Header {
    std::optional<std::int64_t> nodes;
    std::string nodes_place;
    int columns = 0;
    bool at_node = false;  ///< a node is being read
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

/// Names that the columns of a table of edges have; any other word may be the name of a node.
bool is_column_name(std::string_view word) {
    constexpr std::array<std::string_view, 18> known{"source", "target", "from",  "to",    "src", "dst",  "u",    "v",   "i",
                                                     "j",      "node1",  "node2", "start", "end", "head", "tail", "row", "col"};
    std::string lower;
    for (const char c : word) {
        if (c != '"' && c != '_') {
            lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        }
    }
    return std::find(known.begin(), known.end(), lower) != known.end();
}

/// Whether a line of words names columns: the words are names of columns, or numbers follow.
bool is_head(std::string_view line, const TextCursor& below) {
    if (!names_columns(line)) {
        return false;
    }
    const auto end = line.find_first_of(" \t,;");
    TextCursor edges = below.with_comments(comment_marks);
    return is_column_name(line.substr(0, end)) || (edges.next_content() && !edges.at_name());
}

/// Reads the comments above the edges, one of which may state the number of nodes, and the names of the columns.
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
            if (is_head(line, plain)) {
                cursor = plain;
            }
            return;
        }
        cursor = plain;
    }
}

double weight_of(const AttributeWeight& attributes, const TextCursor& cursor) {
    if (attributes.length == 0) {
        cursor.refuse_here("the attributes are broken, expected them like {'weight': 1.5}");
    }
    if (!attributes.stated) {
        return 1;
    }
    try {
        TextCursor number(attributes.text, "");
        const double weight = number.number("a weight");
        number.end_line();
        if (!(weight >= 0) || !std::isfinite(weight)) {
            throw InvalidInput("");
        }
        return weight;
    } catch (const InvalidInput&) {
        cursor.refuse_here(fmt::format("the weight is {}, expected a finite number of at least 0", quoted(attributes.text)));
    }
}

/// The weight after two nodes: none, a number, or attributes.
double read_weight(TextCursor& cursor, int& columns) {
    columns = cursor.at_line_end() ? 2 : 3;
    if (columns == 2) {
        return 1;
    }
    cursor.skip_separator();
    const std::string_view rest = cursor.rest_of_line();
    if (!rest.starts_with('{')) {
        return cursor.weight();
    }
    const AttributeWeight attributes = read_attributes(rest);
    const double weight = weight_of(attributes, cursor);
    cursor.advance(attributes.length);
    return weight;
}

/// All lines must have as many columns as the first.
void require_columns(Header& header, int columns, const TextCursor& cursor) {
    header.columns = header.columns == 0 ? columns : header.columns;
    if (columns != header.columns) {
        cursor.refuse_here(fmt::format("the line has {} columns, expected {} like the lines above", columns, header.columns));
    }
}

/// Calls visit(entry) for every edge listed, with the cursor on its line, until it says false.
template <typename Visit>
void visit_entries(TextCursor& cursor, Header& header, Visit visit) {
    const std::int64_t most = header.nodes.value_or(std::numeric_limits<NodeId>::max());
    while (cursor.next_content()) {
        Entry entry{};
        int columns = 0;
        header.at_node = true;
        entry.row = cursor.node(0, most);
        cursor.skip_separator();
        entry.column = cursor.node(0, most);
        header.at_node = false;
        entry.value = read_weight(cursor, columns);
        require_columns(header, columns, cursor);
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

/// How the fields of a file with names are separated: by what its first line has outside of quotes and attributes.
char separator_in(std::string_view line) {
    char quote = 0;
    char found = ' ';
    for (const char c : line) {
        if (quote != 0) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '{') {
            break;
        } else if (c == '\t' || (found == ' ' && (c == ',' || c == ';'))) {
            found = c;
        }
    }
    return found;
}

/// Removes blanks at both ends; the result is a part of the text even if it is empty.
std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
    return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

/// Takes a name off the beginning of a line, and the separator after it. Empty if there is none.
std::string_view take_name(std::string_view& line, char separator) {
    line = trimmed(line);
    std::string_view name;
    if (!line.empty() && (line.front() == '"' || line.front() == '\'') && line.find(line.front(), 1) != std::string_view::npos) {
        const auto end = line.find(line.front(), 1);
        name = line.substr(1, end - 1);
        line = trimmed(line.substr(end + 1));
        line.remove_prefix(separator != ' ' && line.starts_with(separator) ? 1 : 0);
        return name;
    }
    const auto end = std::min(separator == ' ' ? line.find_first_of(" \t") : line.find(separator), line.size());
    name = trimmed(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
    return name;
}

void require_printable(std::string_view name, const TextCursor& cursor) {
    if (std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; })) {
        cursor.refuse_here(fmt::format("found {}, expected the name of a node", quoted(name)));
    }
}

/// Calls visit(entry) for every edge between named nodes, with the cursor on its line, until it says false.
template <typename Visit>
void visit_named_entries(TextCursor& cursor, Header& header, NameTable& names, Visit visit) {
    char separator = 0;
    while (cursor.next_content()) {
        std::string_view line = cursor.rest_of_line();
        separator = separator == 0 ? separator_in(line) : separator;
        Entry entry{};
        for (NodeId* const end : {&entry.row, &entry.column}) {
            const std::string_view name = take_name(line, separator);
            if (name.empty()) {
                cursor.refuse_here("the line ends too early, expected the names of two nodes");
            }
            require_printable(name, cursor);
            *end = names.number_of(name);
        }
        TextCursor behind = cursor;
        behind.advance(static_cast<std::size_t>(line.data() - cursor.rest_of_line().data()));
        int columns = 0;
        entry.value = read_weight(behind, columns);
        require_columns(header, columns, cursor);
        if (!visit(entry)) {
            return;
        }
        behind.end_line();
        cursor = behind;
    }
}

NamedGraph graph_of_names(std::string_view file, Symmetrize how, const TextCursor& first) {
    Header header;
    NameTable names;
    EntryList list;
    list.meaning = EntryMeaning::edge_list;
    TextCursor cursor = first;
    visit_named_entries(cursor, header, names, [&](const Entry& entry) {
        list.entries.push_back(entry);
        return true;
    });
    list.nodes = names.size();
    const auto place = [&](std::size_t position) {
        TextCursor again = first;
        Header ignored;
        NameTable numbers;
        EntryFinder finder{again, position};
        visit_named_entries(again, ignored, numbers, std::ref(finder));
        return finder.place;
    };
    Graph graph = assemble_graph(list, how, {std::string(file), 0, place});
    return {std::move(graph), std::move(names).take()};
}

}  // namespace

NamedGraph parse_named_edge_list(std::string_view text, std::string_view file, Symmetrize how) {
    TextCursor head(text, file);
    Header header;
    read_head(head, file, header);
    if (header.nodes && (*header.nodes < 0 || *header.nodes > std::numeric_limits<NodeId>::max())) {
        (void)backed_node_count(*header.nodes, 0, header.nodes_place);
    }
    const TextCursor first = head.with_comments(comment_marks);
    TextCursor cursor = first;
    EntryList list;
    list.meaning = EntryMeaning::edge_list;
    list.entries.reserve(cursor.lines_left() + 1);
    std::int64_t nodes = 0;
    try {
        visit_entries(cursor, header, [&](const Entry& entry) {
            list.entries.push_back(entry);
            nodes = std::max({nodes, std::int64_t{entry.row} + 1, std::int64_t{entry.column} + 1});
            return true;
        });
    } catch (const InvalidInput&) {
        if (!header.at_node || header.nodes || !cursor.at_name()) {
            throw;
        }
        return graph_of_names(file, how, first);
    }
    if (list.entries.empty() && !header.nodes) {
        cursor.refuse_here("the file has no edges, expected lines 'u v' or 'u v weight'");
    }
    list.nodes = backed_node_count(header.nodes.value_or(nodes), list.entries.size(), header.nodes ? header.nodes_place : file);
    return {assemble_graph(list, how, {std::string(file), 0, [&](std::size_t k) { return place_of_entry(text, file, k); }})};
}

Graph parse_edge_list(std::string_view text, std::string_view file, Symmetrize how) {
    return parse_named_edge_list(text, file, how).graph;
}

std::string edge_list_text(const Graph& graph, char separator) {
    const bool weighted = !are_ones(graph.adjacency().values);
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
