#include "ndpool/base/vector_variant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/seed.hpp"
#include "support/vector_variants.hpp"

namespace ndpool {
namespace {

TEST(VectorVariant, BaselineIsAlwaysThereAndTheOneInUseIsSupported) {
    const std::vector<VectorVariant> variants = vector_variants();
    ASSERT_FALSE(variants.empty());
    EXPECT_EQ(variants.front(), VectorVariant::baseline);
    EXPECT_NE(std::find(variants.begin(), variants.end(), vector_variant()), variants.end());
}

struct WidthOfRegisters {
    template <int bytes>
    [[gnu::always_inline]] static int run(int factor) {
        return bytes * factor;
    }
};

TEST(RunVectorised, RunsTheVariantInUse) {
    const std::vector<int> widths = with_every_vector_variant([] { return run_vectorised<WidthOfRegisters>(2); });
    const std::vector<int> all{32, 64, 128};
    EXPECT_EQ(widths, std::vector<int>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(widths.size())));
}

using Sixteen = std::array<float, 16>;

/// (a + b) * a - b * 3 with a *= b in between, and a sum of eight doubles, in registers of so many bytes.
template <int bytes>
std::pair<Sixteen, double> compute(const Sixteen& a, const Sixteen& b) {
    using Row = Lanes<float, 16, bytes>;
    Row x = Row::load(a.data());
    const Row y = Row::load(b.data());
    x = (x + y) * x - y * 3.0F;
    x *= y;
    x += Row::filled(0.1F);
    x -= Row::zero();
    x *= 1.5F;
    std::pair<Sixteen, double> result{};
    x.store(result.first.data());
    result.second = sum_of(Lanes<double, 8, bytes>::load_converted(result.first.data()));
    return result;
}

TEST(Lanes, GiveTheBitsOfPlainLoopsInRegistersOfEveryWidth) {
    Random random(Seed(1));
    for (int round = 0; round < 100; ++round) {
        Sixteen a;
        Sixteen b;
        Sixteen expected;
        for (std::size_t i = 0; i < 16; ++i) {
            a[i] = static_cast<float>(random.uniform(-2, 2));
            b[i] = static_cast<float>(random.uniform(-2, 2));
            expected[i] = ((a[i] + b[i]) * a[i] - b[i] * 3.0F) * b[i];
            expected[i] = (expected[i] + 0.1F) * 1.5F;
        }
        const std::array<double, 8> s{expected[0], expected[1], expected[2], expected[3],
                                      expected[4], expected[5], expected[6], expected[7]};
        const double sum = ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
        EXPECT_EQ(compute<16>(a, b), std::pair(expected, sum));
        EXPECT_EQ(compute<32>(a, b), std::pair(expected, sum));
        EXPECT_EQ(compute<64>(a, b), std::pair(expected, sum));
    }
}

/// Bits of positive numbers, whether there are any, and integers that are shifted and stored as bytes.
template <int bytes>
std::pair<std::uint32_t, std::vector<int>> test_and_shift(const Sixteen& a, const std::array<std::int16_t, 32>& b) {
    using Row = Lanes<std::int16_t, 32, bytes>;
    Row integers = Row::load(b.data());
    integers >>= 3;
    std::array<std::int8_t, 32> stored{};
    integers.store_converted(stored.data());
    std::vector<int> result(stored.begin(), stored.end());
    result.push_back(integers.any() ? 1 : 0);
    result.push_back(Row::zero().any() ? 1 : 0);
    return {Lanes<float, 16, bytes>::load(a.data()).positive_bits(), result};
}

TEST(Lanes, TestAndShiftAsPlainLoopsDo) {
    Random random(Seed(1));
    for (int round = 0; round < 100; ++round) {
        Sixteen a{};
        std::array<std::int16_t, 32> b{};
        std::pair<std::uint32_t, std::vector<int>> expected;
        for (std::size_t i = 0; i < 16; ++i) {
            a[i] = random.coin() ? static_cast<float>(random.uniform(-2, 2)) : 0;
            expected.first |= a[i] > 0 ? 1U << i : 0;
        }
        for (std::size_t i = 0; i < 32; ++i) {
            // Often only one number is not zero.
            const bool is_set = round % 2 == 0 || i == static_cast<std::size_t>(round) % 32;
            b[i] = static_cast<std::int16_t>(is_set ? static_cast<int>(random.below(2000)) - 1000 : 0);
            expected.second.push_back(b[i] >> 3);
        }
        const bool any = std::any_of(expected.second.begin(), expected.second.end(), [](int value) { return value != 0; });
        expected.second.push_back(any ? 1 : 0);
        expected.second.push_back(0);
        EXPECT_EQ(test_and_shift<16>(a, b), expected);
        EXPECT_EQ(test_and_shift<32>(a, b), expected);
        EXPECT_EQ(test_and_shift<64>(a, b), expected);
    }
}

}  // namespace
}  // namespace ndpool
