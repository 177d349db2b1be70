#include "ndpool/learn/nn/pools/max_cut_pool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/layers/sparse_functions.hpp"
#include "ndpool/learn/nn/pools/pooled_graphs.hpp"
#include "ndpool/learn/nn/pools/selection_pools.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

/// What the pool reads and makes.
struct MaxCutGraphs {
    SparseRows spread;  ///< P of the graphs before the pool, which is symmetric
    std::shared_ptr<const PooledGraphs> after;
};

class MaxCutPool : public Pooler {
public:
    MaxCutPool(const PoolerOptions& options, Propagation propagation, const PoolPlace& place, ParameterPlan& plan,
               std::string_view name)
        : options_(options), propagation_(propagation) {
        for (int step = 0; step < step_count; ++step) {
            weights_.push_back(plan.add_matrix(fmt::format("{}_step_{}", name, step), place.channels, place.channels,
                                               place.channels, place.channels));
        }
        weights_.push_back(plan.add_matrix(std::string(name), place.channels, 1, place.channels, 1));
    }

    [[nodiscard]] Pooled forward(const Parameters& parameters, const Tensor& /*before*/, const Tensor& x,
                                 const Stage& stage) const override {
        if (stage.is_dense()) {
            throw InvalidInput("nodes can be selected from sparse graphs only");
        }
        check_poolable(stage);
        const auto graphs = std::make_shared<MaxCutGraphs>();
        graphs->spread = propagation_matrix(*stage.adjacency, Propagation::symmetric);
        const Tensor scores = scores_of(parameters, holding(x, graphs), graphs->spread);
        const Tensor numbers = scores.detach().to(torch::kFloat64).contiguous();
        const Selection selection = highest_scores({numbers.data_ptr<double>(), static_cast<std::size_t>(numbers.numel())},
                                                   *stage.graph_offsets, options_.keep);
        const Graph joined = joined_graph(union_of(*stage.adjacency), nearest_kept(*stage.adjacency, selection.kept));
        graphs->after = pooled_graphs(propagation_matrix(joined, Propagation::plain), selection.graph_offsets, propagation_);
        const Tensor kept = torch::tensor(std::vector<std::int64_t>(selection.kept.begin(), selection.kept.end()));
        return {holding((x * scores).index_select(0, kept), graphs->after), stage_of_graphs(graphs->after),
                options_.max_cut_loss * loss_of(scores, stage)};
    }

private:
    static constexpr int step_count = 2;

    [[nodiscard]] Tensor scores_of(const Parameters& parameters, Tensor h, const SparseRows& spread) const {
        for (int step = 0; step < step_count; ++step) {
            h = torch::tanh((2 * sparse_product(spread, spread, h) - h).mm(parameters[weights_[static_cast<std::size_t>(step)]]));
        }
        return torch::tanh(h.mm(parameters[weights_.back()]));
    }

    static Tensor loss_of(const Tensor& scores, const Stage& stage) {
        const Tensor products = scores * sparse_product(*stage.adjacency, *stage.adjacency, scores);
        const std::vector<std::int32_t>& offsets = *stage.graph_offsets;
        const SparseRows& adjacency = *stage.adjacency;
        std::vector<double> volumes;
        for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
            double volume = 0;
            for (std::int32_t k = adjacency.offsets[offsets[g]]; k < adjacency.offsets[offsets[g + 1]]; ++k) {
                volume += adjacency.values[k];
            }
            volumes.push_back(volume > 0 ? volume : 1);
        }
        const Tensor volume = torch::tensor(volumes, torch::kFloat64).to(scores.scalar_type());
        return (read_out(products, offsets, Readout::sum).squeeze(1) / volume).mean();
    }

    PoolerOptions options_;
    Propagation propagation_;
    std::vector<std::size_t> weights_;
};

}  // namespace

Clusters nearest_kept(const SparseRows& adjacency, const std::vector<std::int32_t>& kept) {
    Clusters clusters{std::vector<NodeId>(static_cast<std::size_t>(adjacency.rows), -1), static_cast<NodeId>(kept.size())};
    for (std::size_t i = 0; i < kept.size(); ++i) {
        clusters.of[kept[i]] = static_cast<NodeId>(i);
    }
    std::vector<std::int32_t> front = kept;
    while (!front.empty()) {
        std::vector<std::int32_t> next;
        for (const std::int32_t node : front) {
            for (std::int32_t k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
                const std::int32_t other = adjacency.indices[k];
                if (clusters.of[other] < 0) {
                    clusters.of[other] = clusters.of[node];
                    next.push_back(other);
                }
            }
        }
        std::sort(next.begin(), next.end());
        front = std::move(next);
    }
    for (std::int32_t node = 0; node < adjacency.rows; ++node) {
        if (clusters.of[node] < 0) {
            const auto after = std::upper_bound(kept.begin(), kept.end(), node);
            clusters.of[node] = static_cast<NodeId>(after == kept.begin() ? 0 : after - kept.begin() - 1);
        }
    }
    return clusters;
}

std::unique_ptr<Pooler> make_max_cut_pool(const PoolerOptions& options, Propagation propagation, const PoolPlace& place,
                                          ParameterPlan& plan, std::string_view name) {
    return std::make_unique<MaxCutPool>(options, propagation, place, plan, name);
}

}  // namespace ndpool
