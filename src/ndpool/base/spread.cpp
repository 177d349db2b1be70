#include "ndpool/base/spread.hpp"

#include <cmath>

namespace ndpool {

Spread spread_of(std::span<const double> values) {
    Spread spread;
    for (const double value : values) {
        spread.mean += value / static_cast<double>(values.size());
    }
    double squares = 0;
    for (const double value : values) {
        squares += (value - spread.mean) * (value - spread.mean);
    }
    spread.deviation = values.empty() ? 0 : std::sqrt(squares / static_cast<double>(values.size()));
    return spread;
}

}  // namespace ndpool
