#pragma once

#include <string>

#include "ndpool/draw/picture/picture.hpp"

namespace ndpool {

/// One self-contained HTML page: the input with its facts and a chart, a row of three panels for each level (kept and
/// dropped nodes, Kron reduction, sparsified copy), and a table of the numbers. It needs no script, no network and no
/// other file. The same picture gives the same bytes. Throws InvalidInput like check_picture.
///
/// @code
/// PyramidPicture picture;
/// picture.title = "A ring";
/// picture.input = ring_graph(12).graph;
/// assert(pyramid_page(picture).find("A ring") != std::string::npos);
/// @endcode
[[nodiscard]] std::string pyramid_page(const PyramidPicture& picture);

}  // namespace ndpool
