#pragma once

#include <string>

#include "ndpool/draw/page/page.hpp"

namespace ndpool {

/// Charts, graphs and matrices of all figures as one line of JSON that may stand in a <script> element. Numbers are rounded to
/// six digits; long arrays are base64 of little-endian numbers.
[[nodiscard]] std::string page_data(const Page& page);

}  // namespace ndpool
