#include "ndpool/learn/train/fold_training.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "learn/train/toy_data.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/network/network.hpp"

namespace ndpool {
namespace {

/// One fold of a run, ready to be trained.
struct Case {
    RunOptions options;
    PreparedData data;
    Network network;

    Case(const RunOptions& chosen, std::size_t graphs)
        : options(chosen),
          data(prepare_data(coloured_graphs(graphs, 5), options, {}, {})),
          network(network_of(options, data.facts), data.feature_count(), data.class_count()) {}

    [[nodiscard]] FoldState train(FoldState state = {}, const std::function<bool(const FoldState&)>& after_epoch = {}) const {
        return train_fold(network, data, data.folds[0], options.training, Seed(3), std::move(state), after_epoch);
    }
};

void expect_same(const FoldState& first, const FoldState& second) {
    EXPECT_EQ(first.values, second.values);
    EXPECT_EQ(first.adam.first, second.adam.first);
    EXPECT_EQ(first.adam.second, second.adam.second);
    EXPECT_EQ(first.adam.steps, second.adam.steps);
    EXPECT_EQ(first.best_values, second.best_values);
    EXPECT_EQ(first.best_loss, second.best_loss);
    EXPECT_EQ(first.best_epoch, second.best_epoch);
    EXPECT_EQ(first.finished, second.finished);
    EXPECT_EQ(first.test_loss, second.test_loss);
    EXPECT_EQ(first.test_accuracy, second.test_accuracy);
    ASSERT_EQ(first.history.size(), second.history.size());
    for (std::size_t i = 0; i < first.history.size(); ++i) {
        EXPECT_EQ(first.history[i].epoch, static_cast<int>(i) + 1);
        EXPECT_EQ(first.history[i].epoch, second.history[i].epoch);
        EXPECT_EQ(first.history[i].loss, second.history[i].loss);
        EXPECT_EQ(first.history[i].accuracy, second.history[i].accuracy);
        EXPECT_EQ(first.history[i].validation_loss, second.history[i].validation_loss);
        EXPECT_EQ(first.history[i].validation_accuracy, second.history[i].validation_accuracy);
    }
}

class FoldTraining : public WithoutCache {};

TEST_F(FoldTraining, ContinuedFromAnyEpochItEndsWithTheSameBits) {
    for (const PoolMethodParts& pool : pool_methods()) {
        for (const int reshuffle_every : {0, 1, 2}) {
            SCOPED_TRACE(std::string(pool.word) + ", new batches every " + std::to_string(reshuffle_every));
            RunOptions options = quick_options(pool.method);
            options.training.reshuffle_every = reshuffle_every;
            const Case fold(options, 24);
            const FoldState undisturbed = fold.train();
            EXPECT_TRUE(undisturbed.finished);
            EXPECT_EQ(undisturbed.history.size(), 6U);
            for (const std::size_t stop : {1U, 2U, 5U, 6U}) {
                const FoldState stopped = fold.train({}, [&](const FoldState& state) { return state.history.size() < stop; });
                EXPECT_EQ(stopped.history.size(), stop);
                EXPECT_FALSE(stopped.finished);
                expect_same(fold.train(stopped), undisturbed);
            }
            expect_same(fold.train(undisturbed), undisturbed);
        }
    }
}

RunOptions with_all_options(LayerKind layer, RateSchedule schedule) {
    RunOptions options = quick_options();
    options.network.layer.kind = layer;
    options.network.pool.reduce = Reduce::take_and_harmonic;
    options.network.normalise = Normalisation::batch;
    options.network.jump = true;
    options.network.head = {7, 5};
    options.network.dropout = 0.5;
    options.training.adam.decay = 0.1;
    options.training.schedule = schedule;
    options.training.plateau_patience = 1;
    options.training.select = Selection::accuracy;
    options.training.reshuffle_every = 2;
    options.augment = {KeptSide::smaller, KeptSide::larger};
    return options;
}

TEST_F(FoldTraining, ContinuedWithDropoutAndSchedulesItEndsWithTheSameBits) {
    for (const LayerKind layer : {LayerKind::message_passing, LayerKind::gin}) {
        for (const RateSchedule schedule : {RateSchedule::constant, RateSchedule::plateau, RateSchedule::cosine}) {
            const Case fold(with_all_options(layer, schedule), 24);
            const FoldState undisturbed = fold.train();
            for (const std::size_t stop : {1U, 3U, 5U}) {
                const FoldState stopped = fold.train({}, [&](const FoldState& state) { return state.history.size() < stop; });
                expect_same(fold.train(stopped), undisturbed);
            }
        }
    }
}

/// Mean class probabilities over the pyramids that graphs are classified by, one pyramid after the other.
std::vector<std::vector<double>> averaged_probabilities(const Case& fold, const FoldState& state) {
    Parameters parameters = make_parameters(fold.network.plan(), Seed(0));
    std::copy(state.best_values.begin(), state.best_values.end(), parameters.values.data_ptr<float>());
    const std::size_t sides = fold.data.judged_sides();
    std::vector<std::vector<double>> means(fold.data.graph_count(), std::vector<double>(fold.data.labels.size(), 0));
    const auto rows = class_probabilities(fold.network, parameters, fold.data.samples);
    for (std::size_t i = 0; i < sides * means.size(); ++i) {
        for (std::size_t c = 0; c < rows[i].size(); ++c) {
            means[i % means.size()][c] += static_cast<double>(rows[i][c]) / static_cast<double>(sides);
        }
    }
    return means;
}

TEST_F(FoldTraining, AveragedPyramidsGiveTheMeanOfTheirProbabilities) {
    RunOptions options = quick_options();
    options.ndp.cut.keep = KeptSide::smaller;
    options.augment = {KeptSide::larger};
    options.average = true;
    const Case fold(options, 24);
    ASSERT_EQ(fold.data.judged_sides(), 2U);
    const FoldState state = fold.train();
    const auto means = averaged_probabilities(fold, state);
    double loss = 0;
    double right = 0;
    const std::vector<int>& tested = fold.data.folds[0].test;
    for (std::size_t i = 0; i < tested.size(); ++i) {
        const auto& row = means[static_cast<std::size_t>(tested[i])];
        const auto label = static_cast<std::size_t>(fold.data.samples[static_cast<std::size_t>(tested[i])].label);
        const auto likeliest = std::max_element(row.begin(), row.end()) - row.begin();
        EXPECT_EQ(state.test_predictions[i], likeliest);
        loss -= std::log(row[label]) / static_cast<double>(tested.size());
        right += likeliest == static_cast<std::ptrdiff_t>(label) ? 1 : 0;
    }
    EXPECT_NEAR(state.test_loss, loss, 1e-5);
    EXPECT_DOUBLE_EQ(state.test_accuracy, right / static_cast<double>(tested.size()));

    options.average = false;
    EXPECT_EQ(Case(options, 24).data.judged_sides(), 1U);
}

TEST_F(FoldTraining, SchedulesMakeStepsSmaller) {
    // A step of Adam is about as long as the learning rate, so the last epoch of cosine hardly changes a weight.
    const auto last_change = [](RateSchedule schedule) {
        RunOptions options = quick_options();
        options.training.schedule = schedule;
        options.training.plateau_patience = 1;
        options.training.epochs = 40;
        std::vector<float> before;
        double change = 0;
        (void)Case(options, 24).train({}, [&](const FoldState& state) {
            for (std::size_t i = 0; i < before.size(); ++i) {
                change = i == 0 ? 0 : change;
                change = std::max(change, std::abs(static_cast<double>(state.values[i]) - before[i]));
            }
            before = state.values;
            return true;
        });
        return change;
    };
    const double constant = last_change(RateSchedule::constant);
    EXPECT_LT(last_change(RateSchedule::cosine), 0.1 * constant);
}

TEST_F(FoldTraining, ChoosesTheEpochWithTheMostRightAndTheLeastLossAmongEquals) {
    RunOptions options = quick_options();
    options.training.epochs = 30;
    options.training.select = Selection::accuracy;
    const FoldState state = Case(options, 60).train();
    const auto worse = [](const EpochRecord& a, const EpochRecord& b) {
        return std::pair(a.validation_accuracy, -a.validation_loss) < std::pair(b.validation_accuracy, -b.validation_loss);
    };
    EXPECT_EQ(state.best_epoch, std::max_element(state.history.begin(), state.history.end(), worse)->epoch);
}

TEST_F(FoldTraining, LearnsToTellAColourWithEveryReductionAndAllOptions) {
    for (const Reduce reduce : {Reduce::take, Reduce::mean, Reduce::sum, Reduce::max, Reduce::harmonic, Reduce::take_and_mean}) {
        RunOptions options = with_all_options(LayerKind::message_passing, RateSchedule::constant);
        options.network.channels = {16, 16, 16};
        options.network.head = {16};
        options.network.pool.reduce = reduce;
        options.training.adam.l2 = 1e-5;
        options.training.epochs = 60;
        EXPECT_EQ(Case(options, 60).train().test_accuracy, 1);
    }
}

TEST_F(FoldTraining, StopsAfterThePatienceAndGoesBackToTheBestEpoch) {
    RunOptions options = quick_options();
    options.training.adam.learning_rate = 0.3;  // so much that the loss soon rises again
    options.training.epochs = 200;
    options.training.patience = 4;
    const Case fold(options, 40);
    const FoldState state = fold.train();
    const auto less = [](const EpochRecord& a, const EpochRecord& b) { return a.validation_loss < b.validation_loss; };
    const EpochRecord& best = *std::min_element(state.history.begin(), state.history.end(), less);
    EXPECT_EQ(state.best_epoch, best.epoch);
    EXPECT_EQ(state.best_loss, best.validation_loss);
    EXPECT_EQ(state.history.size(), static_cast<std::size_t>(state.best_epoch) + 4);
    EXPECT_LT(state.history.size(), 200U);
    EXPECT_NE(state.values, state.best_values);

    const FoldState at_best =
        fold.train({}, [&](const FoldState& here) { return static_cast<int>(here.history.size()) < state.best_epoch; });
    EXPECT_EQ(at_best.values, state.best_values);

    Parameters parameters = make_parameters(fold.network.plan(), Seed(0));
    std::copy(state.best_values.begin(), state.best_values.end(), parameters.values.data_ptr<float>());
    const auto rows = class_probabilities(fold.network, parameters, fold.data.samples);
    double right = 0;
    ASSERT_EQ(state.test_predictions.size(), fold.data.folds[0].test.size());
    std::size_t tested = 0;
    for (const int graph : fold.data.folds[0].test) {
        const auto likeliest = std::max_element(rows[graph].begin(), rows[graph].end()) - rows[graph].begin();
        EXPECT_EQ(state.test_predictions[tested++], likeliest);
        right += likeliest == fold.data.samples[graph].label ? 1 : 0;
    }
    EXPECT_EQ(state.test_accuracy, right / static_cast<double>(fold.data.folds[0].test.size()));
}

TEST_F(FoldTraining, LearnsToTellAColourWithEveryPool) {
    for (const PoolMethodParts& pool : pool_methods()) {
        SCOPED_TRACE(pool.word);
        RunOptions options = quick_options(pool.method);
        options.network.channels = {16, 16, 16};
        options.training.adam.l2 = 1e-5;
        options.training.epochs = 60;
        const FoldState state = Case(options, 60).train();
        // LibTorch rounds as the processor does, so what it computes alone may tell one of the 20 graphs wrong.
        EXPECT_GE(state.test_accuracy, is_trainable(pool.kind) ? 0.95 : 1);
        EXPECT_LT(state.best_loss, 0.3);
    }
}

TEST_F(FoldTraining, LearnsToTellAColourWithEveryLayer) {
    for (const LayerKind kind :
         {LayerKind::message_passing, LayerKind::gcn, LayerKind::chebyshev, LayerKind::sage, LayerKind::gin, LayerKind::attention,
          LayerKind::arma, LayerKind::edge_conditioned, LayerKind::relational}) {
        SCOPED_TRACE(name_of(kind));
        RunOptions options = quick_options(PoolMethod::ndp);
        options.network.layer.kind = kind;
        options.network.channels = {16, 16, 16};
        options.training.adam.l2 = 1e-5;
        options.training.epochs = 60;
        EXPECT_EQ(Case(options, 60).train().test_accuracy, 1);
    }
}

TEST_F(FoldTraining, ProbabilitiesAddUpToOne) {
    const Case fold(quick_options(), 150);  // more than are evaluated at once
    const auto rows = class_probabilities(fold.network, make_parameters(fold.network.plan(), Seed(1)), fold.data.samples);
    ASSERT_EQ(rows.size(), 150U);
    for (const std::vector<float>& row : rows) {
        ASSERT_EQ(row.size(), 2U);
        EXPECT_NEAR(row[0] + row[1], 1, 1e-5);
    }
}

TEST_F(FoldTraining, ALossThatIsNotFiniteIsAFailureThatSaysWhatToTry) {
    RunOptions options = quick_options();
    options.training.adam.learning_rate = 1e30;
    try {
        (void)Case(options, 24).train();
        ADD_FAILURE() << "it went on";
    } catch (const NumericalFailure& error) {
        EXPECT_NE(std::string(error.what()).find("try a smaller learning rate"), std::string::npos);
    }
}

TEST_F(FoldTraining, WeightsOfAnotherNetworkAreRefused) {
    const Case fold(quick_options(), 24);
    FoldState state = fold.train({}, [](const FoldState&) { return false; });
    state.values.pop_back();
    EXPECT_THROW((void)fold.train(state), InvalidInput);
}

}  // namespace
}  // namespace ndpool
