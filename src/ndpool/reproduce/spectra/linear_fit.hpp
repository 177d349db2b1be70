#pragma once

#include <span>

namespace ndpool {

/// A straight line through points by least squares.
struct LinearFit {
    double intercept = 0;
    double slope = 0;
    double r_squared = 0;  ///< share of the variance of y that the line explains; 1 if y does not vary
};

/// Needs at least two different x; as long as y.
[[nodiscard]] LinearFit linear_fit(std::span<const double> x, std::span<const double> y);

}  // namespace ndpool
