#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "ndpool/base/lanes.hpp"

// Always inlined, so that they use the vector width of the kernel that calls them; `bytes` is the size of its registers.
namespace ndpool {

/// Inner product summed in eight fixed lanes: fast where vectors are wide, and the same bits everywhere,
/// because the order of additions is written down and not the compiler's choice.
template <int bytes = 16>
[[nodiscard, gnu::always_inline]] inline double dot(std::span<const double> a, std::span<const double> b) {
    using Eight = Lanes<double, 8, bytes>;
    Eight sums = Eight::zero();
    const std::size_t whole = a.size() - a.size() % 8;
    for (std::size_t i = 0; i < whole; i += 8) {
        sums += Eight::load(a.data() + i) * Eight::load(b.data() + i);
    }
    double tail = 0;
    for (std::size_t i = whole; i < a.size(); ++i) {
        tail += a[i] * b[i];
    }
    return sum_of(sums) + tail;
}

template <int bytes = 16>
[[nodiscard, gnu::always_inline]] inline double norm(std::span<const double> a) {
    return std::sqrt(dot<bytes>(a, a));
}

/// y += factor * x
[[gnu::always_inline]] inline void add_scaled(double factor, std::span<const double> x, std::span<double> y) {
    for (std::size_t i = 0; i < y.size(); ++i) {
        y[i] += factor * x[i];
    }
}

/// dot(x, a) and y += factor * x in one pass over x.
template <int bytes = 16>
[[nodiscard, gnu::always_inline]] inline double dot_and_add_scaled(std::span<const double> x, std::span<const double> a,
                                                                   double factor, std::span<double> y) {
    using Eight = Lanes<double, 8, bytes>;
    Eight sums = Eight::zero();
    const std::size_t whole = x.size() - x.size() % 8;
    for (std::size_t i = 0; i < whole; i += 8) {
        const Eight values = Eight::load(x.data() + i);
        sums += values * Eight::load(a.data() + i);
        (Eight::load(y.data() + i) + values * factor).store(y.data() + i);
    }
    double tail = 0;
    for (std::size_t i = whole; i < x.size(); ++i) {
        tail += x[i] * a[i];
        y[i] += factor * x[i];
    }
    return sum_of(sums) + tail;
}

[[gnu::always_inline]] inline void scale(double factor, std::span<double> x) {
    for (double& value : x) {
        value *= factor;
    }
}

}  // namespace ndpool
