// Layers of every kind on random batches.
#pragma once

#include <torch/utils.h>

#include <numeric>

#include "learn/nn/gradient_check.hpp"
#include "ndpool/learn/data/batch.hpp"
#include "ndpool/learn/nn/layers/layer.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/random_graphs.hpp"

namespace ndpool::testing {

inline constexpr std::int64_t case_features = 3;
inline constexpr std::int64_t case_channels = 4;

/// Every kind, with and without bias, and with the options that change its formula.
inline std::vector<LayerOptions> all_layer_options() {
    const LayerOptions plain{.edge_hidden = 3, .annotation_width = 3, .relations = 4};
    std::vector<LayerOptions> all;
    const auto add = [&](LayerKind kind, const auto& change) {
        all.push_back(plain);
        all.back().kind = kind;
        change(all.back());
    };
    for (const char* name : {"mp", "gcn", "chebyshev", "sage", "gin", "gat", "arma", "edge-conditioned", "relational", "dense"}) {
        add(layer_kind_named(name), [](LayerOptions&) {});
        add(layer_kind_named(name), [](LayerOptions& options) { options.bias = true; });
    }
    add(LayerKind::chebyshev, [](LayerOptions& options) { options.chebyshev_terms = 1; });
    add(LayerKind::chebyshev, [](LayerOptions& options) { options.chebyshev_terms = 2; });
    add(LayerKind::chebyshev, [](LayerOptions& options) { options.chebyshev_terms = 5; });
    add(LayerKind::sage, [](LayerOptions& options) { options.sage_normalise = true; });
    add(LayerKind::attention, [](LayerOptions& options) { options.attention_heads = 3; });
    add(LayerKind::attention, [](LayerOptions& options) { options.attention_heads = 1; });
    add(LayerKind::arma, [](LayerOptions& options) { options.arma_stacks = options.arma_depth = 1; });
    add(LayerKind::arma, [](LayerOptions& options) { options.arma_stacks = options.arma_depth = 3; });
    add(LayerKind::relational, [](LayerOptions& options) { options.relation_bases = 2; });
    return all;
}

inline SampleOptions samples_for(LayerKind kind, bool prune) {
    return {.propagation = propagation_of(kind),
            .prune = prune,
            .several_hops = takes_several_hops(kind),
            .keep_adjacency = true,
            .annotate_edges = reads_annotations(kind)};
}

/// Random graphs with two attributes and one of three relations for each stored entry.
inline Batch batch_for(LayerKind kind, bool prune, std::size_t graphs, NodeId most_nodes, std::uint64_t seed) {
    NdpOptions ndp;
    ndp.levels = {1, 2};
    Random random{Seed(seed).child("numbers")};
    std::vector<Sample> samples;
    for (std::size_t g = 0; g < graphs; ++g) {
        const Graph graph = random_graph(Seed(seed).child("graph", g), {.most_nodes = most_nodes, .weight_magnitudes = 0.5});
        std::vector<float> features(graph.node_count() * case_features);
        std::generate(features.begin(), features.end(), [&] { return static_cast<float>(random.uniform(-1, 1)); });
        std::vector<double> attributes(2 * graph.entry_count());
        std::generate(attributes.begin(), attributes.end(), [&] { return random.uniform(-1, 1); });
        std::vector<std::int32_t> relations(graph.entry_count());
        std::generate(relations.begin(), relations.end(), [&] { return static_cast<std::int32_t>(random.below(3)); });
        samples.push_back(make_sample(ndp_pyramid(graph, ndp, Seed(seed)), without_zeros(case_features, features), 0,
                                      samples_for(kind, prune), {2, attributes, relations, 3}));
    }
    std::vector<std::int32_t> numbers(graphs);
    std::iota(numbers.begin(), numbers.end(), 0);
    return make_batch(samples, numbers);
}

inline Stage stage_of(const Batch& batch) {
    Stage stage;
    stage.last = &batch.levels[0].last;
    stage.inner = &batch.levels[0].inner;
    stage.graph_offsets = &batch.graph_offsets[0];
    return stage;
}

/// A layer with random parameters, biases too.
struct LayerCase {
    explicit LayerCase(const LayerOptions& options, std::int64_t features = case_features, std::int64_t channels = case_channels)
        : layer(make_layer(options, features, channels, plan, "layer")),
          parameters(make_parameters(plan, Seed(1), torch::kFloat64)) {
        parameters.values.copy_(random_leaf(1, plan.size(), 3).detach().view({-1}));
    }

    [[nodiscard]] torch::Tensor operator()(const torch::Tensor& x, const Stage& stage) const {
        return layer->forward(parameters, x, {}, stage);
    }

    ParameterPlan plan;
    std::unique_ptr<Layer> layer;
    Parameters parameters;
};

inline std::string text_of(const LayerOptions& options) {
    return std::string(name_of(options.kind)) + (options.bias ? " with bias" : "");
}

/// The largest difference, relative to the largest number if that is above one.
inline double difference(const torch::Tensor& found, const torch::Tensor& expected) {
    if (expected.numel() == 0) {
        return found.numel() == 0 ? 0 : 1;
    }
    return (found - expected).abs().max().item<double>() / std::max(1.0, expected.abs().max().item<double>());
}

}  // namespace ndpool::testing
