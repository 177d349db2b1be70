#pragma once

#include "ndpool/cut/power_cut.hpp"
#include "ndpool/cut/sdp_cut.hpp"
#include "ndpool/cut/tabu_cut.hpp"

namespace ndpool {

/// The methods that search for a large cut and need no eigenvector; they take weights of either sign.
enum class SearchMethod : std::uint8_t { sdp, power, tabu };

struct SearchOptions {
    SdpCutOptions sdp = {};
    PowerCutOptions power = {};
    TabuCutOptions tabu = {};
    NodeId reduce_up_to = 2000000;  ///< in larger graphs nodes of low degree stay: taking them out needs memory and one thread
};

/// The sides that a method finds, in the input's order; the first node is kept.
[[nodiscard]] Sides search_sides(const CutProblem& problem, SearchMethod method, const SearchOptions& options, Seed seed,
                                 const Parallel& parallel = {});

/// A cut improved by flips and Fiduccia-Mattheyses passes, in the input's order; the first node is kept. Never worse than
/// `sides`.
[[nodiscard]] Sides refined_sides(const CutProblem& problem, std::span<const Side> sides);

}  // namespace ndpool
