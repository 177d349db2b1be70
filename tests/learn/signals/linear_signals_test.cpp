#include "ndpool/learn/signals/linear_signals.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ndpool/base/seed.hpp"
#include "ndpool/generate/lattice.hpp"

namespace ndpool {
namespace {

/// Class 1 has a positive number at node 2, class 0 a negative one; the other nodes say nothing.
SignalSet toy_signals() {
    SignalSet set;
    set.name = "toy";
    set.graph = path_graph(5);
    Random random{Seed(1)};
    std::vector<std::int64_t> labels;
    for (int i = 0; i < 240; ++i) {
        std::vector<float> numbers(5);
        for (float& number : numbers) {
            number = static_cast<float>(random.normal());
        }
        labels.push_back(i % 2);
        numbers[2] = (i % 2 == 0 ? -1.0F : 1.0F) * (0.5F + std::abs(numbers[2]));
        append_signal(set.signals, numbers);
        set.parts.push_back(i < 160 ? SignalPart::train : i < 200 ? SignalPart::validation : SignalPart::test);
    }
    set_classes(set, labels);
    return set;
}

TEST(LinearSignals, FindTheNodeThatDecides) {
    const LinearSignalResult result =
        train_linear_signals(toy_signals(), {.learning_rate = 0.1, .batch_size = 16, .epochs = 10}, 0);
    EXPECT_GE(result.test_accuracy, 0.95);
    EXPECT_GE(result.best.validation_accuracy, 0.95);
    EXPECT_GE(result.best.epoch, 1);
}

TEST(LinearSignals, AreTheSameForASeed) {
    const SignalSet set = toy_signals();
    const LinearSignalOptions options{.learning_rate = 0.1, .epochs = 3};
    EXPECT_EQ(train_linear_signals(set, options, 4).test_accuracy, train_linear_signals(set, options, 4).test_accuracy);
}

}  // namespace
}  // namespace ndpool
