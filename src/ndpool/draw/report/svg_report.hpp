#pragma once

#include <string>

#include "ndpool/draw/picture/picture.hpp"

namespace ndpool {

/// The panels of pyramid_page as one stand-alone SVG, light, with fonts left to the viewer.
[[nodiscard]] std::string pyramid_svg(const PyramidPicture& picture);

}  // namespace ndpool
