#include "ndpool/io/formats/entry_list.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "ndpool/base/memory.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

void require_memory(NodeId nodes, std::string_view file) {
    constexpr double bytes_per_node = 32;  // row offsets and what sorting takes beside them
    const double needed = bytes_per_node * static_cast<double>(nodes);
    if (!fits_in_memory(needed, 0)) {
        throw TooLarge(fmt::format("{}: {} nodes take {} of memory, which is not there", file, nodes, readable_bytes(needed)));
    }
}

Graph graph_of(const EntryList& list, Symmetrize how) {
    if (how == Symmetrize::refuse || list.meaning == EntryMeaning::each_edge_once) {
        return graph_from_entries(list.nodes, list.entries, list.meaning);
    }
    return undirected(matrix_from_entries(list.nodes, list.nodes, list.entries), how);
}

/// Positions of the first entry from `row` to `column`, of its duplicate, and of the opposite entry.
struct Occurrences {
    std::optional<std::size_t> first;
    std::optional<std::size_t> again;
    std::optional<std::size_t> mirror;
};

Occurrences occurrences_of(const EntryList& list, NodeId row, NodeId column) {
    const bool either_direction = list.meaning == EntryMeaning::each_edge_once;
    Occurrences found;
    for (std::size_t k = 0; k < list.entries.size(); ++k) {
        const Entry& entry = list.entries[k];
        const bool same = entry.row == row && entry.column == column;
        const bool opposite = entry.row == column && entry.column == row;
        if (same || (opposite && either_direction)) {
            (found.first ? found.again : found.first) = k;
        } else if (opposite) {
            found.mirror = k;
        }
        if (found.again) {
            break;
        }
    }
    return found;
}

[[noreturn]] void refuse_entry(const EntryList& list, const InvalidEntry& error, const EntryNaming& naming) {
    constexpr std::string_view expected =
        "the graph is directed, expected an undirected one (or symmetrize it: max, mean, sum or chung)";
    const Occurrences found = occurrences_of(list, error.row, error.column);
    if (found.again) {
        const Entry& entry = list.entries[*found.again];
        refuse(naming.place(*found.again), fmt::format("entry ({}, {}) is there a second time, expected every entry once",
                                                       entry.row + naming.first_id, entry.column + naming.first_id));
    }
    const std::int64_t row = error.row + naming.first_id;
    const std::int64_t column = error.column + naming.first_id;
    if (found.first && found.mirror) {
        refuse(naming.place(*found.first),
               fmt::format("entry ({}, {}) is {} but entry ({}, {}) is {}: {}", row, column, list.entries[*found.first].value,
                           column, row, list.entries[*found.mirror].value, expected));
    }
    if (found.first) {
        refuse(naming.place(*found.first),
               fmt::format("entry ({}, {}) is there but entry ({}, {}) is not: {}", row, column, column, row, expected));
    }
    refuse(naming.file, error.what());
}

}  // namespace

NodeId backed_node_count(std::int64_t nodes, std::uint64_t entries, std::string_view place) {
    constexpr std::uint64_t always_allowed = 1'000'000;
    constexpr std::uint64_t allowed_an_entry = 1000;
    constexpr std::int64_t most = std::numeric_limits<NodeId>::max();
    if (nodes < 0 || nodes > most) {
        refuse(place, fmt::format("there are {} nodes, expected a number from 0 to {}", nodes, most));
    }
    if (entries<most&& static_cast<std::uint64_t>(nodes)> always_allowed + allowed_an_entry * entries) {
        refuse(place, fmt::format("there are {} nodes for {} entries, expected at most {} for so few", nodes, entries,
                                  always_allowed + allowed_an_entry * entries));
    }
    return static_cast<NodeId>(nodes);
}

bool EntryFinder::operator()(const Entry& /*entry*/) {
    if (entries_before == 0) {
        place = cursor.place();
        return false;
    }
    --entries_before;
    return true;
}

Graph assemble_graph(const EntryList& list, Symmetrize how, const EntryNaming& naming) {
    require_memory(list.nodes, naming.file);
    try {
        return graph_of(list, how);
    } catch (const InvalidEntry& error) {
        refuse_entry(list, error, naming);
    } catch (const InvalidInput& error) {
        refuse(naming.file, error.what());
    }
}

Graph assemble_graph(SparseMatrix matrix, Symmetrize how, std::string_view file) {
    try {
        return how == Symmetrize::refuse ? Graph::from_adjacency(std::move(matrix)) : undirected(matrix, how);
    } catch (const InvalidInput& error) {
        refuse(file, error.what());
    }
}

}  // namespace ndpool
