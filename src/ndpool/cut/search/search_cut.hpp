#pragma once

#include "ndpool/cut/cut_options.hpp"
#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// Methods that search for a large cut without an eigenvector; they accept weights of either sign.
enum class SearchMethod : std::uint8_t { sdp, power, tabu };

/// The sides that a method finds, in the input's order; the first node is kept.
[[nodiscard]] Sides search_sides(const CutProblem& problem, SearchMethod method, const SearchOptions& options, Seed seed,
                                 const Parallel& parallel = {});

/// A cut improved by flips and Fiduccia-Mattheyses passes, in the input's order; the first node is kept. Never worse than
/// `sides`.
[[nodiscard]] Sides refined_sides(const CutProblem& problem, std::span<const Side> sides);

}  // namespace ndpool
