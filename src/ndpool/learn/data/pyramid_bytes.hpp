#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// The levels of pyramids as bytes in the byte order of this machine, without the bases, measured spectra and unsparsified
/// graphs.
[[nodiscard]] std::string bytes_of_pyramids(std::span<const Pyramid> pyramids);

/// Pyramids with these bases. Throws InvalidInput for bytes that are too few, too many, or not what bytes_of_pyramids gives.
[[nodiscard]] std::vector<Pyramid> pyramids_of_bytes(std::string_view bytes, std::span<const Graph> bases);

}  // namespace ndpool
