#pragma once

#include <string>
#include <vector>

#include "ndpool/draw/figure_parts.hpp"

namespace ndpool {

/// An axis from `low` to `high`, both finite and different; positive if it is logarithmic.
struct AxisScale {
    Scale scale = Scale::linear;
    double low = 0;
    double high = 1;

    /// Where a value lies: 0 at the low end, 1 at the high one.
    [[nodiscard]] double share(double value) const;
    /// Whether a value can be drawn at all: finite, and positive on a logarithmic axis.
    [[nodiscard]] bool has(double value) const;
};

/// An axis that holds all values that can be drawn, with round ends if `round` is true; from 0 to 1 (or 1 to 10) if there are
/// none.
[[nodiscard]] AxisScale axis_for(Scale scale, const std::vector<double>& values, bool round);

/// About five round values within the axis, ascending.
[[nodiscard]] std::vector<double> ticks_of(const AxisScale& axis);

/// "0.25", "2000", "1e-06": a number as short as it can be.
[[nodiscard]] std::string tick_text(double value);

}  // namespace ndpool
