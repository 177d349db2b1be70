#pragma once

#include <vector>

#include "ndpool/draw/picture/picture.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool::command {

/// The picture of a pyramid: its input and its levels, without fake nodes. The caller adds title, positions and facts.
/// Levels with an unsparsified graph are drawn with both graphs, others only as stored. `recursed_on_sparsified` says that
/// cuts were made in the sparsified copies.
[[nodiscard]] PyramidPicture pyramid_picture(Pyramid pyramid, bool recursed_on_sparsified = false);

}  // namespace ndpool::command
