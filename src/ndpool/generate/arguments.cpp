#include "ndpool/generate/arguments.hpp"

#include <fmt/format.h>

#include <limits>

#include "ndpool/base/error.hpp"

namespace ndpool {

void require_at_least(std::string_view name, double value, double least) {
    if (!(value >= least)) {
        throw InvalidInput(fmt::format("{} is {}, expected at least {}", name, value, least));
    }
}

void require_at_most(std::string_view name, double value, double most) {
    if (!(value <= most)) {
        throw InvalidInput(fmt::format("{} is {}, expected at most {}", name, value, most));
    }
}

void require_probability(std::string_view name, double value) {
    if (!(value >= 0 && value <= 1)) {
        throw InvalidInput(fmt::format("{} is {}, expected a probability between 0 and 1", name, value));
    }
}

NodeId cell_count(NodeId rows, NodeId columns) {
    require_at_least("rows", rows, 1);
    require_at_least("columns", columns, 1);
    constexpr EntryIndex most = std::numeric_limits<NodeId>::max();
    const EntryIndex cells = EntryIndex{rows} * columns;
    if (cells > most) {
        throw TooLarge(fmt::format("{} x {} are {} nodes, at most {} can be numbered", rows, columns, cells, most));
    }
    return static_cast<NodeId>(cells);
}

}  // namespace ndpool
