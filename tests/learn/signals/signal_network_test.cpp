#include "ndpool/learn/signals/network/signal_network.hpp"

#include <gtest/gtest.h>

#include "dense_signal_network.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/learn/nn/network/network_options.hpp"
#include "ndpool/learn/signals/network/input_dropout.hpp"
#include "ndpool/learn/signals/network/signal_pass.hpp"
#include "ndpool/learn/signals/signal_training.hpp"
#include "support/vector_variants.hpp"

namespace ndpool {
namespace {

struct Case {
    SignalPool pool = SignalPool::ndp;
    Reduce reduce = Reduce::take;
    SignalReadout readout = SignalReadout::mean;
    bool bias = true;
    double density = 0.3;  ///< of the signals
    bool prune = true;
    std::vector<std::int64_t> channels = {8, 16, 8};
    std::int32_t features = 1;
    KeptSide keep = KeptSide::first;
    double dropout = 0;
    double input_dropout = 0;
};

/// Eight signals over a small grid, with a network and numbers for it.
struct Scene {
    explicit Scene(const Case& with) {
        options.pool = with.pool;
        options.stride = 2;
        options.ndp.cut.keep = with.keep;
        options.network = {with.channels, with.bias, with.reduce, with.readout, with.prune, with.dropout, with.input_dropout};
        const Graph graph = knn_grid_graph(5, 6, 8).graph;
        pyramid = make_pyramid(graph, pyramid_options_of(options), Seed(1));
        Random random{Seed(7)};
        signals.features = with.features;
        for (int i = 0; i < 8; ++i) {
            std::vector<float> numbers(static_cast<std::size_t>(graph.node_count() * with.features));
            for (float& number : numbers) {
                number = random.uniform() < with.density ? static_cast<float>(random.normal()) : 0.0F;
            }
            append_signal(signals, numbers);
            labels.push_back(static_cast<std::int32_t>(random.below(3)));
        }
        network = std::make_unique<SignalNetwork>(options.network, signal_operators(pyramid, options.network), with.features, 3);
        inputs = signal_inputs(network->operators(), signals, {});
        for (const double value : initial_values(network->plan(), Seed(3))) {
            values.push_back(static_cast<float>(value));
        }
        for (std::size_t slot = 0; slot < network->layer_count(); ++slot) {  // biases of both signs
            const ParameterSlot& layer = network->layer(slot);
            for (std::int64_t i = (layer.rows - layer.plain_rows) * layer.columns; i < layer.rows * layer.columns; ++i) {
                values[layer.offset + i] = static_cast<float>(0.3 * random.normal());
            }
        }
    }

    [[nodiscard]] Eigen::MatrixXd signal(std::size_t sample) const {
        const std::vector<float> numbers = signal_numbers(signals, sample, pyramid.base.node_count() - pyramid.fake_nodes);
        Eigen::MatrixXd matrix(static_cast<Eigen::Index>(numbers.size()) / signals.features, signals.features);
        for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
            for (Eigen::Index f = 0; f < matrix.cols(); ++f) {
                matrix(i, f) = numbers[static_cast<std::size_t>(i * matrix.cols() + f)];
            }
        }
        return matrix;
    }

    /// Loss of all samples and its gradient.
    double learn(std::vector<float>& gradients) const {
        const SignalWeights weights = signal_weights(*network, values.data());
        SignalPass pass(*network);
        pass.clear();
        double loss = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            loss += pass.forward(weights, inputs, i, labels[i]).loss;
            pass.backward(weights, inputs, i, 1);
        }
        gradients.assign(values.size(), 0);
        pass.add_gradients(weights, gradients.data());
        return loss;
    }

    SignalRunOptions options;
    Pyramid pyramid;
    SignalRows signals;
    std::vector<std::int32_t> labels;
    std::unique_ptr<SignalNetwork> network;
    SignalInputs inputs;
    std::vector<float> values;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Reduce reduce : {Reduce::take, Reduce::mean, Reduce::sum, Reduce::max, Reduce::harmonic}) {
        for (const bool bias : {false, true}) {
            for (const double density : {0.05, 0.3, 1.0}) {
                all.push_back({.reduce = reduce, .readout = SignalReadout::flatten, .bias = bias, .density = density});
            }
        }
    }
    for (const SignalReadout readout : {SignalReadout::mean, SignalReadout::sum, SignalReadout::max}) {
        all.push_back({.readout = readout});
    }
    all.push_back({.density = 0});
    all.push_back({.prune = false});
    all.push_back({.channels = {40, 8}});
    all.push_back({.reduce = Reduce::mean, .channels = {8, 32, 16, 8}});
    all.push_back({.features = 3});
    all.push_back({.reduce = Reduce::mean, .keep = KeptSide::smaller});
    for (const Reduce reduce : {Reduce::take, Reduce::mean, Reduce::sum, Reduce::max}) {
        all.push_back({.pool = SignalPool::graclus, .reduce = reduce});
    }
    for (const Reduce reduce : {Reduce::mean, Reduce::sum}) {
        all.push_back({.pool = SignalPool::nmf, .reduce = reduce});
    }
    return all;
}

