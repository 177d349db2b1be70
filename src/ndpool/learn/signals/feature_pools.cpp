#include "ndpool/learn/signals/feature_pools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/data/batch.hpp"
#include "ndpool/learn/nn/network/network_steps.hpp"
#include "ndpool/learn/signals/sample_batches.hpp"

namespace ndpool {

namespace {

NetworkOptions network_options(const FeaturePoolOptions& options, NodeId nodes) {
    NetworkOptions network;
    network.channels = options.channels;
    network.pool.kind = options.kind;
    network.pool.keep = options.keep;
    network.pool.mean_nodes = nodes;
    return network;
}

/// Batches of signals: their graphs are the same, so that the union of so many of them is made once.
class SignalBatches {
public:
    SignalBatches(const SignalSet& set, const SampleOptions& options) : set_(set) {
        Pyramid flat;
        flat.base = set.graph;
        graph_ = make_sample(flat, {}, 0, options);
    }

    [[nodiscard]] const Batch& batch_of(std::span<const std::int32_t> samples) {
        auto [found, is_new] = unions_.try_emplace(samples.size());
        Batch& batch = found->second;
        if (is_new) {
            const std::vector<std::int32_t> same(samples.size(), 0);
            batch = make_batch({&graph_, 1}, same);
        }
        batch.labels.clear();
        batch.features = {};
        batch.features.columns = set_.signals.features;
        for (const std::int32_t sample : samples) {
            batch.labels.push_back(set_.labels[static_cast<std::size_t>(sample)]);
            append_rows(batch.features,
                        without_zeros(set_.signals.features,
                                      signal_numbers(set_.signals, static_cast<std::size_t>(sample), set_.graph.node_count())));
        }
        return batch;
    }

private:
    const SignalSet& set_;
    Sample graph_;
    std::map<std::size_t, Batch> unions_;
};

Evaluation evaluate_samples(NetworkSteps& steps, SignalBatches& batches, std::span<const std::int32_t> samples,
                            std::size_t size) {
    Evaluation sums;
    for_each_batch(samples, size, [&](std::span<const std::int32_t> part) {
        const BatchOutcome outcome = steps.evaluate(steps.prepare(batches.batch_of(part)));
        sums.loss += outcome.loss * static_cast<double>(part.size());
        sums.accuracy += static_cast<double>(outcome.right);
    });
    const auto count = static_cast<double>(std::max<std::size_t>(samples.size(), 1));
    return {sums.loss / count, sums.accuracy / count};
}

std::vector<std::int32_t> drawn(std::vector<std::int32_t> samples, std::size_t most, Seed seed) {
    samples = shuffled_samples(std::move(samples), seed);
    samples.resize(std::min(most, samples.size()));
    return samples;
}

}  // namespace

FeaturePoolCost feature_pool_cost(const FeaturePoolOptions& options, NodeId nodes) {
    FeaturePoolCost cost;
    if (options.kind != PoolKind::diffpool) {
        return cost;
    }
    constexpr double copies = 3;  // the clusters' shares, their gradient, and what the softmax keeps
    double level = nodes;
    for (std::size_t pool = 1; pool < options.channels.size(); ++pool) {
        const double clusters = std::max(1.0, options.keep * level);
        cost.bytes += options.batch_size * sizeof(float) * copies * (level * clusters + clusters * clusters);
        cost.products_per_sample += 3 * 2 * level * clusters * clusters;  // S^T (A S) and S^T S, forward and twice back
        level = clusters;
    }
    return cost;
}

void require_affordable(const FeaturePoolOptions& options, NodeId nodes) {
    constexpr double most_bytes = 4e9;
    constexpr double most_products = 2e9;
    const FeaturePoolCost cost = feature_pool_cost(options, nodes);
    if (cost.bytes > most_bytes || cost.products_per_sample > most_products) {
        throw TooLarge(
            fmt::format("every signal has {} x {:.0f} shares of clusters: {:.1f} GB per batch and {:.1f} billion products per "
                        "signal, expected at most {:.0f} and {:.0f}",
                        nodes, options.keep * nodes, cost.bytes / 1e9, cost.products_per_sample / 1e9, most_bytes / 1e9,
                        most_products / 1e9));
    }
}

FeaturePoolResult train_feature_pools(const SignalSet& set, const FeaturePoolOptions& options, Seed seed) {
    if (options.kind != PoolKind::topk && options.kind != PoolKind::diffpool) {
        throw InvalidInput(fmt::format("{}: no pool by features for signals, expected topk or diffpool", name_of(options.kind)));
    }
    require_affordable(options, set.graph.node_count());
    use_one_thread_here();
    const NetworkOptions structure = network_options(options, set.graph.node_count());
    const Network network(structure, set.signals.features, std::ssize(set.classes));
    Parameters parameters = make_parameters(network.plan(), seed.child("weights"));
    NetworkSteps steps(network, parameters);
    SignalBatches batches(set, sample_options(structure));
    const auto size = static_cast<std::size_t>(options.batch_size);
    const std::vector<std::int32_t> training = samples_of(set, SignalPart::train);
    const auto validation = drawn(validation_samples(set.parts), options.validation_samples, seed.child("validation"));
    AdamState adam;
    const auto learn = [&](int epoch) {
        const auto order = drawn(training, options.samples_per_epoch, seed.child("order", static_cast<std::uint64_t>(epoch)));
        for_each_batch(order, size, [&](std::span<const std::int32_t> part) {
            (void)steps.learn(steps.prepare(batches.batch_of(part)), seed.child("step", static_cast<std::uint64_t>(adam.steps)));
            adam_step(network.plan(), parameters, adam, options.adam);
        });
    };
    torch::Tensor kept;
    const BestEpoch best = train_to_best_epoch({options.epochs, options.patience},
                                               {.learn = learn,
                                                .validate = [&] { return evaluate_samples(steps, batches, validation, size); },
                                                .keep = [&] { kept = parameters.values.clone(); }});
    {
        const torch::NoGradGuard no_gradients;
        parameters.values.copy_(kept);
    }
    return {best, evaluate_samples(steps, batches, samples_of(set, SignalPart::test), size).accuracy};
}

}  // namespace ndpool
