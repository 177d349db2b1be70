#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ndpool {

/// `count` numbers that are loaded, added and multiplied together, in registers of `bytes` bytes: one register, or two halves
/// where one is too narrow. The operations on a number do not depend on `bytes`, so every width gives the same bits. For use in
/// kernels (see vector_variant.hpp). The compiler's own vector types that are wider than the registers are not used, because
/// GCC splits them into single numbers.
template <typename Number, int count, int bytes, bool fits = (count * static_cast<int>(sizeof(Number)) <= bytes)>
struct Lanes;

template <typename Number, int count, int bytes>
struct Lanes<Number, count, bytes, true> {
    using Register [[gnu::vector_size(count * sizeof(Number))]] = Number;
    Register values;

    [[gnu::always_inline]] static Lanes filled(Number number) { return {Register{} + number}; }
    [[gnu::always_inline]] static Lanes zero() { return {Register{}}; }
    [[gnu::always_inline]] static Lanes load(const Number* from) {
        Lanes lanes;
        std::memcpy(&lanes.values, from, sizeof(Register));
        return lanes;
    }
    /// Converts numbers of another type, such as floats to lanes of doubles.
    template <typename Other>
    [[gnu::always_inline]] static Lanes load_converted(const Other* from) {
        using Narrow [[gnu::vector_size(count * sizeof(Other))]] = Other;
        Narrow narrow;
        std::memcpy(&narrow, from, sizeof(narrow));
        return {__builtin_convertvector(narrow, Register)};
    }
    [[gnu::always_inline]] void store(Number* to) const { std::memcpy(to, &values, sizeof(Register)); }
    /// Converts to numbers of another type, in which these are exact.
    template <typename Other>
    [[gnu::always_inline]] void store_converted(Other* to) const {
        using Narrow [[gnu::vector_size(count * sizeof(Other))]] = Other;
        const Narrow narrow = __builtin_convertvector(values, Narrow);
        std::memcpy(to, &narrow, sizeof(narrow));
    }

    /// Numbers that are positive, zeros instead of the others.
    [[gnu::always_inline]] Lanes rectified() const { return {values > Register{} ? values : Register{}}; }
    /// These numbers where those of `other` are positive, zeros elsewhere.
    [[gnu::always_inline]] Lanes where_positive(const Lanes& other) const {
        return {other.values > Register{} ? values : Register{}};
    }
    /// Bit k is set where number k, of four bytes, is positive.
    [[nodiscard, gnu::always_inline]] std::uint32_t positive_bits() const {
        auto bits = values > Register{};
        auto places = bits;
        for (int k = 0; k < count; ++k) {
            places[k] = 1 << k;
        }
        bits &= places;
        const std::uint64_t all = Lanes<std::int32_t, count, bytes>{bits}.united();
        return static_cast<std::uint32_t>(all) | static_cast<std::uint32_t>(all >> 32);
    }
    /// Whether one of these has a bit that is set.
    [[nodiscard, gnu::always_inline]] bool any() const { return united() != 0; }
    /// All bits that are set in one of the words of eight bytes.
    template <typename Word = std::uint64_t>
    [[nodiscard, gnu::always_inline]] Word united() const {
        using Words [[gnu::vector_size(count * sizeof(Number))]] = Word;
        Words words;
        std::memcpy(&words, &values, sizeof(Register));
        Word all = 0;
        for (std::size_t k = 0; k < sizeof(Register) / sizeof(Word); ++k) {
            all |= words[k];
        }
        return all;
    }

    [[gnu::always_inline]] Lanes& operator+=(const Lanes& other) { return values += other.values, *this; }
    [[gnu::always_inline]] Lanes& operator-=(const Lanes& other) { return values -= other.values, *this; }
    [[gnu::always_inline]] Lanes& operator*=(const Lanes& other) { return values *= other.values, *this; }
    [[gnu::always_inline]] Lanes& operator*=(Number number) { return values *= number, *this; }
    [[gnu::always_inline]] Lanes& operator>>=(int bits) { return values >>= bits, *this; }
};

template <typename Number, int count, int bytes>
struct Lanes<Number, count, bytes, false> {
    using Half = Lanes<Number, count / 2, bytes>;
    Half low;
    Half high;

    [[gnu::always_inline]] static Lanes filled(Number number) { return {Half::filled(number), Half::filled(number)}; }
    [[gnu::always_inline]] static Lanes zero() { return {Half::zero(), Half::zero()}; }
    [[gnu::always_inline]] static Lanes load(const Number* from) { return {Half::load(from), Half::load(from + count / 2)}; }
    template <typename Other>
    [[gnu::always_inline]] static Lanes load_converted(const Other* from) {
        return {Half::load_converted(from), Half::load_converted(from + count / 2)};
    }
    [[gnu::always_inline]] void store(Number* to) const {
        low.store(to);
        high.store(to + count / 2);
    }
    template <typename Other>
    [[gnu::always_inline]] void store_converted(Other* to) const {
        low.store_converted(to);
        high.store_converted(to + count / 2);
    }

    [[gnu::always_inline]] Lanes rectified() const { return {low.rectified(), high.rectified()}; }
    [[gnu::always_inline]] Lanes where_positive(const Lanes& other) const {
        return {low.where_positive(other.low), high.where_positive(other.high)};
    }
    [[nodiscard, gnu::always_inline]] std::uint32_t positive_bits() const {
        return low.positive_bits() | high.positive_bits() << (count / 2);
    }
    [[nodiscard, gnu::always_inline]] bool any() const { return low.any() || high.any(); }

    [[gnu::always_inline]] Lanes& operator+=(const Lanes& other) { return low += other.low, high += other.high, *this; }
    [[gnu::always_inline]] Lanes& operator-=(const Lanes& other) { return low -= other.low, high -= other.high, *this; }
    [[gnu::always_inline]] Lanes& operator*=(const Lanes& other) { return low *= other.low, high *= other.high, *this; }
    [[gnu::always_inline]] Lanes& operator*=(Number number) { return low *= number, high *= number, *this; }
    [[gnu::always_inline]] Lanes& operator>>=(int bits) { return low >>= bits, high >>= bits, *this; }
};

template <typename Number, int count, int bytes>
[[gnu::always_inline]] inline Lanes<Number, count, bytes> operator+(const Lanes<Number, count, bytes>& a,
                                                                    const Lanes<Number, count, bytes>& b) {
    Lanes<Number, count, bytes> result = a;
    return result += b;
}

template <typename Number, int count, int bytes>
[[gnu::always_inline]] inline Lanes<Number, count, bytes> operator-(const Lanes<Number, count, bytes>& a,
                                                                    const Lanes<Number, count, bytes>& b) {
    Lanes<Number, count, bytes> result = a;
    return result -= b;
}

template <typename Number, int count, int bytes>
[[gnu::always_inline]] inline Lanes<Number, count, bytes> operator*(const Lanes<Number, count, bytes>& a,
                                                                    const Lanes<Number, count, bytes>& b) {
    Lanes<Number, count, bytes> result = a;
    return result *= b;
}

template <typename Number, int count, int bytes>
[[gnu::always_inline]] inline Lanes<Number, count, bytes> operator*(const Lanes<Number, count, bytes>& a, Number b) {
    Lanes<Number, count, bytes> result = a;
    return result *= b;
}

/// The sum of eight lanes, always in this order.
template <typename Number, int bytes>
[[gnu::always_inline]] inline Number sum_of(const Lanes<Number, 8, bytes>& lanes) {
    Number s[8];
    lanes.store(s);
    return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

}  // namespace ndpool
