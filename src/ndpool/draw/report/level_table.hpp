#pragma once

#include <optional>
#include <string>

#include "ndpool/draw/page/page.hpp"
#include "ndpool/draw/picture/picture.hpp"

namespace ndpool {

/// Edges of the reduction before it was sparsified, if that is known.
[[nodiscard]] std::optional<EntryIndex> edges_before(const LevelPicture& level);

/// "23.1%" of the reduction's edges; a dash if these are not known.
[[nodiscard]] std::string share_of_edges(const LevelPicture& level);

/// One row for the input and one for each level: nodes, edges, cut, components. Columns that are known for no level are left out.
[[nodiscard]] PageTable level_table(const PyramidPicture& picture);

/// One line that says what the picture shows.
[[nodiscard]] std::string lead_of(const PyramidPicture& picture);

}  // namespace ndpool
