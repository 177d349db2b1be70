#include "ndpool/base/memory.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace ndpool {
namespace {

TEST(Memory, ALimitIsTheBudgetAndWithoutOneMostOfWhatIsAvailable) {
    EXPECT_EQ(memory_budget(5000), 5000);
    EXPECT_GT(available_memory(), 0U);
    EXPECT_GT(memory_budget(0), 0);
    EXPECT_LT(memory_budget(0), 1e15);
}

TEST(Memory, FitsUpToTheLimit) {
    EXPECT_TRUE(fits_in_memory(5000, 5000));
    EXPECT_FALSE(fits_in_memory(5001, 5000));
    EXPECT_TRUE(fits_in_memory(100, 0));
    EXPECT_FALSE(fits_in_memory(1e18, 0));
}

TEST(Memory, UsedMemoryGrowsWithWhatIsTaken) {
    const std::uint64_t before = used_memory();
    constexpr std::size_t bytes = 64 << 20;
    auto taken = std::make_unique<char[]>(bytes);
    taken[bytes / 2] = 1;
    EXPECT_GE(used_memory(), before + bytes / 2);
}

TEST(Memory, BytesAreReadable) {
    EXPECT_EQ(readable_bytes(1.4e9), "1.4 GB");
    EXPECT_EQ(readable_bytes(59.1e6), "59.1 MB");
}

}  // namespace
}  // namespace ndpool
