#include "ndpool/base/parallel.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace ndpool {
namespace {

TEST(ParallelFor, CallsEveryIndexOnce) {
    for (const int threads : {1, 2, 8}) {
        std::vector<int> calls(1000, 0);
        parallel_for(calls.size(), {threads}, [&](std::size_t i) { ++calls[i]; });
        EXPECT_EQ(calls, std::vector<int>(1000, 1)) << threads << " threads";
    }
}

TEST(ParallelFor, RethrowsAFailure) {
    const auto fail = [](std::size_t i) {
        if (i == 30) {
            throw std::runtime_error("thirty");
        }
    };
    for (const int threads : {1, 4}) {
        try {
            parallel_for(100, {threads}, fail);
            FAIL() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(std::string(error.what()), "thirty");
        }
    }
}

TEST(ThreadCount, ZeroMeansTheWholeMachine) {
    EXPECT_GE(thread_count({0}), 1);
    EXPECT_EQ(thread_count({3}), 3);
}

}  // namespace
}  // namespace ndpool