std::string words(const Case& one) {
    return std::string(name_of(one.pool)) + " reduce " + std::to_string(static_cast<int>(one.reduce)) + " readout " +
           std::string(name_of(one.readout)) + (one.bias ? " bias" : "") + " density " + std::to_string(one.density) +
           (one.prune ? "" : " unpruned");
}

/// Dropped numbers are the same as columns of the last matrix that are multiplied by the factors of dropout.
TEST(SignalNetwork, DropsNumbersBeforeTheLastLayer) {
    for (const SignalReadout readout : {SignalReadout::flatten, SignalReadout::mean, SignalReadout::max}) {
        Scene scene({.reduce = Reduce::sum, .readout = readout, .dropout = 0.5});
        const ParameterSlot& head = scene.network->head();
        const Seed seed(7);
        std::vector<float> factors(static_cast<std::size_t>(head.columns));
        Random random(seed);
        draw_dropout(random, 0.5, factors);
        std::vector<float> thinned = scene.values;
        for (std::int64_t i = 0; i < head.rows * head.columns; ++i) {
            thinned[head.offset + i] *= factors[i % head.columns];
        }
        const auto learned = [&](const std::vector<float>& values, std::optional<Seed> dropout) {
            const SignalWeights weights = signal_weights(*scene.network, values.data());
            SignalPass pass(*scene.network);
            pass.clear();
            std::vector<float> all{static_cast<float>(pass.forward(weights, scene.inputs, 0, scene.labels[0], dropout).loss)};
            pass.backward(weights, scene.inputs, 0, 1);
            all.resize(1 + values.size(), 0);
            pass.add_gradients(weights, all.data() + 1);
            return all;
        };
        const std::vector<float> with_dropout = learned(scene.values, seed);
        std::vector<float> by_hand = learned(thinned, std::nullopt);
        EXPECT_NE(by_hand, learned(scene.values, std::nullopt));
        for (std::int64_t i = 0; i < head.rows * head.columns; ++i) {
            by_hand[1 + head.offset + i] *= factors[i % head.columns];
        }
        for (std::size_t i = 0; i < by_hand.size(); ++i) {
            ASSERT_NEAR(with_dropout[i], by_hand[i], 1e-5) << i;
        }
    }
}

TEST(SignalNetwork, HasTheLossOfTheSameNetworkWithFullMatrices) {
    for (const Case& one : cases()) {
        const Scene scene(one);
        const DenseSignalNetwork twin(scene.pyramid, *scene.network);
        const Eigen::VectorXd values =
            Eigen::Map<const Eigen::VectorXf>(scene.values.data(), static_cast<Eigen::Index>(scene.values.size())).cast<double>();
        const SignalWeights weights = signal_weights(*scene.network, scene.values.data());
        SignalPass pass(*scene.network);
        for (std::size_t i = 0; i < scene.labels.size(); ++i) {
            const double loss = pass.forward(weights, scene.inputs, i, scene.labels[i]).loss;
            EXPECT_NEAR(loss, twin.loss(values, scene.signal(i), scene.labels[i]), 2e-6 * std::max(1.0, loss)) << words(one);
        }
    }
}

TEST(SignalNetwork, HasTheGradientsThatDifferencesOfTheLossShow) {
    for (const Case& one : cases()) {
        const Scene scene(one);
        const DenseSignalNetwork twin(scene.pyramid, *scene.network);
        std::vector<float> gradients;
        (void)scene.learn(gradients);
        Eigen::VectorXd values =
            Eigen::Map<const Eigen::VectorXf>(scene.values.data(), static_cast<Eigen::Index>(scene.values.size())).cast<double>();
        const auto loss = [&] {
            double sum = 0;
            for (std::size_t i = 0; i < scene.labels.size(); ++i) {
                sum += twin.loss(values, scene.signal(i), scene.labels[i]);
            }
            return sum;
        };
        const float largest = std::abs(
            *std::max_element(gradients.begin(), gradients.end(), [](float a, float b) { return std::abs(a) < std::abs(b); }));
        constexpr double step = 1e-6;
        for (std::size_t i = 0; i < scene.values.size(); i += 1 + i % 7) {
            const double before = values[static_cast<Eigen::Index>(i)];
            values[static_cast<Eigen::Index>(i)] = before + step;
            const double above = loss();
            values[static_cast<Eigen::Index>(i)] = before - step;
            const double slope = (above - loss()) / (2 * step);
            values[static_cast<Eigen::Index>(i)] = before;
            EXPECT_NEAR(gradients[i], slope, 2e-5 * std::max(1.0F, largest)) << words(one) << ", number " << i;
        }
    }
}

TEST(SignalNetwork, GivesTheSameWithoutTheRowsThatAPoolDrops) {
    for (const double density : {0.1, 1.0}) {
        std::vector<float> pruned;
        std::vector<float> whole;
        const double loss = Scene({.readout = SignalReadout::flatten, .density = density}).learn(pruned);
        const double other = Scene({.readout = SignalReadout::flatten, .density = density, .prune = false}).learn(whole);
        EXPECT_NEAR(loss, other, 1e-5);
        for (std::size_t i = 0; i < pruned.size(); ++i) {
            EXPECT_NEAR(pruned[i], whole[i], 1e-5 * std::max(1.0F, std::abs(whole[i])));
        }
    }
}

