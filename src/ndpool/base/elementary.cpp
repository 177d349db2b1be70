#include "ndpool/base/elementary.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ndpool {

namespace {

/// A number as the sum of two doubles, the second at most half a unit in the last place of the first: about 32 digits.
struct DoubleDouble {
    double high = 0;
    double low = 0;
};

/// a + b without error (Knuth).
constexpr DoubleDouble two_sum(double a, double b) {
    const double sum = a + b;
    const double part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

/// a * b without error (Dekker), for factors below 2^996.
constexpr DoubleDouble two_product(double a, double b) {
    constexpr double splitter = 134217729;  // 2^27 + 1
    const double big_a = splitter * a;
    const double a_high = big_a - (big_a - a);
    const double a_low = a - a_high;
    const double big_b = splitter * b;
    const double b_high = big_b - (big_b - b);
    const double b_low = b - b_high;
    const double product = a * b;
    return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble sum = two_sum(a.high, b.high);
    return two_sum(sum.high, sum.low + (a.low + b.low));
}

constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble product = two_product(a.high, b.high);
    return two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

constexpr DoubleDouble operator/(DoubleDouble a, double b) {
    const double first = a.high / b;
    const DoubleDouble back = two_product(first, b);
    const double rest = (a.high - back.high - back.low) + a.low;
    return two_sum(first, rest / b);
}

// ln 2 and pi / 2 in parts; the first parts have few enough digits that small multiples of them are exact.
constexpr DoubleDouble ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr double ln2_high = 0x1.62e42fef00000p-1;
constexpr double ln2_low = 0x1.473de6af278edp-34;

/// e^x by its series; for tables, at compile time.
constexpr DoubleDouble exp_series(DoubleDouble x) {
    constexpr int terms = 32;
    DoubleDouble term{1, 0};
    DoubleDouble sum{1, 0};
    for (int k = 1; k <= terms; ++k) {
        term = term * x / k;
        sum = sum + term;
    }
    return sum;
}

/// The logarithm by Newton's iteration on exp_series, from an initial value that is correct to a few digits.
constexpr DoubleDouble log_by_newton(double x, double start) {
    DoubleDouble y{start, 0};
    for (int step = 0; step < 6; ++step) {
        // y + x / e^y - 1
        const DoubleDouble quotient = DoubleDouble{x, 0} * exp_series({-y.high, -y.low});
        y = y + (quotient + DoubleDouble{-1, 0});
    }
    return y;
}

constexpr int table_size = 128;

/// 2^(j / 128).
constexpr std::array<DoubleDouble, table_size> powers_of_two = [] {
    std::array<DoubleDouble, table_size> powers;
    for (int j = 0; j < table_size; ++j) {
        powers[static_cast<std::size_t>(j)] = exp_series(ln2 * DoubleDouble{j / 128.0, 0});
    }
    return powers;
}();

constexpr std::uint64_t first_mantissa = 0x3fe6000000000000;  // 0.6875
constexpr int index_shift = 52 - 7;

struct LogEntry {
    double inverse = 1;  ///< about one over the middle of an interval of mantissas
    DoubleDouble log;    ///< minus the logarithm of `inverse`
};

/// For mantissas from 0.6875 to 1.375, 128 intervals. Near 1 the inverse is 1, so that small logarithms lose no accuracy.
constexpr std::array<LogEntry, table_size> log_table = [] {
    std::array<LogEntry, table_size> table;
    for (int j = 0; j < table_size; ++j) {
        const auto bits = first_mantissa + (static_cast<std::uint64_t>(j) << index_shift);
        const double begin = std::bit_cast<double>(bits);
        const double end = std::bit_cast<double>(bits + (std::uint64_t{1} << index_shift));
        if (begin != 1 && end != 1) {
            const double inverse = 2 / (begin + end);
            const DoubleDouble log = log_by_newton(inverse, inverse - 1);
            table[static_cast<std::size_t>(j)] = {inverse, {-log.high, -log.low}};
        }
    }
    return table;
}();

/// log(1 + r) - r for |r| up to 1/128.
double log1p_rest(double r) {
    constexpr std::array<double, 9> coefficients{1.0 / 10, 1.0 / 9, 1.0 / 8, 1.0 / 7, 1.0 / 6,
                                                 1.0 / 5,  1.0 / 4, 1.0 / 3, 1.0 / 2};
    double sum = 0;
    for (const double coefficient : coefficients) {
        sum = coefficient - r * sum;
    }
    return -(r * r) * sum;
}

/// The nearest whole number, for |x| below 2^51.
double nearest_whole(double x) {
    constexpr double no_places = 0x1.8p52;
    return (x + no_places) - no_places;
}

/// 2^k as a factor, for normal numbers.
double power_of_two(int k) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52U);
}

/// x as a multiple of pi / 2 and a remainder within pi / 4 of 0.
struct Reduced {
    int quarter = 0;
    DoubleDouble rest;
};

Reduced reduced(double x) {
    constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
    constexpr std::array<double, 3> half_pi{0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69};
    const double count = nearest_whole(x * two_over_pi);
    const DoubleDouble first = two_sum(x - count * half_pi[0], -count * half_pi[1]);
    const DoubleDouble rest = two_sum(first.high, first.low - count * half_pi[2]);
    return {static_cast<int>(static_cast<std::int64_t>(count) & 3), rest};
}

/// 1 / k! for the eight numbers k = last, last - 2, ...
constexpr std::array<double, 8> inverse_factorials(int last) {
    std::array<double, 8> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        double factorial = 1;
        for (int k = 2; k <= last - 2 * static_cast<int>(i); ++k) {
            factorial *= k;  // exact up to 18!
        }
        values[i] = 1 / factorial;
    }
    return values;
}

