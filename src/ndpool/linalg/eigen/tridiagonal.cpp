#include "ndpool/linalg/eigen/tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ndpool {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Whether T has no eigenvalue of x or more: the pivots of x I - T are then all positive. All functions here compute the
/// pivots by the same operations, so that they agree on what is positive.
bool is_above(const Tridiagonal& t, double x) {
    double pivot = x - t.diagonal[0];
    for (std::size_t i = 1; pivot > 0 && i < t.size(); ++i) {
        pivot = (x - t.diagonal[i]) - t.off_diagonal[i - 1] * t.off_diagonal[i - 1] * (1 / pivot);
    }
    return pivot > 0;
}

/// One step of Laguerre's iteration for the largest root of the characteristic polynomial, from x above it; infinity if x is
/// not above. The pivots of x I - T, whose product the polynomial is, and their first two derivatives come from one
/// recurrence. From above the iteration never passes the root.
double laguerre_step(const Tridiagonal& t, double x) {
    double pivot = x - t.diagonal[0];
    double first = 1;
    double second = 0;
    double ratio = 1 / pivot;
    double g = ratio;          // sum of 1 / (x - lambda)
    double h = ratio * ratio;  // sum of 1 / (x - lambda)^2
    for (std::size_t i = 1; pivot > 0 && i < t.size(); ++i) {
        const double u = t.off_diagonal[i - 1] * t.off_diagonal[i - 1] * ratio;
        const double next_second = u * ratio * (second - 2 * first * first * ratio);
        first = 1 + u * ratio * first;
        second = next_second;
        pivot = (x - t.diagonal[i]) - u;
        ratio = 1 / pivot;
        const double term = first * ratio;
        g += term;
        h += term * term - second * ratio;
    }
    if (!(pivot > 0)) {
        return std::numeric_limits<double>::infinity();
    }
    const auto n = static_cast<double>(t.size());
    return x - n / (g + std::sqrt(std::max(0.0, (n - 1) * (n * h - g * g))));
}

/// Above every eigenvalue by Gershgorin's theorem, with room for rounding.
double bound_above(const Tridiagonal& t) {
    double bound = t.diagonal[0];
    for (std::size_t i = 0; i < t.size(); ++i) {
        const double left = i > 0 ? std::abs(t.off_diagonal[i - 1]) : 0;
        const double right = i + 1 < t.size() ? std::abs(t.off_diagonal[i]) : 0;
        bound = std::max(bound, t.diagonal[i] + left + right);
    }
    return bound + 8 * epsilon * std::abs(bound) + std::numeric_limits<double>::min();
}

/// The first number above all eigenvalues, searched in growing steps up from x, which rounding moved a few bits below the root;
/// `above` is known to be above all eigenvalues.
double lifted_above(const Tridiagonal& t, double x, double above) {
    for (double lift = epsilon * std::abs(x); x + lift < above; lift *= 2) {
        if (is_above(t, x + lift)) {
            return x + lift;
        }
    }
    return above;
}

/// The smallest number found that is above all eigenvalues: x I - T has positive pivots there.
double top_from_above(const Tridiagonal& t, double guess) {
    constexpr int most_steps = 30;  // cubic convergence takes five; at multiple roots it is linear
    const double bound = bound_above(t);
    double above = std::min(guess, bound);
    double next = laguerre_step(t, above);
    if (std::isinf(next)) {
        above = bound;
        next = laguerre_step(t, above);
    }
    double change_before = 0;
    for (int step = 0; step < most_steps; ++step) {
        const double change = above - next;
        const double small = 2 * epsilon * std::abs(above);
        if (!(change > small)) {
            return above;
        }
        // Cubic convergence: the next change is about as much smaller than this one as the cube of the last gain.
        const double gain = change_before > 0 ? change / change_before : 1;
        if (change * gain * gain * gain <= small && is_above(t, next)) {
            return next;
        }
        const double after = laguerre_step(t, next);
        if (std::isinf(after)) {
            return lifted_above(t, next, above);
        }
        change_before = change;
        above = next;
        next = after;
    }
    double low = *std::max_element(t.diagonal.begin(), t.diagonal.end());  // a Rayleigh quotient
    while (above - low > 4 * epsilon * std::abs(above)) {
        const double middle = 0.5 * (low + above);
        if (middle <= low || middle >= above) {
            break;
        }
        (is_above(t, middle) ? above : low) = middle;
    }
    return above;
}

/// x <- (shift I - T)^-1 (scale x) by the factors of that matrix; returns the largest entry.
double solve(std::span<const double> inverse_pivots, std::span<const double> factors, double scale, std::span<double> x) {
    const std::size_t n = x.size();
    x[0] *= scale;
    for (std::size_t i = 1; i < n; ++i) {
        x[i] = x[i] * scale + factors[i - 1] * x[i - 1];
    }
    x[n - 1] *= inverse_pivots[n - 1];
    double largest = std::abs(x[n - 1]);
    for (std::size_t i = n - 1; i-- > 0;) {
        x[i] = x[i] * inverse_pivots[i] + factors[i] * x[i + 1];
        largest = std::max(largest, std::abs(x[i]));
    }
    return largest;
}

}  // namespace

void find_top(const Tridiagonal& t, double guess, TridiagonalTop& top) {
    const std::size_t n = t.size();
    top.value = top_from_above(t, guess);
    // x I - T is positive definite at this x, so it is factored as it stands, without exchanges.
    top.factors.resize(2 * n);
    const std::span<double> inverse_pivots(top.factors.data(), n);
    const std::span<double> factors(top.factors.data() + n, n);
    double pivot = top.value - t.diagonal[0];
    for (std::size_t i = 0;; ++i) {
        inverse_pivots[i] = 1 / pivot;
        if (i + 1 == n) {
            break;
        }
        factors[i] = t.off_diagonal[i] * inverse_pivots[i];
        pivot = (top.value - t.diagonal[i + 1]) - t.off_diagonal[i] * t.off_diagonal[i] * inverse_pivots[i];
    }
    // The top eigenvector has no zero, and its signs follow those of the off-diagonal: a start that is not orthogonal to it.
    std::vector<double>& x = top.vector;
    x.resize(n);
    double sign = 1;
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = sign;
        sign = i + 1 < n && t.off_diagonal[i] < 0 ? -sign : sign;
    }
    // Each solution is scaled by its largest entry: squares could overflow.
    double scale = 1 / solve(inverse_pivots, factors, 1, x);
    scale = 1 / solve(inverse_pivots, factors, scale, x);
    double squares = 0;
    for (double& value : x) {
        value *= scale;
        squares += value * value;
    }
    const double inverse_length = 1 / std::sqrt(squares);
    for (double& value : x) {
        value *= inverse_length;
    }
}

}  // namespace ndpool
