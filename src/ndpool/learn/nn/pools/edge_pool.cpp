#include "ndpool/learn/nn/pools/edge_pool.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/pools/pooled_graphs.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

/// The row of each stored entry.
std::vector<std::int64_t> rows_of_entries(const SparseRows& matrix) {
    std::vector<std::int64_t> rows;
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        rows.resize(static_cast<std::size_t>(matrix.offsets[row + 1]), row);
    }
    return rows;
}

class EdgePool : public Pooler {
public:
    EdgePool(Propagation propagation, const PoolPlace& place, ParameterPlan& plan, std::string_view name)
        : propagation_(propagation),
          weights_(plan.add_matrix(std::string(name), 2 * place.channels, 1, 2 * place.channels, 1, 1)) {}

    [[nodiscard]] Pooled forward(const Parameters& parameters, const Tensor& /*before*/, const Tensor& x,
                                 const Stage& stage) const override {
        if (stage.is_dense()) {
            throw InvalidInput("edges can be contracted in sparse graphs only");
        }
        check_poolable(stage);
        const Tensor scores = scores_of(parameters[weights_], x, *stage.adjacency);
        const Tensor numbers = scores.detach().to(torch::kFloat64).contiguous();
        const ContractedEdges contracted =
            contract_edges(*stage.adjacency, {numbers.data_ptr<double>(), static_cast<std::size_t>(numbers.numel())});
        const Clusters& clusters = contracted.clusters;
        SparseRows adjacency = propagation_matrix(joined_graph(union_of(*stage.adjacency), clusters), Propagation::plain);
        const auto graphs =
            pooled_graphs(std::move(adjacency), offsets_among(first_nodes(clusters), *stage.graph_offsets), propagation_);
        return {holding(pooled_rows(x, scores, contracted), graphs), stage_of_graphs(graphs), {}};
    }

private:
    static Tensor scores_of(const Tensor& weights, const Tensor& x, const SparseRows& adjacency) {
        const std::int64_t width = x.size(1);
        const Tensor columns = torch::tensor(std::vector<std::int64_t>(adjacency.indices.begin(), adjacency.indices.end()));
        const Tensor rows = torch::tensor(rows_of_entries(adjacency));
        const Tensor raw = x.mm(weights.narrow(0, 0, width)).index_select(0, columns) +
                           x.mm(weights.narrow(0, width, width)).index_select(0, rows) + weights[2 * width];
        return softmax_in_groups(raw, adjacency.offsets) + 0.5;
    }

    static std::vector<std::int32_t> first_nodes(const Clusters& clusters) {
        std::vector<std::int32_t> first;
        for (std::size_t node = 0; node < clusters.of.size(); ++node) {
            if (clusters.of[node] == std::ssize(first)) {
                first.push_back(static_cast<std::int32_t>(node));
            }
        }
        return first;
    }

    static Tensor pooled_rows(const Tensor& x, const Tensor& scores, const ContractedEdges& contracted) {
        const Clusters& clusters = contracted.clusters;
        const Tensor of = torch::tensor(std::vector<std::int64_t>(clusters.of.begin(), clusters.of.end()));
        std::vector<std::int64_t> factor_of = contracted.entries;
        std::replace(factor_of.begin(), factor_of.end(), std::int64_t{-1}, scores.size(0));  // the one after all scores
        const Tensor factors =
            torch::cat({scores, torch::ones({1, 1}, scores.options())}).index_select(0, torch::tensor(factor_of));
        return torch::zeros({clusters.count, x.size(1)}, x.options()).index_add(0, of, x) * factors;
    }

    Propagation propagation_;
    std::size_t weights_;
};

}  // namespace

ContractedEdges contract_edges(const SparseRows& adjacency, std::span<const double> scores) {
    const std::vector<std::int64_t> rows = rows_of_entries(adjacency);
    std::vector<std::int64_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return scores[a] > scores[b]; });
    std::vector<std::int64_t> entry_of(static_cast<std::size_t>(adjacency.rows), -1);
    std::vector<std::int32_t> partner(static_cast<std::size_t>(adjacency.rows), -1);
    for (const std::int64_t entry : order) {
        const auto a = static_cast<std::int32_t>(rows[entry]);
        const std::int32_t b = adjacency.indices[entry];
        if (a != b && partner[a] < 0 && partner[b] < 0) {
            partner[a] = b;
            partner[b] = a;
            entry_of[std::min(a, b)] = entry;
        }
    }
    ContractedEdges contracted{{std::vector<NodeId>(static_cast<std::size_t>(adjacency.rows), -1), 0}, {}};
    for (std::int32_t node = 0; node < adjacency.rows; ++node) {
        if (partner[node] >= 0 && partner[node] < node) {
            contracted.clusters.of[node] = contracted.clusters.of[partner[node]];
        } else {
            contracted.clusters.of[node] = contracted.clusters.count++;
            contracted.entries.push_back(entry_of[node]);
        }
    }
    return contracted;
}

std::unique_ptr<Pooler> make_edge_pool(Propagation propagation, const PoolPlace& place, ParameterPlan& plan,
                                       std::string_view name) {
    return std::make_unique<EdgePool>(propagation, place, plan, name);
}

}  // namespace ndpool
