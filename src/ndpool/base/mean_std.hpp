#pragma once

#include <span>

namespace ndpool {

/// A mean and a standard deviation, as the paper's tables give them.
struct MeanStd {
    double mean = 0;
    double deviation = 0;
};

/// Of all the values there are: the deviation divides by their number. Zeros for none.
[[nodiscard]] MeanStd mean_std_of(std::span<const double> values);

}  // namespace ndpool