double sin_of(DoubleDouble r) {
    const double square = r.high * r.high;
    constexpr std::array<double, 8> coefficients = inverse_factorials(17);
    double sum = 0;
    for (const double coefficient : coefficients) {
        sum = coefficient - square * sum;
    }
    const double cosine = 1 - 0.5 * square;
    return r.high + (r.low * cosine - r.high * square * sum);
}

double cos_of(DoubleDouble r) {
    const double square = r.high * r.high;
    constexpr std::array<double, 8> coefficients = inverse_factorials(18);
    double sum = 0;
    for (const double coefficient : coefficients) {
        sum = coefficient - square * sum;
    }
    // 1 - square / 2 loses digits, which are added back.
    const double half = 0.5 * square;
    const double near = 1 - half;
    return near + (((1 - near) - half) + (square * square * sum - r.high * r.low));
}

/// Sine if `quarter` is even, cosine if it is odd, with the sign of the quadrant.
double circular(double x, int shift) {
    constexpr double farthest = 1e5;
    if (!(std::abs(x) <= farthest)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const Reduced at = reduced(x);
    const int quarter = (at.quarter + shift) & 3;
    const double value = (quarter & 1) == 0 ? sin_of(at.rest) : cos_of(at.rest);
    return quarter >= 2 ? -value : value;
}

}  // namespace

double portable_exp(double x) {
    constexpr double largest = 0x1.62e42fefa39efp+9;  // the logarithm of the largest double
    constexpr double smallest = -745.2;
    if (!(x >= smallest)) {
        return std::isnan(x) ? x : 0;
    }
    if (x > largest) {
        return std::numeric_limits<double>::infinity();
    }
    const double count = nearest_whole(x * (128 / ln2.high));
    // The product is exact: 33 digits of ln2_high and 18 of count.
    const DoubleDouble first = two_sum(x, -count * (ln2_high / 128));
    const double correction = first.low - count * (ln2_low / 128);
    const double r = first.high + correction;
    const double r_low = (first.high - r) + correction;
    const auto whole = static_cast<std::int64_t>(count);
    const DoubleDouble power = powers_of_two[static_cast<std::size_t>(whole & 127)];
    const auto exponent = static_cast<int>(whole >> 7);
    const double rest = r_low + r * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720)))));
    const double value = power.high + (power.high * r + (power.low + (power.low * r + power.high * rest)));
    constexpr int least_normal = -1021;
    if (exponent >= least_normal && exponent <= 1023) {
        return value * power_of_two(exponent);
    }
    return exponent > 1023 ? value * power_of_two(1023) * power_of_two(exponent - 1023)
                           : value * power_of_two(exponent + 128) * power_of_two(-128);
}

double portable_log(double x) {
    constexpr double least_normal = std::numeric_limits<double>::min();
    constexpr double up = 0x1p54;
    if (!(x > 0) || x == std::numeric_limits<double>::infinity()) {
        if (x == 0) {
            return -std::numeric_limits<double>::infinity();
        }
        return x > 0 ? x : std::numeric_limits<double>::quiet_NaN();
    }
    const bool is_tiny = x < least_normal;
    const auto bits = std::bit_cast<std::uint64_t>(is_tiny ? x * up : x);
    const std::uint64_t above = bits - first_mantissa;
    const auto exponent = static_cast<double>((static_cast<std::int64_t>(above) >> 52) - (is_tiny ? 54 : 0));
    const auto mantissa = std::bit_cast<double>(bits - (above & 0xfff0000000000000U));
    const LogEntry& entry = log_table[(above >> index_shift) & (table_size - 1)];
    const DoubleDouble product = two_product(mantissa, entry.inverse);
    const double r = product.high - 1;
    const DoubleDouble start = two_sum(exponent * ln2_high, entry.log.high);
    const DoubleDouble sum = two_sum(start.high, r);
    const double low = start.low + sum.low + exponent * ln2_low + entry.log.low + product.low;
    return sum.high + (low + log1p_rest(r) - r * product.low);
}

double portable_log1p(double x) {
    if (!(x > -1) || std::abs(x) < 0x1p-54) {
        return x == -1 ? -std::numeric_limits<double>::infinity() : (x < -1 ? std::numeric_limits<double>::quiet_NaN() : x);
    }
    const DoubleDouble sum = two_sum(1, x);
    if (sum.high == std::numeric_limits<double>::infinity()) {
        return x;
    }
    return portable_log(sum.high) + sum.low / sum.high;
}

double portable_sin(double x) {
    return circular(x, 0);
}

double portable_cos(double x) {
    return circular(x, 1);
}

double portable_tanh(double x) {
    constexpr double fraction_below = 0.5;
    const double size = std::abs(x);
    if (size < fraction_below) {  // Gauss' continued fraction x / (1 + x^2 / (3 + x^2 / (5 + ...)))
        const double square = x * x;
        double below = 17;
        for (int k = 15; k >= 1; k -= 2) {
            below = k + square / below;
        }
        return x / below;
    }
    const double shrunk = portable_exp(-2 * size);
    const double value = (1 - shrunk) / (1 + shrunk);
    return x < 0 ? -value : value;
}

double portable_power(double base, long exponent) {
    DoubleDouble result{1, 0};
    DoubleDouble square{base, 0};
    for (auto left = static_cast<unsigned long>(exponent); left > 0; left >>= 1U) {
        if ((left & 1U) != 0) {
            result = result * square;
        }
        if (left > 1) {
            square = square * square;
        }
    }
    return result.high;
}

}  // namespace ndpool
