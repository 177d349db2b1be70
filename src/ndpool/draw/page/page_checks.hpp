#pragma once

#include "ndpool/draw/page/page.hpp"

namespace ndpool {

/// Throws InvalidInput, naming the figure, if sizes of its parts do not fit together, a position is not finite, an index is out
/// of range, or two figures have the same name.
void check_page(const Page& page);

}  // namespace ndpool
