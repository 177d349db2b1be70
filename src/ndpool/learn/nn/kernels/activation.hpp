#pragma once

#include <cstdint>

namespace ndpool {

/// What is done with each number of the outputs of a layer: nothing, or zero instead of negative ones.
enum class Activation : std::uint8_t { none, relu };

}  // namespace ndpool
