#include "ndpool/base/mean_std.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ndpool {
namespace {

TEST(SpreadOf, IsMeanAndStandardDeviation) {
    const std::vector<double> values{1, 3};
    EXPECT_EQ(mean_std_of(values).mean, 2);
    EXPECT_EQ(mean_std_of(values).deviation, 1);
    EXPECT_EQ(mean_std_of({}).deviation, 0);
}

}  // namespace
}  // namespace ndpool
