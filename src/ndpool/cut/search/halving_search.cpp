#include "ndpool/cut/search/halving_search.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/search/annealing_group.hpp"
#include "ndpool/cut/search/combine_cuts.hpp"
#include "ndpool/cut/search/local_search.hpp"
#include "ndpool/cut/search/tabu_search.hpp"

namespace ndpool {

namespace {

// These come from trials with the Gset graphs of 2000 to 7000 nodes; results/gset.txt has the cuts found with them.
constexpr std::uint64_t most_groups = 4;
constexpr std::size_t largest_field = 16;
static_assert(largest_field == std::size_t{1} << (halving_rounds - 1));
constexpr double part_for_starts = 0.4;        // of all steps; the rest is divided equally among the rounds
constexpr double sweeps_of_good_start = 4000;  // with fewer, the pool search of tabu_cut.cpp is better
constexpr int short_starts = 8;                // by what the first group has fewer sweeps
constexpr double sweeps_enough = 34000;        // for a start; with more, more starts are better
constexpr double sweeps_per_reheating = 4000;
constexpr double coldest_reheating = 0.13;  // below, hardly anything moves
constexpr double hottest_reheating = 0.25;  // above, the cut is forgotten
constexpr double coldest = 0.05;

struct Competitor {
    Sides sides;
    double weight = 0;
};

template <typename Number>
class HalvingSearch {
public:
    HalvingSearch(const CutProblem& problem, const HalvingPlan& plan, Seed seed, SearchBudget& budget)
        : problem_(problem),
          plan_(plan),
          seed_(seed),
          random_(seed.child("halving")),
          annealing_(problem, seed.child("annealing")),
          tabu_(problem, seed.child("tabu")),
          budget_(budget) {}

    Sides run(Sides start) {
        best_ = weighed(std::move(start));
        note(polished(best_.sides));
        while (!budget_.is_spent()) {
            contest();
        }
        return std::move(best_.sides);
    }

private:
    [[nodiscard]] Competitor weighed(Sides sides) const {
        const double weight = cut_weight(problem_, sides);
        return {std::move(sides), weight};
    }

    void note(const Competitor& found) {
        if (found.weight > best_.weight) {
            best_ = found;
        }
    }

    Competitor polished(Sides sides) { return weighed(tabu_.run(std::move(sides), plan_.tabu_steps, budget_)); }

    void contest() {
        std::vector<Competitor> field = annealed_starts();
        keep_best(field, largest_field);
        while (!budget_.is_spent()) {
            work_on(field);
            keep_best(field, field.size() / 2);
            if (field.empty()) {
                break;
            }
        }
        if (!budget_.is_spent()) {
            note(polished(best_.sides));
        }
    }

    static void keep_best(std::vector<Competitor>& field, std::size_t count) {
        std::stable_sort(field.begin(), field.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
        field.resize(std::min(field.size(), count));
    }

    std::vector<Competitor> annealed_starts() {
        std::vector<Competitor> field;
        for (std::uint64_t group = 0; group <= plan_.groups && (field.empty() || !budget_.is_spent()); ++group) {
            // A short one first, for machines on which the clock ends the others.
            const std::uint64_t sweeps = group == 0 ? plan_.start_sweeps / short_starts : plan_.start_sweeps;
            std::vector<Sides> starts;
            for (std::size_t lane = 0; lane < AnnealingGroup<Number>::lanes; ++lane) {
                starts.push_back(random_sides(problem_.node_count(), seed_.child("start", ++starts_)));
            }
            for (Sides& sides : annealing_.run(starts, {.to = coldest, .sweeps = std::max<std::uint64_t>(1, sweeps)}, budget_)) {
                field.push_back(weighed(std::move(sides)));
                note(field.back());
            }
        }
        return field;
    }

    /// The lanes are shared among the cuts of the field.
    void work_on(std::vector<Competitor>& field) {
        const auto sweeps = static_cast<double>(plan_.round_sweeps);
        const auto reheatings =
            std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(sweeps / sweeps_per_reheating)));
        for (std::uint64_t i = 0; i < reheatings && !budget_.is_spent(); ++i) {
            std::vector<Sides> before;
            before.reserve(field.size());
            for (const Competitor& competitor : field) {
                before.push_back(competitor.sides);
            }
            const AnnealingSchedule schedule{.from = random_.uniform(coldest_reheating, hottest_reheating),
                                             .to = coldest,
                                             .sweeps = std::max<std::uint64_t>(1, plan_.round_sweeps / reheatings)};
            const std::vector<Sides> after = annealing_.run(before, schedule, budget_);
            for (std::size_t lane = 0; lane < after.size(); ++lane) {
                const std::size_t place = lane % field.size();
                take_changes_not_worse(problem_, field[place].sides, before[place], after[lane]);
            }
            for (Competitor& competitor : field) {
                local_search(problem_, competitor.sides);
                competitor.weight = cut_weight(problem_, competitor.sides);
                note(competitor);
            }
        }
    }

    const CutProblem& problem_;
    HalvingPlan plan_;
    Seed seed_;
    Random random_;
    AnnealingGroup<Number> annealing_;
    TabuSearch tabu_;
    SearchBudget& budget_;
    Competitor best_;
    std::uint64_t starts_ = 0;
};

std::size_t lanes_for(const CutProblem& problem) {
    return AnnealingGroup<std::int16_t>::suits(problem) ? AnnealingGroup<std::int16_t>::lanes : AnnealingGroup<float>::lanes;
}

}  // namespace

std::optional<HalvingPlan> halving_plan(const CutProblem& problem, double steps) {
    const auto nodes = static_cast<double>(problem.node_count());
    const double sweeps = steps / (static_cast<double>(lanes_for(problem)) * nodes);
    const double for_starts = part_for_starts * sweeps;
    if (for_starts < sweeps_of_good_start) {
        return std::nullopt;
    }
    HalvingPlan plan;
    plan.groups = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(for_starts / sweeps_enough), 1, most_groups);
    plan.start_sweeps = static_cast<std::uint64_t>(for_starts / (static_cast<double>(plan.groups) + 1.0 / short_starts));
    plan.round_sweeps = static_cast<std::uint64_t>((sweeps - for_starts) / halving_rounds);
    plan.tabu_steps = static_cast<std::uint64_t>(std::min(std::clamp(2e8 / nodes, 5e4, 2e5), 1 + steps / 20));
    return plan;
}

double halving_steps(const CutProblem& problem, double seconds) {
    // Of an EPYC with AVX-512 in Gset's G63, of 12 neighbours per node, and in the first graphs of Gset, of 48.
    constexpr double steps_per_second_and_lane = 7e7;
    const auto neighbors = static_cast<double>(problem.entry_count()) / std::max<double>(1, problem.node_count());
    const double slower = std::max(1.0, (6 + neighbors) / 18);
    return steps_per_second_and_lane / slower * static_cast<double>(lanes_for(problem)) * seconds;
}

Sides halving_search(const CutProblem& problem, Sides start, const HalvingPlan& plan, Seed seed, SearchBudget& budget) {
    if (AnnealingGroup<std::int16_t>::suits(problem)) {
        return HalvingSearch<std::int16_t>(problem, plan, seed, budget).run(std::move(start));
    }
    return HalvingSearch<float>(problem, plan, seed, budget).run(std::move(start));
}

}  // namespace ndpool
