#pragma once

namespace ndpool {

/// A step of 1, 2 or 5 times a power of ten that cuts a length into about five.
[[nodiscard]] double round_step(double length);

}  // namespace ndpool
