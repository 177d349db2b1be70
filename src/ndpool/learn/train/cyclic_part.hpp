#pragma once

#include <cstddef>

namespace ndpool {

/// One of several parts of numbered work: every `count`-th item, from item `number` - 1 on.
struct CyclicPart {
    std::size_t number = 1;  ///< from 1
    std::size_t count = 1;   ///< number of parts

    /// Whether an item, numbered from 0, belongs to the part.
    [[nodiscard]] bool has(std::size_t item) const { return item % count == number - 1; }
};

}  // namespace ndpool
