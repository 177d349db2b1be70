#pragma once

#include <span>
#include <string>

#include "ndpool/draw/picture/picture.hpp"

namespace ndpool {

/// One self-contained HTML page: the graph with a slider for the level and one for the threshold, which can be moved and zoomed;
/// charts of nodes and edges by level and of edges by threshold; a table of the numbers. It needs no network and no other file.
/// The same picture gives the same bytes. Throws InvalidInput like check_picture.
///
/// @code
/// PyramidPicture picture;
/// picture.title = "A ring";
/// picture.input = ring_graph(12).graph;
/// assert(pyramid_page(picture).find("A ring") != std::string::npos);
/// @endcode
[[nodiscard]] std::string pyramid_page(const PyramidPicture& picture);

/// The same for pyramids of one graph by several methods, side by side; each picture's `method` names it, title and facts are
/// those of the first. Throws InvalidInput if there is none.
[[nodiscard]] std::string pyramids_page(std::span<const PyramidPicture> pictures);

}  // namespace ndpool
