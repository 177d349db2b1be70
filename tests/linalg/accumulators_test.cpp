#include <gtest/gtest.h>

#include <map>

#include "ndpool/base/seed.hpp"
#include "ndpool/linalg/dense_accumulator.hpp"
#include "ndpool/linalg/disjoint_sets.hpp"
#include "ndpool/linalg/ordered_accumulator.hpp"

namespace ndpool {

namespace {

struct Terms {
    std::vector<NodeId> columns;
    std::vector<double> weights;
};

/// Terms of one row, many of the same column, some of weight zero. Sums of a few small integers have no rounding.
Terms random_terms(std::size_t count, NodeId columns, Random& random) {
    Terms terms;
    for (std::size_t i = 0; i < count; ++i) {
        terms.columns.push_back(static_cast<NodeId>(random.below(static_cast<std::uint64_t>(columns))));
        terms.weights.push_back(static_cast<double>(random.below(5)));
    }
    return terms;
}

/// Column and sum of every sum above zero.
std::map<NodeId, double> sums_of(const Terms& terms) {
    std::map<NodeId, double> sums;
    for (std::size_t i = 0; i < terms.columns.size(); ++i) {
        sums[terms.columns[i]] += terms.weights[i];
    }
    std::erase_if(sums, [](const auto& entry) { return entry.second == 0; });
    return sums;
}

std::map<NodeId, double> as_map(const NodeId* columns, const double* values, EntryIndex count) {
    std::map<NodeId, double> entries;
    for (EntryIndex i = 0; i < count; ++i) {
        entries[columns[i]] = values[i];
    }
    return entries;
}

}  // namespace

TEST(Accumulators, DenseRowsAreTheSortedSumsByColumn) {
    constexpr NodeId columns = 500;
    Random random(Seed(1));
    DenseAccumulator dense(columns);
    for (const std::size_t count : {0, 1, 7, 40, 3000, 12}) {
        const Terms terms = random_terms(count, columns, random);
        dense.expect(count);
        for (std::size_t i = 0; i < count; ++i) {
            dense.add(terms.columns[i], terms.weights[i]);
        }
        SparseMatrix row;
        dense.finish_row(row);

        EXPECT_TRUE(std::is_sorted(row.indices.begin(), row.indices.end()));
        EXPECT_EQ(as_map(row.indices.data(), row.values.data(), static_cast<EntryIndex>(row.indices.size())), sums_of(terms));
    }
}

TEST(Accumulators, ManyTermsAtOnceAreThoseOneByOne) {
    constexpr NodeId columns = 100;
    Random random(Seed(2));
    const Terms terms = random_terms(64, columns, random);
    DenseAccumulator accumulator(columns);
    accumulator.expect(terms.columns.size());
    accumulator.add_all(terms.columns, terms.weights.data());
    SparseMatrix row;
    accumulator.finish_row(row);

    EXPECT_EQ(as_map(row.indices.data(), row.values.data(), static_cast<EntryIndex>(row.indices.size())), sums_of(terms));
}

TEST(Accumulators, OrderedRowsKeepTheOrderOfFirstAppearance) {
    OrderedAccumulator accumulator(10);
    for (const NodeId to : {7, 2, 7, 9, 2}) {
        accumulator.add(to, 1);
    }
    std::vector<Arm> row;
    accumulator.take(row);

    ASSERT_EQ(row.size(), 3U);
    EXPECT_EQ(row[0].to, 7);
    EXPECT_EQ(row[0].weight, 2);
    EXPECT_EQ(row[1].to, 2);
    EXPECT_EQ(row[2].to, 9);

    accumulator.add(2, 5);  // nothing of the row before is left
    accumulator.take(row);
    ASSERT_EQ(row.size(), 1U);
    EXPECT_EQ(row[0].weight, 5);
}

TEST(DisjointSets, FindTheSmallestElementAndSayWhetherSetsWereJoined) {
    DisjointSets sets(6);

    EXPECT_TRUE(sets.join(5, 3));
    EXPECT_TRUE(sets.join(3, 1));
    EXPECT_FALSE(sets.join(1, 5));
    EXPECT_EQ(sets.find(5), 1);
    EXPECT_EQ(sets.find(4), 4);
}

}  // namespace ndpool
