#include "ndpool/learn/nn/network/network.hpp"

#include <fmt/format.h>

#include <utility>

#include "ndpool/learn/nn/kernels/batch_norm.hpp"
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
    Tensor joined =
        joining_part(reduce) == Reduce::max ? sparse_max(maps.pool, x) : sparse_product(maps.pool, maps.pool_transposed, x);
    if (!takes_beside(reduce)) {
        return joined;
    }
    return torch::cat({x.index_select(0, torch::tensor(maps.taken).to(torch::kInt64)), joined}, 1);
}

/// Nodes, or clusters of all graphs, as rows.
Tensor normalised(const Tensor& x, const BatchNormSlots& at, const Parameters& parameters, bool training) {
    const Tensor rows = x.flatten(0, -2);
    const auto numbers_at = [&](std::size_t slot) { return parameters[slot].view(-1); };
    // What training moves must not be seen by the differentiation.
    return torch::batch_norm(rows, numbers_at(at.scale), numbers_at(at.shift), numbers_at(at.mean).detach(),
                             numbers_at(at.variance).detach(), training && rows.size(0) >= batch_norm_least_rows,
                             batch_norm_momentum, batch_norm_epsilon, false)
        .view_as(x);
}

Tensor with_dropout(const Tensor& x, double share, Random& random) {
    std::vector<float> factors(static_cast<std::size_t>(x.numel()));
    draw_dropout(random, share, factors);
    return x * torch::tensor(factors).view_as(x).to(x.scalar_type());
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
    std::int64_t read_out = 0;  // columns of all readouts
    for (std::size_t i = 0; i < options.channels.size(); ++i) {
        layers_.push_back(make_layer(options.layer, width, options.channels[i], plan_, fmt::format("layer_{}", i)));
        if (options.normalise == Normalisation::batch) {
            const auto row = [&](std::string_view what, double value) {
                return plan_.add_constant(fmt::format("layer_{}_{}", i, what), options.channels[i], value);
            };
            const std::size_t scale = row("scale", 1);
            const std::size_t shift = row("shift", 0);
            const std::size_t mean = row("mean", 0);
            norms_.push_back({scale, shift, mean, row("variance", 1)});
        }
        const std::int64_t before = std::exchange(width, options.channels[i]);
        if (i + 1 < options.channels.size()) {
            poolers_.push_back(make_pooler(options.pool, options.layer, {i, before, width}, plan_, fmt::format("pool_{}", i)));
        }
        width = pooled_width(options, i);
        read_out += options.jump ? width : 0;
    }
    width = options.jump ? read_out : width;
    for (std::size_t i = 0; i < options.head.size(); ++i) {
        head_.push_back(plan_.add_matrix(fmt::format("head_hidden_{}", i), width, options.head[i], width, options.head[i], 1));
        width = options.head[i];
    }
    head_.push_back(plan_.add_matrix("head", width, classes, width, classes, 1));
}

PreparedBatch Network::prepare(const Batch& batch, torch::Dtype type) const {
    PreparedBatch prepared{&batch, {}, {}, {}};
    prepared.features = torch::tensor(with_zeros(batch.features)).view({batch.node_count(), batch.features.columns}).to(type);
    prepared.labels = torch::tensor(batch.labels).to(torch::kInt64);
    prepared.prepared = layers_.front()->prepare(prepared.features, stage_of_level(batch, 0));
    return prepared;
}

NetworkOutput Network::forward(const Parameters& parameters, const PreparedBatch& input, std::optional<Seed> training) const {
    const Batch& batch = *input.batch;
    NetworkOutput output;
    std::vector<Tensor> readouts;
    Tensor x = input.features;
    Stage stage = stage_of_level(batch, 0);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const Tensor before = x;
        x = layers_[i]->forward(parameters, before, i == 0 ? input.prepared : Tensor(), stage);
        if (options_.normalise == Normalisation::batch) {
            x = normalised(x, norms_[i], parameters, training.has_value());
        }
        const bool is_last = i + 1 == layers_.size();
        if (!is_last && options_.pool.kind == PoolKind::precomputed) {
            x = pool_rows(batch.levels[i], x, options_.pool.reduce);
            stage = stage_of_level(batch, i + 1);
        } else if (!is_last && options_.pool.kind != PoolKind::none) {
            Pooled pooled = poolers_[i]->forward(parameters, before, x, stage);
            x = pooled.x;
            stage = std::move(pooled.stage);
            if (pooled.loss.defined()) {
                output.loss = output.loss.defined() ? output.loss + pooled.loss : pooled.loss;
            }
        }
        if (options_.jump || is_last) {
            readouts.push_back(read_out_stage(x, stage, options_.readout));
        }
    }
    output.logits = classify(parameters, torch::cat(readouts, 1), training);
    return output;
}

Tensor Network::classify(const Parameters& parameters, Tensor x, std::optional<Seed> training) const {
    Random random(training.value_or(Seed(0)));
    for (std::size_t i = 0; i < head_.size(); ++i) {
        if (training && options_.dropout > 0 && (i > 0 || head_.size() == 1)) {
            x = with_dropout(x, options_.dropout, random);
        }
        const Tensor& weights = parameters[head_[i]];
        const std::int64_t width = x.size(1);
        x = torch::addmm(weights[width], x, weights.narrow(0, 0, width));
        x = i + 1 < head_.size() ? torch::relu(x) : x;
    }
    return x;
}

std::int64_t pooled_width(const NetworkOptions& options, std::size_t layer) {
    const bool is_pooled = options.pool.kind == PoolKind::precomputed && layer + 1 < options.channels.size();
    return options.channels[layer] * (is_pooled && takes_beside(options.pool.reduce) ? 2 : 1);
}

void draw_dropout(Random& random, double share, std::span<float> factors) {
    const auto kept = static_cast<float>(1 / (1 - share));
    for (float& factor : factors) {
        factor = random.uniform(0, 1) < share ? 0.0F : kept;
    }
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
