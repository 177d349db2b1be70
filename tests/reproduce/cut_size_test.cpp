#include "ndpool/reproduce/cuts/cut_size.hpp"

#include <gtest/gtest.h>

namespace ndpool {
namespace {

TEST(CutSizeTable, AgreesWithThePaperOrIsAboveIt) {
    const ResultTable table = cut_size_table({.quick = true, .parallel = {2}}, Seed(0).child("cut-size"));
    ASSERT_EQ(table.rows.size(), 6U);
    for (const ResultRow& row : table.rows) {
        const ResultCell& bound = row.cells[0];
        const ResultCell& symmetric = row.cells[2];
        const ResultCell& random = row.cells[3];
        EXPECT_NEAR(bound.ours->mean, bound.paper->mean, bound.paper->deviation + 0.01) << row.name;
        for (const std::size_t plain : {1, 2}) {
            const ResultCell& signs = row.cells[plain];
            const ResultCell& placed = row.cells[plain + 3];
            EXPECT_GE(signs.ours->mean, signs.paper->mean - signs.paper->deviation - 0.025) << row.name;
            EXPECT_GE(placed.ours->mean, signs.ours->mean - 1e-9) << row.name << ": placing small entries only enlarges a cut";
            EXPECT_FALSE(placed.paper.has_value());
        }
        EXPECT_LE(symmetric.ours->mean, bound.ours->mean + 1e-9) << row.name;
        EXPECT_NEAR(random.ours->mean, 0.5, 0.05) << row.name;
    }
}

TEST(CutSizeTable, IsTheSameForEveryNumberOfThreads) {
    const ExperimentOptions quick{.quick = true};
    ExperimentOptions threads = quick;
    threads.parallel = {4};
    EXPECT_EQ(to_json(cut_size_table(quick, Seed(2))), to_json(cut_size_table(threads, Seed(2))));
}

TEST(ExperimentList, NamesAreDistinct) {
    const auto list = experiment_list();
    for (std::size_t i = 0; i < list.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(list[i].name, list[j].name);
        }
    }
}

}  // namespace
}  // namespace ndpool
