#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/graph/assemble.hpp"
#include "ndpool/graph/directed.hpp"
#include "ndpool/io/formats/text_cursor.hpp"

namespace ndpool {

/// The entries that a reader found in a file, before they become a graph. Ids count from 0 here.
struct EntryList {
    NodeId nodes = 0;
    std::vector<Entry> entries;
    EntryMeaning meaning = EntryMeaning::both_directions;
};

/// Refuses, at `place`, a number of nodes that is not possible (negative, above 2^31 - 1) or that is out of all proportion to
/// the entries (above 1,000,000 + 1000 per entry): a number in a header must not be enough to allocate memory. Returns it.
NodeId backed_node_count(std::int64_t nodes, std::uint64_t entries, std::string_view place);

/// A visitor for a second reading of a text: finds the line of the entry with the given position in the list. It is called
/// while the cursor is on the entry's line, and returns false when it has seen enough.
struct EntryFinder {
    const TextCursor& cursor;
    std::size_t entries_before;
    std::string place = {};

    bool operator()(const Entry& entry);
};

/// How messages describe an entry.
struct EntryNaming {
    std::string file;
    std::int64_t first_id = 0;                      ///< the file's number of node 0
    std::function<std::string(std::size_t)> place;  ///< "FILE:LINE" of an entry by its position in the list
};

/// The graph of a list. `how` is applied to the matrix that the list states; a list that states each edge once has no direction
/// and is taken as it is. An edge list is a matrix of arcs if `how` is not `refuse`. Throws InvalidInput with the place of the
/// entry that is a duplicate or has no mirror.
[[nodiscard]] Graph assemble_graph(const EntryList& list, Symmetrize how, const EntryNaming& naming);

/// The same for a matrix that an archive holds: messages name the entry by its row and column.
[[nodiscard]] Graph assemble_graph(SparseMatrix matrix, Symmetrize how, std::string_view file);

}  // namespace ndpool
