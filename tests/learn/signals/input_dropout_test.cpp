#include "ndpool/learn/signals/network/input_dropout.hpp"

#include <gtest/gtest.h>

namespace ndpool {
namespace {

/// Samples on 1000 nodes with two features, all their numbers different.
SignalRows some_signals(int samples) {
    SignalRows rows;
    rows.features = 2;
    for (int i = 0; i < samples; ++i) {
        std::vector<float> numbers(2000);
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            numbers[k] = k % 3 == 2 ? 0.0F : static_cast<float>(1 + 2000 * i + static_cast<int>(k));
        }
        append_signal(rows, numbers);
    }
    return rows;
}

TEST(InputDropout, KeepsAsManyNodesAsItsShareSaysAndScalesThem) {
    const SignalRows all = some_signals(3);
    const std::vector<std::int32_t> samples{2, 0};
    for (const double share : {0.1, 0.5, 0.9}) {
        const SignalRows rest = drop_inputs(all, samples, share, Seed(3));
        ASSERT_EQ(rest.size(), 2U);
        EXPECT_EQ(rest.features, 2);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const std::vector<float> before = signal_numbers(all, static_cast<std::size_t>(samples[i]), 1000);
            const std::vector<float> after = signal_numbers(rest, i, 1000);
            std::size_t kept = 0;
            for (std::size_t node = 0; node < 1000; ++node) {
                const bool is_kept = after[2 * node] != 0 || after[2 * node + 1] != 0;
                kept += is_kept ? 1 : 0;
                for (std::size_t k = 2 * node; is_kept && k < 2 * node + 2; ++k) {
                    ASSERT_NEAR(after[k] * (1 - share), before[k], 1e-5 * before[k]);
                }
            }
            EXPECT_NEAR(static_cast<double>(kept), 1000 * (1 - share), 60);
        }
    }
}

TEST(InputDropout, OfASampleDoesNotDependOnTheOthers) {
    const SignalRows all = some_signals(3);
    const SignalRows together = drop_inputs(all, std::vector<std::int32_t>{0, 1, 2}, 0.5, Seed(3));
    const SignalRows alone = drop_inputs(all, std::vector<std::int32_t>{1}, 0.5, Seed(3));
    EXPECT_EQ(signal_numbers(alone, 0, 1000), signal_numbers(together, 1, 1000));
    EXPECT_NE(drop_inputs(all, std::vector<std::int32_t>{1}, 0.5, Seed(4)).nodes, alone.nodes);
}

TEST(InputDropout, LeavesSignalsAsTheyAreWithoutAShare) {
    const SignalRows all = some_signals(2);
    const SignalRows rest = drop_inputs(all, std::vector<std::int32_t>{0, 1}, 0, Seed(3));
    EXPECT_EQ(rest.offsets, all.offsets);
    EXPECT_EQ(rest.nodes, all.nodes);
    EXPECT_EQ(rest.values, all.values);
}

}  // namespace
}  // namespace ndpool
