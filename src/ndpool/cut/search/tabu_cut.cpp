#include "ndpool/cut/search/tabu_cut.hpp"

#include <algorithm>
#include <optional>

#include "ndpool/base/stop.hpp"
#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/regions/low_degree_reduction.hpp"
#include "ndpool/cut/regions/region_cover.hpp"
#include "ndpool/cut/search/annealing.hpp"
#include "ndpool/cut/search/combine_cuts.hpp"
#include "ndpool/cut/search/contract_cuts.hpp"
#include "ndpool/cut/search/halving_search.hpp"
#include "ndpool/cut/search/local_search.hpp"
#include "ndpool/cut/search/tabu_search.hpp"

namespace ndpool {

namespace {

/// Where nodes have few neighbours, combining many quickly found cuts works best; elsewhere fewer cuts, searched longer.
struct Plan {
    std::size_t pool_size = 6;
    AnnealingSchedule schedule = {};
    std::uint64_t tabu_steps = 0;
    bool from_random = true;  ///< whether an annealing may forget where it started
};

/// Depends on the problem and the budget alone, so that the clock decides nothing but the number of steps. results/gset.txt has
/// the cuts of tabu with these values.
Plan plan_for(const CutProblem& problem, const TabuCutOptions& options) {
    constexpr double steps_per_second = 1.5e8;
    constexpr double sweeps_that_order = 200;  // with fewer, an annealing from a hot start loses more than it finds
    const bool is_sparse = suits_regions(problem);
    const auto nodes = static_cast<double>(problem.node_count());
    const double steps = options.steps > 0 ? static_cast<double>(options.steps) : steps_per_second * options.seconds;
    Plan plan;
    plan.pool_size = is_sparse ? 8 : 6;
    const double sweeps = steps / (2.5 * static_cast<double>(plan.pool_size) * nodes);
    const double most_sweeps = is_sparse ? 500 : std::max(5000.0, 2.5 * nodes);
    plan.schedule.sweeps = static_cast<std::uint64_t>(std::clamp(sweeps, 5.0, most_sweeps));
    plan.from_random = sweeps >= sweeps_that_order;
    plan.schedule.from = plan.from_random ? plan.schedule.from : 0.2;
    const double tabu_steps = is_sparse ? 2 * nodes : std::clamp(2e8 / nodes, 5e4, 2e5);
    plan.tabu_steps = static_cast<std::uint64_t>(std::min(tabu_steps, 1 + steps / 20));
    return plan;
}

struct Member {
    Sides sides;
    double weight = 0;
};

bool is_same_cut(const Sides& first, const Sides& second) {
    const int mirror = first.front() * second.front();
    return std::equal(first.begin(), first.end(), second.begin(), [&](Side a, Side b) { return a == mirror * b; });
}

class PoolSearch {
public:
    PoolSearch(const CutProblem& problem, const TabuCutOptions& options, Seed seed)
        : problem_(problem),
          budget_(options.seconds, options.steps),
          plan_(plan_for(problem, options)),
          seed_(seed),
          random_(seed.child("pool")),
          annealing_(problem, seed.child("annealing")),
          tabu_(problem, seed.child("tabu")) {
        if (suits_regions(problem)) {
            cover_.emplace(problem);
        }
    }

    Sides run(std::vector<Sides> starts) {
        for (const Sides& start : starts) {
            (void)member_of(start);
        }
        (void)polished(best_.sides);
        for (std::size_t i = 0; i < plan_.pool_size; ++i) {
            pool_.push_back(annealed(starts[i % starts.size()]));
        }
        while (!budget_.is_spent()) {
            stop_if_requested();
            if (failures_ > plan_.pool_size) {
                renew();
            }
            cross();
        }
        return best_.sides;
    }

private:
    Member member_of(Sides sides) {
        const double weight = cut_weight(problem_, sides);
        Member member{std::move(sides), weight};
        if (best_.sides.empty() || weight > best_.weight) {
            best_ = member;
        }
        return member;
    }

    Member polished(Sides sides) { return member_of(tabu_.run(std::move(sides), plan_.tabu_steps, budget_)); }

    Member annealed(Sides sides) {
        annealing_.run(sides, plan_.schedule, budget_);
        if (cover_) {
            cover_->improve(sides, random_, budget_);
        }
        return polished(std::move(sides));
    }

