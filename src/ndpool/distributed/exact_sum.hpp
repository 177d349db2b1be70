#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace ndpool {

__extension__ using Int128 = __int128;

/// A sum of floating-point numbers that is exact, so that it does not depend on the order of its terms or on the number of ranks.
/// Every term is an integer of 53 bits times a power of two and is added to one of many integers of 128 bits; up to 2^42 terms
/// fit.
class ExactSum {
public:
    static constexpr int bits_per_bin = 32;
    static constexpr int lowest = -1088;  ///< the exponent of the first bin
    static constexpr std::size_t bins = 70;
    using Bins = std::array<Int128, bins>;

    void add(double term) {
        if (term == 0 || !std::isfinite(term)) {
            return;
        }
        int exponent = 0;
        const auto integer = static_cast<std::int64_t>(std::ldexp(std::frexp(term, &exponent), 53));
        const int shift = exponent - 53 - lowest;
        if (shift >= 0) {
            bins_[static_cast<std::size_t>(shift / bits_per_bin)] += Int128{integer} * (Int128{1} << (shift % bits_per_bin));
        }
    }

    [[nodiscard]] double value() const {
        double sum = 0;
        for (std::size_t bin = bins; bin-- > 0;) {
            sum += std::ldexp(static_cast<double>(bins_[bin]), lowest + static_cast<int>(bin) * bits_per_bin);
        }
        return sum;
    }

    [[nodiscard]] Bins& parts() { return bins_; }

private:
    Bins bins_{};
};

}  // namespace ndpool
