#include "ndpool/cut/search/search_cut.hpp"

#include "ndpool/cut/regions/low_degree_reduction.hpp"
#include "ndpool/cut/sdp/sdp_cut.hpp"
#include "ndpool/cut/search/combine_cuts.hpp"
#include "ndpool/cut/search/fiduccia_mattheyses.hpp"
#include "ndpool/cut/search/tabu_cut.hpp"
#include "ndpool/cut/spectral/power_cut.hpp"

namespace ndpool {

namespace {

Sides with_first_kept(Sides sides) {
    if (!sides.empty() && sides.front() < 0) {
        for (Side& side : sides) {
            side = static_cast<Side>(-side);
        }
    }
    return sides;
}

Sides sides_found(const CutProblem& problem, SearchMethod method, const SearchOptions& options, Seed seed,
                  const Parallel& parallel) {
    if (problem.entry_count() == 0) {
        return Sides(static_cast<std::size_t>(problem.node_count()), 1);
    }
    if (method == SearchMethod::power) {
        return power_sides(problem, options.power, seed.child("power"), parallel);
    }
    if (method == SearchMethod::sdp) {
        return sdp_sides(problem, options.sdp, seed.child("sdp"), parallel);
    }
    std::vector<Sides> starts = sdp_roundings(problem, options.sdp, seed.child("sdp"), parallel);
    starts.push_back(combined_cut(problem, starts));
    refine_by_passes(problem, starts.back());
    return tabu_sides(problem, std::move(starts), options.tabu, seed.child("tabu"));
}

}  // namespace

Sides search_sides(const CutProblem& problem, SearchMethod method, const SearchOptions& options, Seed seed,
                   const Parallel& parallel) {
    const bool reduces = method != SearchMethod::power && problem.node_count() <= options.reduce_up_to;
    const auto reduced = reduces ? without_low_degrees(problem, parallel) : std::nullopt;
    if (!reduced) {
        return with_first_kept(problem.in_input_order(sides_found(problem, method, options, seed, parallel)));
    }
    const CutProblem& rest = reduced->rest();
    Sides sides = reduced->extended(rest.in_input_order(sides_found(rest, method, options, seed, parallel)));
    // Regains what rounding the weights of the rest has cost.
    refine_by_passes(problem, sides);
    return with_first_kept(problem.in_input_order(sides));
}

Sides refined_sides(const CutProblem& problem, std::span<const Side> sides) {
    Sides refined = problem.from_input_order(sides);
    refine_by_passes(problem, refined);
    return with_first_kept(problem.in_input_order(refined));
}

}  // namespace ndpool
