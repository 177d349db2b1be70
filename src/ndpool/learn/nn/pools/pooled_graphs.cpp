#include "ndpool/learn/nn/pools/pooled_graphs.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/learn/nn/layers/function_context.hpp"
#include "ndpool/learn/nn/layers/sparse_functions.hpp"

namespace ndpool {

namespace {

struct HeldValue : torch::CustomClassHolder {
    explicit HeldValue(std::shared_ptr<const void> value) : held(std::move(value)) {}
    std::shared_ptr<const void> held;
};

struct Holding : Function<Holding> {
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& x, const std::shared_ptr<const void>& held) {
        context->saved_data["held"] = c10::IValue::make_capsule(c10::make_intrusive<HeldValue>(held));
        return x.view_as(x);
    }
    static variable_list backward(AutogradContext* /*context*/, const variable_list& gradients) {
        return {gradients[0], torch::Tensor()};
    }
};

}  // namespace

std::shared_ptr<const PooledGraphs> pooled_graphs(SparseRows adjacency, std::vector<std::int32_t> graph_offsets,
                                                  Propagation propagation) {
    auto graphs = std::make_shared<PooledGraphs>();
    graphs->adjacency = std::move(adjacency);
    std::vector<std::int32_t> all(static_cast<std::size_t>(graphs->adjacency.rows));
    std::iota(all.begin(), all.end(), 0);
    graphs->hop = hop_of(propagation_matrix(graphs->adjacency, propagation), std::move(all));
    graphs->graph_offsets = std::move(graph_offsets);
    return graphs;
}

Stage stage_of_graphs(const std::shared_ptr<const PooledGraphs>& graphs) {
    Stage stage;
    stage.last = &graphs->hop;
    stage.inner = &graphs->hop;
    stage.adjacency = &graphs->adjacency;
    stage.graph_offsets = &graphs->graph_offsets;
    stage.owner = graphs;
    return stage;
}

torch::Tensor holding(const torch::Tensor& x, const std::shared_ptr<const void>& held) {
    return Holding::apply(x, held);
}

torch::Tensor softmax_in_groups(const torch::Tensor& scores, const std::vector<std::int32_t>& offsets) {
    std::vector<std::int64_t> group_of;
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
        group_of.resize(static_cast<std::size_t>(offsets[g + 1]), static_cast<std::int64_t>(g));
    }
    const torch::Tensor groups = torch::tensor(group_of);
    const torch::Tensor largest = read_out(scores.detach(), offsets, Readout::max).index_select(0, groups);
    const torch::Tensor powers = torch::exp(scores - largest);
    return powers / read_out(powers, offsets, Readout::sum).index_select(0, groups);
}

Graph union_of(const SparseRows& adjacency) {
    return Graph::from_symmetric({adjacency.rows,
                                  adjacency.columns,
                                  {adjacency.offsets.begin(), adjacency.offsets.end()},
                                  adjacency.indices,
                                  {adjacency.values.begin(), adjacency.values.end()}});
}

std::vector<std::int32_t> offsets_among(std::span<const std::int32_t> chosen, const std::vector<std::int32_t>& graph_offsets) {
    std::vector<std::int32_t> offsets;
    offsets.reserve(graph_offsets.size());
    for (const std::int32_t first : graph_offsets) {
        offsets.push_back(static_cast<std::int32_t>(std::lower_bound(chosen.begin(), chosen.end(), first) - chosen.begin()));
    }
    return offsets;
}

}  // namespace ndpool
