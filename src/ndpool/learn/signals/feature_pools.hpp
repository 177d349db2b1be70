#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/nn/network/adam.hpp"
#include "ndpool/learn/nn/network/network_options.hpp"
#include "ndpool/learn/signals/best_epoch.hpp"
#include "ndpool/learn/signals/data/signal_set.hpp"

namespace ndpool {

/// The network of Sec. VI-B with pools that choose by the features, as graphs have it (learn/nn): MP(32)-P(4)-MP(32)-P(4)-MP(32)-
/// AvgPool-Softmax. Every signal has levels of its own, so nothing is computed in advance and an epoch takes minutes: training
/// sees a part of the samples.
struct FeaturePoolOptions {
    PoolKind kind = PoolKind::topk;  ///< topk or diffpool
    std::vector<std::int64_t> channels = {32, 32, 32};
    double keep = 0.25;  ///< stride 4 (Sec. VI-B)
    AdamOptions adam = {};
    int batch_size = 32;
    int epochs = 10;
    int patience = 3;
    std::size_t samples_per_epoch = 2000;   ///< drawn anew for every epoch
    std::size_t validation_samples = 1000;  ///< at most
};

struct FeaturePoolResult {
    BestEpoch best;
    double test_accuracy = 0;
};

/// What soft clusters of a graph take: every signal has a full matrix of nodes x clusters, and the graph of its clusters.
struct FeaturePoolCost {
    double bytes = 0;                ///< of a batch
    double products_per_sample = 0;  ///< multiplications, forward and back
};

[[nodiscard]] FeaturePoolCost feature_pool_cost(const FeaturePoolOptions& options, NodeId nodes);

/// Throws TooLarge, with the figures, where a batch would take more than 4 GB or a sample more than 2 billion products.
void require_affordable(const FeaturePoolOptions& options, NodeId nodes);

/// The epoch is chosen by the validation loss; all test samples are tested. By LibTorch's differentiation: the same numbers for
/// one build of it on one kind of processor. Throws InvalidInput for other kinds, and as require_affordable does.
[[nodiscard]] FeaturePoolResult train_feature_pools(const SignalSet& set, const FeaturePoolOptions& options, Seed seed);

}  // namespace ndpool
