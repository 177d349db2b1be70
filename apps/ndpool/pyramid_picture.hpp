#pragma once

#include <vector>

#include "ndpool/draw/picture/picture.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool::command {

/// The picture of a pyramid: its input and its levels, without fake nodes; title, positions and facts are left to the caller.
/// Levels that have their unsparsified graph are drawn with it, others as they are stored. `recursed_on_sparsified` says that
/// cuts were made in the sparsified copies.
[[nodiscard]] PyramidPicture pyramid_picture(Pyramid pyramid, bool recursed_on_sparsified = false);

}  // namespace ndpool::command
