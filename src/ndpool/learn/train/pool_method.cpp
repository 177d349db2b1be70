#include "ndpool/learn/train/pool_method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ndpool/base/error.hpp"

namespace ndpool {

const std::vector<PoolMethodParts>& pool_methods() {
    static const std::vector<PoolMethodParts> methods = {
        {PoolMethod::ndp, "ndp", "Node Decimation Pooling, the paper's method", PoolKind::precomputed},
        {PoolMethod::graclus, "graclus", "greedy matching, with fake nodes as in the paper", PoolKind::precomputed, Reduce::max},
        {PoolMethod::graclus_without_fakes, "graclus-plain", "greedy matching without fake nodes", PoolKind::precomputed,
         Reduce::max},
        {PoolMethod::nmf, "nmf", "clusters by non-negative matrix factorisation", PoolKind::precomputed, Reduce::sum},
        {PoolMethod::kmis, "kmis", "clusters around the nodes of a maximal independent set", PoolKind::precomputed, Reduce::sum},
        {PoolMethod::kmis_kron, "kmis-kron", "keeps a maximal independent set, joined by Kron reduction", PoolKind::precomputed},
        {PoolMethod::topk, "topk", "keeps the nodes that a learned projection scores highest", PoolKind::topk},
        {PoolMethod::sagpool, "sagpool", "keeps the nodes that a learned layer scores highest", PoolKind::sagpool},
        {PoolMethod::diffpool, "diffpool", "soft clusters that a trained layer assigns", PoolKind::diffpool},
        {PoolMethod::mincut, "mincut", "soft clusters, trained to have few edges between them", PoolKind::mincut},
        {PoolMethod::edgepool, "edgepool", "contracts the edges that learned scores choose", PoolKind::edgepool},
        {PoolMethod::maxcut, "maxcut", "keeps nodes by learned scores that cut many edges", PoolKind::maxcut},
        {PoolMethod::flat, "flat", "layers without pools", PoolKind::none},
        {PoolMethod::dense, "dense", "dense layers on the features alone, no graph", PoolKind::none, Reduce::take, true},
    };
    return methods;
}

const PoolMethodParts& parts_of(PoolMethod method) {
    return *std::find_if(pool_methods().begin(), pool_methods().end(),
                         [&](const PoolMethodParts& parts) { return parts.method == method; });
}

const PoolMethodParts& pool_method_named(std::string_view word) {
    std::vector<std::string_view> words;
    for (const PoolMethodParts& parts : pool_methods()) {
        if (parts.word == word) {
            return parts;
        }
        words.push_back(parts.word);
    }
    throw InvalidInput(fmt::format("there is no pool {}, expected one of {}", word, fmt::join(words, ", ")));
}

}  // namespace ndpool
