#include "ndpool/learn/signals/network/picked_columns.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "ndpool/base/seed.hpp"

namespace ndpool {
namespace {

constexpr std::int32_t columns = 70;
constexpr std::int32_t length = 301;  // more than the inner products that multiply_matrices sums at once
constexpr std::int64_t width = 40;

/// Of its numbers this share is not zero.
SparseRows random_columns(double share, Random& random) {
    std::vector<float> numbers(static_cast<std::size_t>(columns) * length);
    for (float& number : numbers) {
        number = random.uniform(0, 1) < share ? static_cast<float>(random.uniform(-1, 1)) : 0.0F;
    }
    return without_zeros(length, numbers);
}

AlignedVector<float> random_rows(std::int64_t count, Random& random) {
    AlignedVector<float> rows(static_cast<std::size_t>(count * width));
    for (float& number : rows) {
        number = static_cast<float>(random.uniform(-1, 1));
    }
    return rows;
}

TEST(PickedColumns, AreStoredInFullWhereHalfOfTheNumbersOrMoreAreNotZero) {
    Random random(Seed(1));
    EXPECT_TRUE(in_full(random_columns(0.3, random)).empty());
    const SparseRows matrix = random_columns(0.8, random);
    const AlignedVector<float> full = in_full(matrix);
    const std::vector<float> expected = with_zeros(matrix);
    EXPECT_TRUE(std::equal(full.begin(), full.end(), expected.begin(), expected.end()));
    EXPECT_TRUE(in_full({}).empty());
}

TEST(PickedColumns, HaveTheSameSumsToTheLastBitInFull) {
    Random random(Seed(2));
    const SparseRows matrix = random_columns(0.9, random);
    const AlignedVector<float> full = in_full(matrix);
    const AlignedVector<float> sparse;
    ASSERT_FALSE(full.empty());
    std::vector<std::int32_t> all(columns);
    std::iota(all.begin(), all.end(), 0);
    const std::vector<std::int32_t> backwards(all.rbegin(), all.rend());
    for (const std::vector<std::int32_t>& picked :
         {all, backwards, std::vector<std::int32_t>{3, 69, 4, 17}, std::vector<std::int32_t>{}}) {
        const auto count = static_cast<std::int64_t>(picked.size());
        AlignedVector<float> packed;

        const AlignedVector<float> source = random_rows(count, random);
        AlignedVector<float> added = random_rows(length, random);
        AlignedVector<float> expected_added = added;
        add_columns({matrix, full, picked}, source.data(), added.data(), width, packed);
        add_columns({matrix, sparse, picked}, source.data(), expected_added.data(), width, packed);
        EXPECT_EQ(added, expected_added);

        const AlignedVector<float> rows = random_rows(length, random);
        AlignedVector<float> sums(static_cast<std::size_t>(count * width));
        AlignedVector<float> expected_sums = sums;
        sum_columns({matrix, full, picked}, rows.data(), sums.data(), width, packed);
        sum_columns({matrix, sparse, picked}, rows.data(), expected_sums.data(), width, packed);
        EXPECT_EQ(sums, expected_sums);
    }
}

}  // namespace
}  // namespace ndpool
