#pragma once

namespace ndpool {

/// A step of 1, 2 or 5 times a power of ten that divides a length into about five parts.
[[nodiscard]] double round_step(double length);

}  // namespace ndpool
