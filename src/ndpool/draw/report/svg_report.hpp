#pragma once

#include <string>

#include "ndpool/draw/picture/picture.hpp"

namespace ndpool {

/// The panels of pyramid_page as one stand-alone SVG, light, with fonts left to the viewer.
///
/// @code
/// PyramidPicture picture;
/// picture.title = "A ring";
/// picture.input = ring_graph(12).graph;
/// assert(pyramid_svg(picture).find("<svg") != std::string::npos);
/// @endcode
[[nodiscard]] std::string pyramid_svg(const PyramidPicture& picture);

}  // namespace ndpool
