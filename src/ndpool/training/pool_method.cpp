#include "ndpool/training/pool_method.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"

namespace ndpool {

const std::vector<PoolMethodParts>& pool_methods() {
    static const std::vector<PoolMethodParts> methods = {
        {PoolMethod::ndp, "ndp", "Node Decimation Pooling, the paper's method", PoolKind::precomputed, Reduce::take},
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
