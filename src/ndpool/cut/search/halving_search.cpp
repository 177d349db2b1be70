#include "ndpool/cut/search/halving_search.hpp"

#include <algorithm>
#include <bit>

#include "ndpool/base/stop.hpp"
#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/search/annealing.hpp"
#include "ndpool/cut/search/combine_cuts.hpp"
#include "ndpool/cut/search/tabu_search.hpp"

namespace ndpool {

namespace {

// These come from trials with the Gset graphs of 2000 to 7000 nodes; results/gset.txt has the cuts found with them.
constexpr std::size_t most_starts = 64;
constexpr std::size_t least_starts = 4;
constexpr double part_for_starts = 0.4;        // of all steps; the rest is divided equally among the rounds
constexpr double sweeps_of_good_start = 4000;  // with fewer sweeps fewer starts are better
constexpr double coldest_reheating = 0.14;     // below, hardly anything moves
constexpr double hottest_reheating = 0.20;     // above, the cut is forgotten
constexpr double coldest = 0.05;

/// Larger graphs need longer reheatings until all their regions are at their best together.
double sweeps_per_reheating(const CutProblem& problem) {
    return std::clamp(1.5 * problem.node_count(), 3000.0, 10000.0);
}

struct Competitor {
    Sides sides;
    double weight = 0;
};

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
        std::vector<Competitor> field;
        for (std::size_t i = 0; i < plan_.starts && !budget_.is_spent(); ++i) {
            stop_if_requested();
            Sides sides = random_sides(problem_.node_count(), seed_.child("start", ++starts_));
            annealing_.run(sides, {.to = coldest, .sweeps = plan_.start_sweeps}, budget_);
            field.push_back(weighed(std::move(sides)));
            note(field.back());
        }
        while (field.size() > 1 && !budget_.is_spent()) {
            std::stable_sort(field.begin(), field.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
            field.resize((field.size() + 1) / 2);
            for (Competitor& competitor : field) {
                work_on(competitor, plan_.round_sweeps / field.size());
            }
        }
        if (!budget_.is_spent()) {
            note(polished(field.front().sides));
            // Where the steps were quicker than planned.
            work_on(field.front(), plan_.round_sweeps);
        }
    }

    void work_on(Competitor& competitor, std::uint64_t sweeps) {
        const auto reheatings = std::max<std::uint64_t>(
            1, static_cast<std::uint64_t>(static_cast<double>(sweeps) / sweeps_per_reheating(problem_) + 0.5));
        for (std::uint64_t i = 0; i < reheatings && !budget_.is_spent(); ++i) {
            stop_if_requested();
            Sides other = competitor.sides;
            const AnnealingSchedule schedule{.from = random_.uniform(coldest_reheating, hottest_reheating),
                                             .to = coldest,
                                             .sweeps = std::max<std::uint64_t>(1, sweeps / reheatings)};
            annealing_.run(other, schedule, budget_);
            take_regions_not_worse(problem_, competitor.sides, other);
        }
        competitor.weight = cut_weight(problem_, competitor.sides);
        note(competitor);
    }

    const CutProblem& problem_;
    HalvingPlan plan_;
    Seed seed_;
    Random random_;
    Annealing annealing_;
    TabuSearch tabu_;
    SearchBudget& budget_;
    Competitor best_;
    std::uint64_t starts_ = 0;
};

}  // namespace

std::optional<HalvingPlan> halving_plan(const CutProblem& problem, double steps) {
    const auto nodes = static_cast<double>(problem.node_count());
    const double sweeps = steps / nodes;
    const double for_starts = part_for_starts * sweeps;
    if (for_starts < sweeps_of_good_start * static_cast<double>(least_starts)) {
        return std::nullopt;
    }
    HalvingPlan plan;
    const double wanted = std::min(static_cast<double>(most_starts), for_starts / sweeps_of_good_start);
    plan.starts = std::bit_floor(static_cast<std::size_t>(wanted));
    const auto rounds = static_cast<double>(std::bit_width(plan.starts) - 1);
    plan.start_sweeps = static_cast<std::uint64_t>(for_starts / static_cast<double>(plan.starts));
    plan.round_sweeps = static_cast<std::uint64_t>((sweeps - for_starts) / rounds);
    plan.tabu_steps = static_cast<std::uint64_t>(std::min(std::clamp(2e8 / nodes, 5e4, 2e5), 1 + steps / 20));
    return plan;
}

Sides halving_search(const CutProblem& problem, Sides start, const HalvingPlan& plan, Seed seed, SearchBudget& budget) {
    return HalvingSearch(problem, plan, seed, budget).run(std::move(start));
}

}  // namespace ndpool
