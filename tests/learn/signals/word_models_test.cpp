// Classifiers that know the order of words, and pools that choose by features, on signals.
#include <gtest/gtest.h>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/signals/data/generated_signals.hpp"
#include "ndpool/learn/signals/feature_pools.hpp"
#include "ndpool/learn/signals/words/sequence_classifier.hpp"
#include "ndpool/learn/signals/words/word_sequences.hpp"

namespace ndpool {
namespace {

/// Texts in which two words always occur: which one comes first is the class.
WordLists ordered_texts(std::size_t count) {
    WordLists lists;
    Random random{Seed(3)};
    for (std::size_t i = 0; i < count; ++i) {
        const bool positive = random.below(2) == 1;
        for (int k = 0; k < 5; ++k) {
            lists.words.push_back(static_cast<std::int32_t>(random.below(6)));
        }
        lists.words.push_back(positive ? 6 : 7);
        lists.words.push_back(static_cast<std::int32_t>(random.below(6)));
        lists.words.push_back(positive ? 7 : 6);
        lists.offsets.push_back(lists.words.size());
        lists.labels.push_back(positive ? 1 : 0);
        lists.parts.push_back(i % 4 == 3 ? SignalPart::test : i % 4 == 2 ? SignalPart::validation : SignalPart::train);
    }
    return lists;
}

SequenceClassifierOptions small_model(SequenceModel model) {
    SequenceClassifierOptions options;
    options.model = model;
    options.words = 8;
    options.length = 16;
    options.vector_size = 8;
    options.channels = 8;
    options.blocks = 3;
    options.kernel = 3;
    options.dropout = 0.1;
    options.learning_rate = 0.02;
    options.batch_size = 16;
    options.epochs = 25;
    options.patience = 25;
    return options;
}

TEST(WordSequences, AreFilledUpAtTheFrontAndCutThere) {
    WordLists lists;
    lists.words = {3, 1, 0, 9, 2, 5};
    lists.offsets = {0, 2, 6};
    lists.labels = {0, 1};
    const WordSequences sequences = word_sequences(lists, 4, 3);
    EXPECT_EQ(sequences.words, (std::vector<std::int32_t>{5, 3, 1, 4, 2, 4}));
}

class SequenceModels : public testing::TestWithParam<SequenceModel> {};

TEST_P(SequenceModels, LearnTheOrderOfWords) {
    const WordLists lists = ordered_texts(400);
    const SequenceClassifierOptions options = small_model(GetParam());
    const SequenceClassifierResult first = train_sequence_classifier(lists, options, Seed(1));
    EXPECT_GT(first.test_accuracy, 0.95) << "which words occur says nothing here";
    const SequenceClassifierResult second = train_sequence_classifier(lists, options, Seed(1));
    EXPECT_EQ(first.best.epoch, second.best.epoch);
    EXPECT_EQ(first.test_accuracy, second.test_accuracy);
}

INSTANTIATE_TEST_SUITE_P(All, SequenceModels, testing::Values(SequenceModel::lstm, SequenceModel::tcn));

TEST(SequenceClassifier, ComputesOnlyTheStepsOfATcnThatItsLastOneDependsOn) {
    const WordLists lists = ordered_texts(10);
    const SequenceClassifierOptions options = small_model(SequenceModel::tcn);
    const std::vector<float> pruned = initial_sequence_logits(lists, options, Seed(2), true);
    const std::vector<float> whole = initial_sequence_logits(lists, options, Seed(2), false);
    ASSERT_EQ(pruned.size(), 10U);
    for (std::size_t i = 0; i < pruned.size(); ++i) {
        EXPECT_NEAR(pruned[i], whole[i], 1e-6) << i;
        EXPECT_NE(pruned[i], 0) << i;
    }
}

TEST(SequenceClassifier, RefusesALengthThatItsBlocksCannotHalve) {
    SequenceClassifierOptions options = small_model(SequenceModel::tcn);
    options.length = 12;
    EXPECT_THROW((void)train_sequence_classifier(ordered_texts(8), options, Seed(1)), InvalidInput);
}

TEST(FeaturePools, TrainOnSignals) {
    const SignalSet set = generate_signals("signals:grid,8,200", 0);
    for (const PoolKind kind : {PoolKind::topk, PoolKind::diffpool}) {
        FeaturePoolOptions options;
        options.kind = kind;
        options.channels = {8, 8, 8};
        options.adam = {.learning_rate = 0.01, .l2 = 0};
        options.samples_per_epoch = 64;
        options.epochs = 6;
        const FeaturePoolResult first = train_feature_pools(set, options, Seed(1));
        EXPECT_GE(first.best.epoch, 1);
        EXPECT_GT(first.test_accuracy, 0.15) << "a quarter is chance";
        EXPECT_EQ(train_feature_pools(set, options, Seed(1)).test_accuracy, first.test_accuracy);
    }
}

TEST(FeaturePools, SayTheSizeBeforeMemoryIsGone) {
    FeaturePoolOptions options;
    options.kind = PoolKind::diffpool;
    EXPECT_NO_THROW(require_affordable(options, 784));
    EXPECT_THROW(require_affordable(options, 10000), TooLarge);
    options.kind = PoolKind::topk;
    EXPECT_NO_THROW(require_affordable(options, 10000));
    options.kind = PoolKind::mincut;
    EXPECT_THROW((void)train_feature_pools(generate_signals("signals:grid,8,60", 0), options, Seed(1)), InvalidInput);
}

}  // namespace
}  // namespace ndpool
