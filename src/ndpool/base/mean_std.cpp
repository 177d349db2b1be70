#include "ndpool/base/mean_std.hpp"

#include <cmath>

namespace ndpool {

MeanStd mean_std_of(std::span<const double> values) {
    MeanStd spread;
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
