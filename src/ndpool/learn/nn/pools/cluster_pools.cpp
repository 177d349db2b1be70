#include "ndpool/learn/nn/pools/cluster_pools.hpp"

#include <cmath>

#include "ndpool/base/elementary.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/kernels/dense_propagation.hpp"
#include "ndpool/learn/nn/layers/layer_steps.hpp"
#include "ndpool/learn/nn/layers/linear_messages.hpp"
#include "ndpool/learn/nn/pools/soft_clusters.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

Stage stage_of_clusters(const Tensor& adjacency, const Tensor& mixing) {
    Stage stage;
    stage.dense_adjacency = adjacency;
    stage.dense_mixing = mixing;
    return stage;
}

class DiffPool : public Pooler {
public:
    DiffPool(const PoolerOptions& options, Propagation propagation, const PoolPlace& place, ParameterPlan& plan,
             std::string_view name)
        : options_(options),
          propagation_(propagation),
          weights_(add_linear_messages(place.features, cluster_count(options, place.number), plan, name)) {}

    [[nodiscard]] Pooled forward(const Parameters& parameters, const Tensor& before, const Tensor& x,
                                 const Stage& stage) const override {
        check_poolable(stage);
        const Tensor inputs = torch::cat({messages(stage, stage.last, before), before}, -1);
        const Clustered clusters = cluster(stage, inputs, parameters[weights_], x);
        const Tensor counts = node_counts(stage).clamp_min(1);
        const Tensor loss = options_.link_loss * (distances(clusters, stage) / counts.square()).mean() +
                            options_.entropy_loss * (clusters.entropy / counts).mean();
        return {clusters.x, stage_of_clusters(clusters.adjacency, dense_propagation(clusters.adjacency, propagation_)),
                loss.to(x.scalar_type())};
    }

private:
    /// ||A - S S^T|| = sqrt(||A||^2 - 2 Tr(S^T A S) + ||S^T S||^2), one number per graph.
    static Tensor distances(const Clustered& clusters, const Stage& stage) {
        const Tensor squares = squared_weights(stage) - 2 * clusters.inner_weight + clusters.overlap_squares;
        return squares.clamp_min(1e-12).sqrt();
    }

    PoolerOptions options_;
    Propagation propagation_;
    std::size_t weights_;
};

class MinCutPool : public Pooler {
public:
    MinCutPool(const PoolerOptions& options, Propagation propagation, const PoolPlace& place, ParameterPlan& plan,
               std::string_view name)
        : options_(options), propagation_(propagation) {
        const std::int64_t clusters = cluster_count(options, place.number);
        weights_ = plan.add_matrix(std::string(name), place.channels, clusters, place.channels, clusters, 1);
    }

    [[nodiscard]] Pooled forward(const Parameters& parameters, const Tensor& /*before*/, const Tensor& x,
                                 const Stage& stage) const override {
        check_poolable(stage);
        const Tensor& weights = parameters[weights_];
        const Clustered clusters = cluster(stage, x, weights, x);
        const Tensor loss = options_.cut_loss * cut_losses(clusters).mean() +
                            options_.orthogonality_loss * orthogonality_losses(clusters, weights.size(1)).mean();
        const Tensor adjacency = propagation_between_clusters(clusters.adjacency);
        const bool is_mixing = propagation_ == Propagation::symmetric;
        return {clusters.x, stage_of_clusters(adjacency, is_mixing ? adjacency : dense_propagation(adjacency, propagation_)),
                loss.to(x.scalar_type())};
    }

private:
    static Tensor cut_losses(const Clustered& clusters) { return -clusters.inner_weight / clusters.volume.clamp_min(1e-12); }

    /// ||O / ||O|| - I / sqrt(K)|| with O = S^T S, where K is the number of clusters: the root of 2 - 2 Tr(O) / (||O|| sqrt(K)).
    static Tensor orthogonality_losses(const Clustered& clusters, std::int64_t count) {
        const Tensor sizes = (clusters.overlap_squares * static_cast<double>(count)).clamp_min(1e-24).sqrt();
        return (2 - 2 * clusters.overlap_trace / sizes).clamp_min(1e-12).sqrt();
    }

    PoolerOptions options_;
    Propagation propagation_;
    std::size_t weights_ = 0;
};

}  // namespace

std::unique_ptr<Pooler> make_cluster_pool(const PoolerOptions& options, Propagation propagation, const PoolPlace& place,
                                          ParameterPlan& plan, std::string_view name) {
    if (options.kind == PoolKind::diffpool) {
        return std::make_unique<DiffPool>(options, propagation, place, plan, name);
    }
    return std::make_unique<MinCutPool>(options, propagation, place, plan, name);
}

std::int64_t cluster_count(const PoolerOptions& options, std::size_t number) {
    if (number < options.clusters.size()) {
        if (options.clusters[number] < 1) {
            throw InvalidInput("a pool must make at least one cluster");
        }
        return options.clusters[number];
    }
    if (!(options.mean_nodes > 0)) {
        throw InvalidInput("pools of soft clusters need the mean number of nodes of the graphs, or the numbers of clusters");
    }
    return share_rounded_up(portable_power(options.keep, static_cast<long>(number) + 1), options.mean_nodes);
}

}  // namespace ndpool
