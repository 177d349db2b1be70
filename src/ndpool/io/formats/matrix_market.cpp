#include "ndpool/io/formats/matrix_market.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/formats/text_cursor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

enum class Layout : std::uint8_t { coordinate, array };
enum class Field : std::uint8_t { real, integer, pattern };

struct Header {
    Layout layout = Layout::coordinate;
    Field field = Field::real;
    bool symmetric = false;
    NodeId rows = 0;
    NodeId columns = 0;
    std::int64_t entries = 0;  ///< of a coordinate file
    std::string size_place;    ///< where the sizes are stated
};

std::vector<std::string> lower_case_words(std::string_view line) {
    std::vector<std::string> words(1);
    for (const char c : line) {
        if (c == ' ' || c == '\t') {
            words.emplace_back();
        } else {
            words.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    std::erase(words, "");
    return words;
}

template <std::size_t N>
std::size_t choice(const TextCursor& cursor, const std::string& word, const std::array<std::string_view, N>& choices) {
    const auto found = std::find(choices.begin(), choices.end(), word);
    if (found == choices.end()) {
        cursor.refuse_here(fmt::format("the matrix is {}, expected {}", quoted(word), fmt::join(choices, " or ")));
    }
    return static_cast<std::size_t>(found - choices.begin());
}

void read_banner(TextCursor& cursor, Header& header) {
    TextCursor after = cursor;
    const auto words = lower_case_words(after.take_line());
    if (words.empty() || words.front() != "%%matrixmarket") {
        cursor.refuse_here("the file does not begin with '%%MatrixMarket', expected a Matrix Market file");
    }
    if (words.size() != 5 || words[1] != "matrix") {
        cursor.refuse_here(
            "the first line is incomplete, expected '%%MatrixMarket matrix coordinate real symmetric' or the like");
    }
    header.layout = static_cast<Layout>(choice<2>(cursor, words[2], {"coordinate", "array"}));
    header.field = static_cast<Field>(choice<3>(cursor, words[3], {"real", "integer", "pattern"}));
    header.symmetric = choice<2>(cursor, words[4], {"general", "symmetric"}) == 1;
    if (header.layout == Layout::array && header.field == Field::pattern) {
        cursor.refuse_here("an array cannot be a pattern, expected real or integer");
    }
    cursor = after;
}

NodeId read_size(TextCursor& cursor, std::string_view what) {
    const std::int64_t size = cursor.integer(what);
    if (size < 0 || size > std::numeric_limits<NodeId>::max()) {
        cursor.refuse_here(fmt::format("{} is {}, expected 0 to {}", what, size, std::numeric_limits<NodeId>::max()));
    }
    return static_cast<NodeId>(size);
}

Header read_header(TextCursor& cursor) {
    Header header;
    read_banner(cursor, header);
    if (!cursor.next_content()) {
        cursor.refuse_here("the file ends before the sizes, expected 'rows columns entries'");
    }
    header.size_place = cursor.place();
    header.rows = read_size(cursor, "the number of rows");
    header.columns = read_size(cursor, "the number of columns");
    if (header.layout == Layout::coordinate) {
        header.entries = cursor.integer("the number of entries");
        if (header.entries < 0) {
            cursor.refuse_here(fmt::format("the number of entries is {}, expected at least 0", header.entries));
        }
    }
    if (header.symmetric && header.rows != header.columns) {
        cursor.refuse_here(fmt::format("a symmetric matrix is {} x {}, expected a square one", header.rows, header.columns));
    }
    cursor.end_line();
    return header;
}

double read_value(TextCursor& cursor, Field field, bool weights) {
    if (field == Field::pattern) {
        return 1.0;
    }
    if (field == Field::integer) {
        const auto value = static_cast<double>(cursor.integer("an integer value"));
        if (weights && value < 0) {
            cursor.refuse_here(fmt::format("the weight {} is negative, expected a weight of at least 0", value));
        }
        return value;
    }
    return weights ? cursor.weight() : cursor.finite_number("the value");
}

/// Calls visit(entry) for every entry that the file lists, with the cursor still on its line, until it says false.
/// Zeros of an array are no entries.
template <typename Visit>
void visit_entries(TextCursor& cursor, const Header& header, bool weights, Visit visit) {
    if (header.layout == Layout::coordinate) {
        for (std::int64_t k = 0; k < header.entries; ++k) {
            if (!cursor.next_content()) {
                cursor.refuse_here(fmt::format("the file ends after {} entries, expected {}", k, header.entries));
            }
            const NodeId row = cursor.node(1, header.rows);
            const NodeId column = cursor.node(1, header.columns);
            if (!visit(Entry{row, column, read_value(cursor, header.field, weights)})) {
                return;
            }
            cursor.end_line();
        }
    } else {
        for (NodeId column = 0; column < header.columns; ++column) {
            for (NodeId row = header.symmetric ? column : 0; row < header.rows; ++row) {
                if (!cursor.next_content()) {
                    cursor.refuse_here(fmt::format("the file ends before value ({}, {}), expected {} x {} values", row + 1,
                                                   column + 1, header.rows, header.columns));
                }
                const Entry entry{row, column, read_value(cursor, header.field, weights)};
                if (entry.value != 0 && !visit(entry)) {
                    return;
                }
                cursor.end_line();
            }
        }
    }
    if (cursor.next_content()) {
        cursor.refuse_here("there is more than the sizes at the top of the file say, expected its end");
    }
}

std::uint64_t stated_entries(const Header& header) {
    return header.layout == Layout::coordinate
               ? static_cast<std::uint64_t>(header.entries)
               : static_cast<std::uint64_t>(header.rows) * static_cast<std::uint64_t>(header.columns);
}

/// No more than the text can hold: the shortest entry takes four bytes, "1 1" and a line feed.
std::size_t plausible_entries(const TextCursor& cursor, const Header& header) {
    return header.layout == Layout::coordinate ? std::min(static_cast<std::size_t>(header.entries), cursor.bytes_left() / 4 + 1)
                                               : 0;
}

std::string place_of_entry(std::string_view text, std::string_view file, std::size_t position) {
    TextCursor cursor(text, file, "%");
    const Header header = read_header(cursor);
    EntryFinder finder{cursor, position};
    visit_entries(cursor, header, true, std::ref(finder));
    return finder.place;
}

void append_entry(std::string& text, NodeId row, NodeId column, double value) {
    append_integer(text, std::int64_t{row} + 1);
    text += ' ';
    append_integer(text, std::int64_t{column} + 1);
    text += ' ';
    append_number(text, value);
    text += '\n';
}

}  // namespace

Graph parse_matrix_market(std::string_view text, std::string_view file, Symmetrize how) {
    TextCursor cursor(text, file, "%");
    const Header header = read_header(cursor);
    if (header.rows != header.columns) {
        refuse(header.size_place,
               fmt::format("the matrix is {} x {}, expected a square one as adjacency", header.rows, header.columns));
    }
    EntryList list;
    list.meaning = header.symmetric ? EntryMeaning::each_edge_once : EntryMeaning::both_directions;
    list.nodes = backed_node_count(header.rows, stated_entries(header), header.size_place);
    list.entries.reserve(plausible_entries(cursor, header));
    visit_entries(cursor, header, true, [&](const Entry& entry) {
        list.entries.push_back(entry);
        return true;
    });
    return assemble_graph(list, how, {std::string(file), 1, [&](std::size_t k) { return place_of_entry(text, file, k); }});
}

SparseMatrix parse_matrix_market_matrix(std::string_view text, std::string_view file) {
    TextCursor cursor(text, file, "%");
    const Header header = read_header(cursor);
    (void)backed_node_count(header.rows, stated_entries(header), header.size_place);
    std::vector<Entry> entries;
    entries.reserve(plausible_entries(cursor, header));
    visit_entries(cursor, header, false, [&](const Entry& entry) {
        entries.push_back(entry);
        if (header.symmetric && entry.row != entry.column) {
            entries.push_back({entry.column, entry.row, entry.value});
        }
        return true;
    });
    SparseMatrix matrix = matrix_from_entries(header.rows, header.columns, entries);
    for (NodeId row = 0; row < matrix.rows; ++row) {
        const auto end = matrix.indices.begin() + matrix.offsets[row + 1];
        const auto twice = std::adjacent_find(matrix.indices.begin() + matrix.offsets[row], end);
        if (twice != end) {
            refuse(file, fmt::format("entry ({}, {}) is there a second time, expected every entry once", row + 1, *twice + 1));
        }
    }
    return matrix;
}

std::vector<Point> parse_positions(std::string_view text, std::string_view file) {
    TextCursor cursor(text, file, "%");
    const Header header = read_header(cursor);
    if (header.layout != Layout::array || (header.columns != 2 && header.columns != 3)) {
        refuse(header.size_place,
               fmt::format("the file has {} columns, expected an array of 2 or 3 coordinates a node", header.columns));
    }
    std::vector<Point> positions(std::min(static_cast<std::size_t>(header.rows), cursor.bytes_left()));
    visit_entries(cursor, header, false, [&](const Entry& entry) {
        if (entry.column < 2) {
            (entry.column == 0 ? positions[entry.row].x : positions[entry.row].y) = entry.value;
        }
        return true;
    });
    return positions;
}

std::string matrix_market_text(const Graph& graph) {
    std::string text = fmt::format("%%MatrixMarket matrix coordinate real symmetric\n{} {} {}\n", graph.node_count(),
                                   graph.node_count(), graph.edge_count());
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t k = 0; k < neighbors.size() && neighbors[k] <= node; ++k) {
            append_entry(text, node, neighbors[k], weights[k]);
        }
    }
    return text;
}

std::string matrix_market_text(const SparseMatrix& matrix) {
    std::string text = fmt::format("%%MatrixMarket matrix coordinate real general\n{} {} {}\n", matrix.rows, matrix.columns,
                                   matrix.indices.size());
    for (NodeId row = 0; row < matrix.rows; ++row) {
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            append_entry(text, row, matrix.indices[k], matrix.values[k]);
        }
    }
    return text;
}

}  // namespace ndpool
