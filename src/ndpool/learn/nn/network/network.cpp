#include "ndpool/learn/nn/network/network.hpp"

#include <fmt/format.h>

#include <utility>

#include "ndpool/learn/nn/layers/sparse_functions.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

Stage stage_of_level(const Batch& batch, std::size_t level) {
    Stage stage;
    stage.last = &batch.levels[level].last;
    stage.inner = &batch.levels[level].inner;
    stage.adjacency = level == 0 ? &batch.adjacency : nullptr;
    stage.graph_offsets = &batch.graph_offsets[level];
    return stage;
}

/// Brings the rows that a layer computed to the nodes of the next level of a pyramid.
Tensor pool_rows(const LevelOperators& maps, const Tensor& x, Reduce reduce) {
    if (maps.pool.rows == 0) {
        return x;  // the rows that were computed are those of the next level
    }
    return reduce == Reduce::max ? sparse_max(maps.pool, x) : sparse_product(maps.pool, maps.pool_transposed, x);
}

Tensor read_out_stage(const Tensor& x, const Stage& stage, Readout how) {
    if (!stage.is_dense()) {
        return read_out(x, *stage.graph_offsets, how);
    }
    if (how == Readout::max) {
        return std::get<0>(x.max(1));
    }
    return how == Readout::sum ? x.sum(1) : x.mean(1);
}

}  // namespace

Network::Network(const NetworkOptions& options, std::int64_t features, std::int64_t classes) : options_(options) {
    std::int64_t width = features;
    for (std::size_t i = 0; i < options.channels.size(); ++i) {
        layers_.push_back(make_layer(options.layer, width, options.channels[i], plan_, fmt::format("layer_{}", i)));
        const std::int64_t before = std::exchange(width, options.channels[i]);
        if (i + 1 < options.channels.size()) {
            poolers_.push_back(make_pooler(options.pool, options.layer, {i, before, width}, plan_, fmt::format("pool_{}", i)));
        }
    }
    head_ = plan_.add_matrix("head", width, classes, width, classes, 1);
}

PreparedBatch Network::prepare(const Batch& batch, torch::Dtype type) const {
    PreparedBatch prepared{&batch, {}, {}, {}};
    prepared.features = torch::tensor(with_zeros(batch.features)).view({batch.node_count(), batch.features.columns}).to(type);
    prepared.labels = torch::tensor(batch.labels).to(torch::kInt64);
    prepared.prepared = layers_.front()->prepare(prepared.features, stage_of_level(batch, 0));
    return prepared;
}

NetworkOutput Network::forward(const Parameters& parameters, const PreparedBatch& input) const {
    const Batch& batch = *input.batch;
    NetworkOutput output;
    Tensor x = input.features;
    Stage stage = stage_of_level(batch, 0);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const Tensor before = x;
        x = layers_[i]->forward(parameters, before, i == 0 ? input.prepared : Tensor(), stage);
        if (i + 1 == layers_.size() || options_.pool.kind == PoolKind::none) {
            continue;
        }
        if (options_.pool.kind == PoolKind::precomputed) {
            x = pool_rows(batch.levels[i], x, options_.pool.reduce);
            stage = stage_of_level(batch, i + 1);
            continue;
        }
        Pooled pooled = poolers_[i]->forward(parameters, before, x, stage);
        x = pooled.x;
        stage = std::move(pooled.stage);
        if (pooled.loss.defined()) {
            output.loss = output.loss.defined() ? output.loss + pooled.loss : pooled.loss;
        }
    }
    const Tensor graphs = read_out_stage(x, stage, options_.readout);
    const Tensor& head = parameters[head_];
    const std::int64_t width = graphs.size(1);
    output.logits = torch::addmm(head[width], graphs, head.narrow(0, 0, width));
    return output;
}

SampleOptions sample_options(const NetworkOptions& options) {
    return {.propagation = propagation_of(options.layer.kind),
            .reduce = options.pool.reduce,
            .prune = options.pool.kind == PoolKind::precomputed,
            .several_hops = takes_several_hops(options.layer.kind),
            .keep_adjacency = is_trainable(options.pool.kind),
            .annotate_edges = reads_annotations(options.layer.kind)};
}

}  // namespace ndpool
