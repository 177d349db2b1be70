#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ndpool/learn/nn/network/network_options.hpp"

namespace ndpool {

/// A column of the paper's table of graph classification, and some that it lacks.
enum class PoolMethod : std::uint8_t {
    ndp,
    graclus,
    graclus_without_fakes,
    nmf,
    kmis,
    kmis_kron,
    topk,
    sagpool,
    diffpool,
    mincut,
    edgepool,
    maxcut,
    flat,
    dense
};

/// What a method is made of.
struct PoolMethodParts {
    PoolMethod method;
    std::string_view word;     ///< on the command line
    std::string_view meaning;  ///< one line
    PoolKind kind;
    Reduce reduce = Reduce::take;  ///< of a pyramid's pools, unless asked otherwise
    bool without_graph = false;
};

[[nodiscard]] const std::vector<PoolMethodParts>& pool_methods();
[[nodiscard]] const PoolMethodParts& parts_of(PoolMethod method);
/// Throws InvalidInput with the words it knows.
[[nodiscard]] const PoolMethodParts& pool_method_named(std::string_view word);

}  // namespace ndpool
