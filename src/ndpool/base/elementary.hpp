#pragma once

namespace ndpool {

/// Elementary functions that give the same bits on every processor. Those of the C library do not: the GNU one chooses variants
/// by whether the processor has fused multiply-add, and these differ in the last digit. Here the order of operations is written
/// down, and only sums, products and quotients are used. Errors are in units of the last place, as the tests measure them.
[[nodiscard]] double portable_exp(double x);    ///< error below 0.52; 0 and infinity beyond the range of doubles
[[nodiscard]] double portable_log(double x);    ///< error below 0.52; -infinity at 0, not a number below
[[nodiscard]] double portable_log1p(double x);  ///< log(1 + x), error below 1.1
[[nodiscard]] double portable_sin(double x);    ///< error below 0.8 for |x| up to 10^5; not a number beyond
[[nodiscard]] double portable_cos(double x);    ///< likewise
[[nodiscard]] double portable_tanh(double x);   ///< error below 3

/// base^exponent for a whole number of at least 0, error below 0.51 as long as the result is a normal number.
[[nodiscard]] double portable_power(double base, long exponent);

}  // namespace ndpool