TEST(SignalNetwork, GivesTheSameBytesWithEveryVectorWidth) {
    for (const Case& one : cases()) {
        const std::vector<std::string> bytes = with_every_vector_variant([&] {
            std::vector<float> gradients;
            const double loss = Scene(one).learn(gradients);
            return bytes_of(gradients) + bytes_of(std::vector<double>{loss});
        });
        for (const std::string& other : bytes) {
            EXPECT_TRUE(other == bytes.front()) << words(one);
        }
    }
}

TEST(SignalNetwork, RefusesChannelsThatAreNoMultiplesOfEight) {
    EXPECT_THROW(Scene({.channels = {8, 12}}), InvalidInput);
    EXPECT_THROW(Scene({.channels = {8}}), std::exception);
}

TEST(SignalNetwork, RefusesWhatLevelsOfNmfCannotDo) {
    EXPECT_THROW(Scene({.pool = SignalPool::nmf, .reduce = Reduce::take}), InvalidInput);
    EXPECT_THROW(Scene({.pool = SignalPool::nmf, .reduce = Reduce::max}), InvalidInput);
}

TEST(SignalTraining, GivesTheSameBytesForEveryNumberOfThreads) {
    for (const double input_dropout : {0.0, 0.4}) {
        const Scene scene({.reduce = Reduce::mean, .readout = SignalReadout::flatten, .input_dropout = input_dropout});
        PreparedSignals data{scene.inputs, scene.labels, {}, {}, {0, 1}, &scene.signals};
        for (int i = 0; i < 40; ++i) {
            data.train.push_back(i % 8);
        }
        data.validation = {2, 3, 4};
        const auto bytes = [&](int threads) {
            const FoldState state = train_signals(*scene.network, data, {.batch_size = 20, .epochs = 3}, Seed(5), {}, {threads});
            return bytes_of(state.values) + bytes_of(state.best_values) +
                   bytes_of(std::vector<double>{state.test_loss, state.best_loss});
        };
        const std::string one = bytes(1);
        EXPECT_TRUE(bytes(2) == one) << input_dropout;
        EXPECT_TRUE(bytes(8) == one) << input_dropout;
    }
}

TEST(SignalTraining, EndsWithTheSameNumbersAfterAStop) {
    for (const double input_dropout : {0.0, 0.4}) {
        const Scene scene({.readout = SignalReadout::flatten, .input_dropout = input_dropout});
        const PreparedSignals data{scene.inputs, scene.labels, {0, 1, 2, 3, 4}, {5, 6}, {7}, &scene.signals};
        const SignalTrainingOptions options{.schedule = LearningRateSchedule::cosine, .batch_size = 2, .epochs = 6};
        const FoldState whole = train_signals(*scene.network, data, options, Seed(5), {}, {});
        FoldState half = train_signals(*scene.network, data, options, Seed(5), {}, {},
                                       [](const FoldState& state) { return state.history.size() < 3; });
        EXPECT_FALSE(half.finished);
        const FoldState ended = train_signals(*scene.network, data, options, Seed(5), half, {});
        EXPECT_EQ(ended.values, whole.values);
        EXPECT_EQ(ended.test_loss, whole.test_loss);
    }
}

/// An epoch with dropped nodes is an epoch on signals that were thinned before.
TEST(SignalTraining, LearnsFromThinnedSignals) {
    const Scene scene({.reduce = Reduce::sum, .readout = SignalReadout::flatten, .input_dropout = 0.5});
    const Scene plain({.reduce = Reduce::sum, .readout = SignalReadout::flatten});
    const std::vector<std::int32_t> samples{0, 1, 2, 3, 4};
    const PreparedSignals data{scene.inputs, scene.labels, samples, {5, 6}, {7}, &scene.signals};
    const SignalTrainingOptions options{.batch_size = 5, .epochs = 1};
    const Seed seed(5);
    SignalRows thinned = drop_inputs(scene.signals, samples, 0.5, seed.child("dropout", 1).child("inputs"));
    PreparedSignals by_hand{signal_inputs(plain.network->operators(), thinned, {}), scene.labels, samples, {0}, {1}};
    const FoldState expected = train_signals(*plain.network, by_hand, options, seed, {}, {});
    EXPECT_EQ(train_signals(*scene.network, data, options, seed, {}, {}).values, expected.values);
    EXPECT_NE(train_signals(*plain.network, data, options, seed, {}, {}).values, expected.values);
}

TEST(SignalTraining, NeedsTheSignalsForDropoutOfInputs) {
    const Scene scene({.input_dropout = 0.5});
    const PreparedSignals data{scene.inputs, scene.labels, {0, 1}, {5, 6}, {7}};
    EXPECT_THROW((void)train_signals(*scene.network, data, {.epochs = 1}, Seed(5), {}, {}), InvalidInput);
}

}  // namespace
}  // namespace ndpool
