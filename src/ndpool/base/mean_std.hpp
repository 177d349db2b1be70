#pragma once

#include <span>

namespace ndpool {

/// A mean and a standard deviation, as the paper's tables give them.
struct MeanStd {
    double mean = 0;
    double deviation = 0;
};

/// Mean and population standard deviation: the variance divides by the number of values. Zeros if there are no values.
[[nodiscard]] MeanStd mean_std_of(std::span<const double> values);

}  // namespace ndpool
