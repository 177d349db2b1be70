#include "ndpool/reproduce/spectra/linear_fit.hpp"

#include <cstddef>

namespace ndpool {

LinearFit linear_fit(std::span<const double> x, std::span<const double> y) {
    const auto n = static_cast<double>(x.size());
    double mean_x = 0;
    double mean_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean_x += x[i] / n;
        mean_y += y[i] / n;
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
    }
    const double slope = xx > 0 ? xy / xx : 0;
    return {mean_y - slope * mean_x, slope, yy > 0 ? slope * xy / yy : 1};
}

}  // namespace ndpool
