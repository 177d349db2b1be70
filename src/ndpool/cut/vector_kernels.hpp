#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

// Inlined always, so that they take on the vector width of the function they are used in.
namespace ndpool {

/// Inner product summed in eight fixed lanes: fast where vectors are wide, and the same bits everywhere,
/// because the order of additions is written down and not the compiler's choice.
[[nodiscard, gnu::always_inline]] inline double dot(std::span<const double> a, std::span<const double> b) {
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> sums{};
    const std::size_t whole = a.size() - a.size() % lanes;
    for (std::size_t i = 0; i < whole; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sums[lane] += a[i + lane] * b[i + lane];
        }
    }
    double tail = 0;
    for (std::size_t i = whole; i < a.size(); ++i) {
        tail += a[i] * b[i];
    }
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7])) + tail;
}

[[nodiscard, gnu::always_inline]] inline double norm(std::span<const double> a) {
    return std::sqrt(dot(a, a));
}

/// y += factor * x
[[gnu::always_inline]] inline void add_scaled(double factor, std::span<const double> x, std::span<double> y) {
    for (std::size_t i = 0; i < y.size(); ++i) {
        y[i] += factor * x[i];
    }
}

[[gnu::always_inline]] inline void scale(double factor, std::span<double> x) {
    for (double& value : x) {
        value *= factor;
    }
}

}  // namespace ndpool
