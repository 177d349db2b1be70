#include "ndpool/cut/search_cut.hpp"

#include "ndpool/cut/combine_cuts.hpp"
#include "ndpool/cut/fiduccia_mattheyses.hpp"

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

}  // namespace

Sides search_sides(const CutProblem& problem, SearchMethod method, const SearchOptions& options, Seed seed,
                   const Parallel& parallel) {
    if (problem.entry_count() == 0) {
        return Sides(static_cast<std::size_t>(problem.node_count()), 1);
    }
    Sides sides;
    switch (method) {
        case SearchMethod::sdp: sides = sdp_sides(problem, options.sdp, seed.child("sdp"), parallel); break;
        case SearchMethod::power: sides = power_sides(problem, options.power, seed.child("power"), parallel); break;
        case SearchMethod::tabu: {
            std::vector<Sides> starts = sdp_roundings(problem, options.sdp, seed.child("sdp"), parallel);
            starts.push_back(combined_cut(problem, starts));
            refine_by_passes(problem, starts.back());
            sides = tabu_sides(problem, std::move(starts), options.tabu, seed.child("tabu"));
            break;
        }
    }
    return with_first_kept(problem.in_input_order(sides));
}

Sides refined_sides(const CutProblem& problem, std::span<const Side> sides) {
    Sides refined = problem.from_input_order(sides);
    refine_by_passes(problem, refined);
    return with_first_kept(problem.in_input_order(refined));
}

}  // namespace ndpool
