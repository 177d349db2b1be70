#include "ndpool/learn/signals/best_epoch.hpp"

#include <gtest/gtest.h>

namespace ndpool {
namespace {

struct Course {
    BestEpoch best;
    int epochs = 0;
    std::vector<int> kept;
};

/// Trains on given validation losses, one per epoch; the accuracy of an epoch is its number.
Course course_of(const std::vector<double>& losses, int patience) {
    Course course;
    course.best =
        train_to_best_epoch({static_cast<int>(losses.size()), patience},
                            {.learn = [&](int epoch) { course.epochs = epoch; },
                             .validate =
                                 [&] {
                                     return Evaluation{losses[static_cast<std::size_t>(course.epochs) - 1], 1.0 * course.epochs};
                                 },
                             .keep = [&] { course.kept.push_back(course.epochs); }});
    return course;
}

TEST(BestEpoch, IsTheFirstOfThoseWithTheLeastLoss) {
    const Course course = course_of({3, 2, 4, 1, 1, 5}, 6);
    EXPECT_EQ(course.best.epoch, 4);
    EXPECT_EQ(course.best.validation_accuracy, 4);
    EXPECT_EQ(course.kept, (std::vector<int>{1, 2, 4}));
    EXPECT_EQ(course.epochs, 6);
}

TEST(BestEpoch, EndsWhenTheLossHasNotFallenForLong) {
    const Course course = course_of({3, 2, 2, 4, 1}, 2);
    EXPECT_EQ(course.best.epoch, 2);
    EXPECT_EQ(course.epochs, 4);
}

TEST(BestEpoch, TellsEveryEpoch) {
    std::vector<int> told;
    const EpochSteps steps{.learn = [](int) {},
                           .validate =
                               [] {
                                   return Evaluation{1, 0.5};
                               },
                           .keep = [] {},
                           .after = [&](int epoch, double accuracy) { told.push_back(accuracy == 0.5 ? epoch : -1); }};
    (void)train_to_best_epoch({3, 3}, steps);
    EXPECT_EQ(told, (std::vector<int>{1, 2, 3}));
}

}  // namespace
}  // namespace ndpool