    /// Keeps the best cut and searches all others anew, with more sweeps.
    void renew() {
        plan_.schedule.sweeps += plan_.schedule.sweeps / 2;
        failures_ = 0;
        const auto best = std::max_element(pool_.begin(), pool_.end(), is_worse);
        std::swap(*best, pool_.front());
        if (best_.weight > pool_.front().weight) {
            pool_.front() = best_;
        }
        for (std::size_t i = 1; i < pool_.size() && !budget_.is_spent(); ++i) {
            stop_if_requested();
            Sides start = plan_.from_random ? random_sides(problem_.node_count(), seed_.child("renewal", ++renewals_))
                                            : std::move(pool_[i].sides);
            pool_[i] = annealed(std::move(start));
        }
    }

    /// Searches a cut in the problem that some cuts of the pool leave open. If it is new and not worse, it replaces the worst
    /// of these cuts.
    void cross() {
        shuffle(std::span(pool_), random_);
        const std::size_t half = plan_.pool_size / 2;
        const std::size_t count = half + random_.below(half + 1);
        const auto parents = std::span(pool_).first(count);
        std::sort(parents.begin(), parents.end(), [](const Member& a, const Member& b) { return a.weight > b.weight; });
        std::vector<const Sides*> cuts;
        for (const Member& parent : parents) {
            cuts.push_back(&parent.sides);
        }
        Sides child = contracted_search(cuts);
        for (const Sides* const cut : cuts) {
            take_better_regions(problem_, child, *cut);
        }
        local_search(problem_, child);
        Member found = polished(std::move(child));
        const auto is_this = [&](const Member& member) {
            return member.weight == found.weight && is_same_cut(member.sides, found.sides);
        };
        if (found.weight >= parents.back().weight && std::none_of(pool_.begin(), pool_.end(), is_this)) {
            parents.back() = std::move(found);
            failures_ = 0;
        } else {
            ++failures_;
        }
    }

    Sides contracted_search(std::span<const Sides* const> cuts) {
        const Seed seed = seed_.child("crossing", ++crossings_);
        const ContractedCuts contracted = contract_cuts(problem_, cuts);
        const auto reduced = without_low_degrees(contracted.problem);
        const CutProblem& rest = reduced ? reduced->rest() : contracted.problem;
        Sides sides(static_cast<std::size_t>(rest.node_count()), 1);  // the best of the cuts
        if (rest.entry_count() > 0) {
            Annealing(rest, seed).run(sides, plan_.schedule, budget_);
            if (suits_regions(rest)) {
                RegionCover(rest).improve(sides, random_, budget_);
            }
        }
        return contracted.extended(reduced ? reduced->extended(rest.in_input_order(sides)) : sides, *cuts.front());
    }

    static bool is_worse(const Member& a, const Member& b) { return a.weight < b.weight; }

    const CutProblem& problem_;
    SearchBudget budget_;
    Plan plan_;
    Seed seed_;
    Random random_;
    Annealing annealing_;
    TabuSearch tabu_;
    std::optional<RegionCover> cover_;
    std::vector<Member> pool_;
    Member best_;
    std::size_t failures_ = 0;  ///< crossings in a row that found nothing new
    std::uint64_t crossings_ = 0;
    std::uint64_t renewals_ = 0;
};

/// Cuts of grids differ in regions that combine well. In random graphs of which nodes of up to three neighbours are removed
/// (Gset's G55 to G61, 5.3 to 6.4 neighbours per node), they are connected already.
bool is_grid_like(const CutProblem& problem) {
    return problem.entry_count() <= EntryIndex{5} * problem.node_count();
}

}  // namespace

Sides tabu_sides(const CutProblem& problem, std::vector<Sides> starts, const TabuCutOptions& options, Seed seed) {
    const double steps = options.steps > 0 ? static_cast<double>(options.steps) : halving_steps(problem, options.seconds);
    if (const auto plan = is_grid_like(problem) ? std::nullopt : halving_plan(problem, steps)) {
        const auto best = std::max_element(starts.begin(), starts.end(), [&](const Sides& a, const Sides& b) {
            return cut_weight(problem, a) < cut_weight(problem, b);
        });
        SearchBudget budget(options.seconds, options.steps);
        return halving_search(problem, std::move(*best), *plan, seed, budget);
    }
    return PoolSearch(problem, options, seed).run(std::move(starts));
}

}  // namespace ndpool
