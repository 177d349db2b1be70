#include "ndpool/draw/plot/axis_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/draw/plot/axis.hpp"

namespace ndpool {

double AxisScale::share(double value) const {
    return scale == Scale::linear ? (value - low) / (high - low) : std::log10(value / low) / std::log10(high / low);
}

bool AxisScale::has(double value) const {
    return std::isfinite(value) && (scale == Scale::linear || value > 0);
}

AxisScale axis_for(Scale scale, const std::vector<double>& values, bool round) {
    AxisScale axis{scale, HUGE_VAL, -HUGE_VAL};
    for (const double value : values) {
        if (axis.has(value)) {
            axis.low = std::min(axis.low, value);
            axis.high = std::max(axis.high, value);
        }
    }
    const bool logarithmic = scale == Scale::logarithmic;
    if (axis.low > axis.high) {
        return logarithmic ? AxisScale{scale, 1, 10} : AxisScale{scale, 0, 1};
    }
    if (axis.low == axis.high) {
        axis.low = logarithmic ? axis.low / 3 : axis.low - std::max(0.5, std::abs(axis.low) / 10);
        axis.high = logarithmic ? axis.high * 3 : axis.high + std::max(0.5, std::abs(axis.high) / 10);
    }
    if (round && logarithmic) {
        axis.low = std::pow(10, std::floor(std::log10(axis.low) + 1e-9));
        axis.high = std::pow(10, std::ceil(std::log10(axis.high) - 1e-9));
    } else if (round) {
        const double step = round_step(axis.high - axis.low);
        axis.low = std::floor(axis.low / step + 1e-9) * step;
        axis.high = std::ceil(axis.high / step - 1e-9) * step;
    }
    return axis;
}

std::vector<double> ticks_of(const AxisScale& axis) {
    std::vector<double> ticks;
    const double decades = axis.scale == Scale::logarithmic ? std::log10(axis.high / axis.low) : 0;
    if (axis.scale == Scale::logarithmic && decades >= 1) {
        const int stride = std::max(1, static_cast<int>(std::lround(decades / 5)));
        const int first = static_cast<int>(std::ceil(std::log10(axis.low) - 1e-9));
        for (int power = first; std::pow(10, power) <= axis.high * (1 + 1e-9); power += stride) {
            ticks.push_back(std::pow(10, power));
        }
    } else {
        const double step = round_step(axis.high - axis.low);
        const auto first = static_cast<long>(std::ceil(axis.low / step - 1e-6));
        for (long k = first; static_cast<double>(k) * step <= axis.high + step * 1e-6; ++k) {
            ticks.push_back(static_cast<double>(k) * step);
        }
    }
    return ticks;
}

std::string tick_text(double value) {
    return fmt::format("{:.6g}", value);
}

}  // namespace ndpool
