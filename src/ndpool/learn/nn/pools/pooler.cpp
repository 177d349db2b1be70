#include "ndpool/learn/nn/pools/pooler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/nn/pools/cluster_pools.hpp"
#include "ndpool/learn/nn/pools/edge_pool.hpp"
#include "ndpool/learn/nn/pools/max_cut_pool.hpp"
#include "ndpool/learn/nn/pools/selection_pools.hpp"

namespace ndpool {

namespace {

constexpr std::array<std::string_view, 8> words{"flat",     "precomputed", "topk",     "sagpool",
                                                "diffpool", "mincut",      "edgepool", "maxcut"};

}  // namespace

std::unique_ptr<Pooler> make_pooler(const PoolerOptions& options, const LayerOptions& layer, const PoolPlace& place,
                                    ParameterPlan& plan, std::string_view name) {
    const Propagation propagation = propagation_of(layer.kind);
    switch (options.kind) {
        case PoolKind::topk:
        case PoolKind::sagpool: return make_selection_pool(options, propagation, place, plan, name);
        case PoolKind::diffpool:
        case PoolKind::mincut: return make_cluster_pool(options, propagation, place, plan, name);
        case PoolKind::edgepool: return make_edge_pool(propagation, place, plan, name);
        case PoolKind::maxcut: return make_max_cut_pool(options, propagation, place, plan, name);
        case PoolKind::none:
        case PoolKind::precomputed: break;
    }
    return nullptr;
}

void check_poolable(const Stage& stage) {
    if (stage.is_dense()) {
        return;
    }
    if (stage.adjacency == nullptr || stage.adjacency->rows != stage.graph_offsets->back()) {
        throw InvalidInput("trainable pools need samples with the adjacency matrix");
    }
    if (!stage.last->is_whole()) {
        throw InvalidInput("trainable pools need samples without pruned rows");
    }
}

std::int64_t share_rounded_up(double share, double of) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(share * of - 1e-9)));
}

bool is_trainable(PoolKind kind) {
    return kind != PoolKind::none && kind != PoolKind::precomputed;
}

PoolKind pool_kind_named(std::string_view name) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == name) {
            return static_cast<PoolKind>(i);
        }
    }
    throw InvalidInput(fmt::format("unknown pool '{}', expected one of {}", name, fmt::join(words, ", ")));
}

std::string_view name_of(PoolKind kind) {
    return words[static_cast<std::size_t>(kind)];
}

}  // namespace ndpool
