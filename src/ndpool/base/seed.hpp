#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace ndpool {

/// The root or a named branch of all randomness: `seed.child("cut", level)`. Two children with different
/// names or indices are independent; the same path always gives the same numbers on every machine.
class Seed {
public:
    constexpr Seed() = default;
    constexpr explicit Seed(std::uint64_t value) : value_(value) {}

    [[nodiscard]] Seed child(std::string_view name, std::uint64_t index = 0) const;
    [[nodiscard]] constexpr std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0;
};

/// xoshiro256++ with its own distributions, because those of the standard library differ between vendors.
///
/// @code
/// Random random(Seed(7).child("cut", 2));
/// const double first = random.uniform();
/// assert(first == Random(Seed(7).child("cut", 2)).uniform());
/// @endcode
class Random {
public:
    explicit Random(Seed seed);

    std::uint64_t bits();
    /// Uniform in [0, 1), 53 random bits.
    double uniform();
    /// Uniform in [low, high).
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform in {0, ..., bound - 1}; bound must be positive.
    std::uint64_t below(std::uint64_t bound);
    /// Standard normal (Marsaglia's polar method).
    double normal();
    bool coin() { return (bits() >> 63) != 0; }

private:
    std::uint64_t state_[4];
};

/// Puts the items into a random order, every order as likely as any other.
template <typename Item>
void shuffle(std::span<Item> items, Random& random) {
    for (std::size_t left = items.size(); left > 1; --left) {
        std::swap(items[left - 1], items[random.below(left)]);
    }
}

}  // namespace ndpool
