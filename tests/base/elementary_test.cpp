#include "ndpool/base/elementary.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "ndpool/base/seed.hpp"

namespace ndpool {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The distance from the truth in units of the last place of a double.
double error_in_places(double found, long double truth) {
    int exponent = 0;
    std::frexp(static_cast<double>(truth), &exponent);
    return static_cast<double>(std::abs(found - truth) / std::ldexp(1.0L, std::max(exponent, -1021) - 53));
}

double largest_error(double (*ours)(double), long double (*truth)(long double), double from, double to) {
    Random random(Seed(7));
    double largest = 0;
    for (int i = 0; i < 100000; ++i) {
        const double x = random.uniform(from, to);
        largest = std::max(largest, error_in_places(ours(x), truth(static_cast<long double>(x))));
    }
    return largest;
}

TEST(Elementary, FunctionsAreAsCloseAsTheirHeaderSays) {
    if (std::numeric_limits<long double>::digits <= 53) {
        GTEST_SKIP() << "long double has no more digits than double here";
    }
    EXPECT_LT(largest_error(portable_exp, std::exp, -1, 1), 0.52);
    EXPECT_LT(largest_error(portable_exp, std::exp, -700, 700), 0.52);
    EXPECT_LT(largest_error(portable_log, std::log, 0, 1), 0.52);
    EXPECT_LT(largest_error(portable_log, std::log, 0.99, 1.01), 0.52);
    EXPECT_LT(largest_error(portable_log, std::log, 0, 1e300), 0.52);
    EXPECT_LT(largest_error(portable_log1p, std::log1p, -1, 1), 1.1);
    EXPECT_LT(largest_error(portable_log1p, std::log1p, -1e-3, 1e-3), 1.1);
    EXPECT_LT(largest_error(portable_sin, std::sin, -10, 10), 0.8);
    EXPECT_LT(largest_error(portable_sin, std::sin, -1e5, 1e5), 0.8);
    EXPECT_LT(largest_error(portable_cos, std::cos, -10, 10), 0.8);
    EXPECT_LT(largest_error(portable_tanh, std::tanh, -0.5, 0.5), 3);
    EXPECT_LT(largest_error(portable_tanh, std::tanh, -20, 20), 3);
    for (const long exponent : {0L, 1L, 2L, 17L, 1000L, 100000L}) {
        EXPECT_LT(error_in_places(portable_power(0.999, exponent),
                                  std::pow(static_cast<long double>(0.999), static_cast<long double>(exponent))),
                  0.51);
    }
}

TEST(Elementary, EndsOfTheRangeAreRight) {
    EXPECT_EQ(portable_exp(0), 1);
    EXPECT_EQ(portable_exp(-infinity), 0);
    EXPECT_EQ(portable_exp(-1e5), 0);
    EXPECT_EQ(portable_exp(infinity), infinity);
    EXPECT_EQ(portable_exp(710), infinity);
    EXPECT_GT(portable_exp(709.7), 1e308);
    EXPECT_GT(portable_exp(-744), 0);
    EXPECT_TRUE(std::isnan(portable_exp(std::nan(""))));
    EXPECT_EQ(portable_log(1), 0);
    EXPECT_EQ(portable_log(0), -infinity);
    EXPECT_EQ(portable_log(infinity), infinity);
    EXPECT_TRUE(std::isnan(portable_log(-1)));
    EXPECT_TRUE(std::isnan(portable_log(std::nan(""))));
    EXPECT_NEAR(portable_log(5e-324), -744.4400719213812, 1e-12);
    EXPECT_EQ(portable_log1p(-1), -infinity);
    EXPECT_EQ(portable_log1p(1e-300), 1e-300);
    EXPECT_EQ(portable_log1p(infinity), infinity);
    EXPECT_EQ(portable_sin(0), 0);
    EXPECT_EQ(portable_cos(0), 1);
    EXPECT_TRUE(std::isnan(portable_sin(1e6)));
    EXPECT_EQ(portable_tanh(0), 0);
    EXPECT_EQ(portable_tanh(infinity), 1);
    EXPECT_EQ(portable_tanh(-infinity), -1);
    EXPECT_EQ(portable_power(0, 0), 1);
    EXPECT_EQ(portable_power(-2, 3), -8);
}

/// A number that changes if a single bit of a value does.
std::uint64_t fingerprint(const std::function<double(Random&)>& value) {
    Random random(Seed(11));
    std::uint64_t sum = 0;
    for (int i = 0; i < 10000; ++i) {
        sum = (sum ^ std::bit_cast<std::uint64_t>(value(random))) * 0x9E3779B97F4A7C15U;
        sum ^= sum >> 29U;
    }
    return sum;
}

// The same numbers on every processor and for every compiler: a difference here is a difference in files.
TEST(Elementary, BitsAreThoseOfEveryProcessor) {
    EXPECT_EQ(fingerprint([](Random& random) { return portable_exp(random.uniform(-40, 40)); }), 12322129386223600972U);
    EXPECT_EQ(fingerprint([](Random& random) { return portable_log(random.uniform()); }), 11764582824236444358U);
    EXPECT_EQ(fingerprint([](Random& random) { return portable_log1p(-random.uniform()); }), 4725238093524079575U);
    EXPECT_EQ(fingerprint([](Random& random) { return portable_sin(random.uniform(-10, 10)); }), 16864075583098747663U);
    EXPECT_EQ(fingerprint([](Random& random) { return portable_cos(random.uniform(-10, 10)); }), 2740297743151896964U);
    EXPECT_EQ(fingerprint([](Random& random) { return portable_tanh(random.uniform(-3, 3)); }), 13382044452288398310U);
    EXPECT_EQ(fingerprint([](Random& random) { return random.normal(); }), 546921230307786652U);
}

}  // namespace
}  // namespace ndpool
