#include "ndpool/cut/tabu_cut.hpp"

#include <algorithm>
#include <chrono>

#include "ndpool/cut/combine_cuts.hpp"
#include "ndpool/cut/gain_buckets.hpp"
#include "ndpool/cut/one_flip.hpp"

namespace ndpool {

namespace {

using Clock = std::chrono::steady_clock;

/// What is left of the time or of the steps.
class Budget {
public:
    explicit Budget(const TabuCutOptions& options)
        : by_steps_(options.steps > 0),
          steps_(options.steps),
          end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds))) {}

    [[nodiscard]] bool is_spent() const { return by_steps_ ? steps_ == 0 : Clock::now() >= end_; }
    /// How many of the steps wanted may be taken before asking again.
    std::uint64_t grant(std::uint64_t wanted) {
        constexpr std::uint64_t between_looks_at_the_clock = 1000;
        if (!by_steps_) {
            return is_spent() ? 0 : std::min(wanted, between_looks_at_the_clock);
        }
        const std::uint64_t granted = std::min(wanted, steps_);
        steps_ -= granted;
        return granted;
    }

private:
    bool by_steps_;
    std::uint64_t steps_;
    Clock::time_point end_;
};

/// One cut that moves, and the way back to the best that it has been.
class TabuSearch {
public:
    TabuSearch(const CutProblem& problem, Seed seed)
        : problem_(problem), buckets_(problem), random_(seed), tenure_(static_cast<std::uint64_t>(problem.node_count()) / 20) {}

    /// From `start` for so many steps, as far as the budget goes; returns the best cut met. `last_` is where it ended.
    Sides run(Sides start, std::uint64_t steps, Budget& budget) {
        sides_ = std::move(start);
        gains_ = gains_of(problem_, sides_);
        tabu_until_.assign(sides_.size(), 0);
        buckets_.fill(gains_);
        since_best_.clear();
        below_best_ = 0;
        std::uint64_t now = 0;
        while (now < steps) {
            const std::uint64_t granted = budget.grant(steps - now);
            if (granted == 0) {
                break;
            }
            for (std::uint64_t i = 0; i < granted; ++i) {
                step(++now);
            }
        }
        last_ = sides_;
        Sides best = std::move(sides_);
        for (const NodeId node : since_best_) {
            best[node] = static_cast<Side>(-best[node]);
        }
        return best;
    }

    [[nodiscard]] const Sides& last() const { return last_; }

private:
    void step(std::uint64_t now) {
        const NodeId node = buckets_.any(random_, [&](NodeId candidate) {
            return tabu_until_[candidate] < now || gains_[candidate] > below_best_ + problem_.noise(candidate);
        });
        if (node < 0) {
            return;
        }
        below_best_ -= gains_[node];
        flip(problem_, node, sides_, gains_);
        buckets_.update(node, gains_[node]);
        for (const NodeId neighbor : problem_.neighbors(node)) {
            buckets_.update(neighbor, gains_[neighbor]);
        }
        tabu_until_[node] = now + tenure_ + random_.below(10 + tenure_);
        since_best_.push_back(node);
        if (below_best_ < 0) {
            below_best_ = 0;
            since_best_.clear();
        }
    }

    const CutProblem& problem_;
    GainBuckets buckets_;
    Random random_;
    std::uint64_t tenure_;  ///< a node rests for this many steps to twice as many
    Sides sides_;
    Sides last_;
    std::vector<double> gains_;
    std::vector<std::uint64_t> tabu_until_;
    std::vector<NodeId> since_best_;  ///< flips since the best cut
    double below_best_ = 0;           ///< how much this cut is below the best
};

/// What both parents agree on; the rest from either, by a coin.
Sides crossing(const Sides& first, const Sides& second, Random& random) {
    std::size_t agree = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        agree += first[i] == second[i] ? 1 : 0;
    }
    const int mirror = 2 * agree >= first.size() ? 1 : -1;
    Sides child = first;
    for (std::size_t i = 0; i < child.size(); ++i) {
        if (mirror * second[i] != first[i] && random.coin()) {
            child[i] = static_cast<Side>(-child[i]);
        }
    }
    return child;
}

bool is_same_cut(const Sides& first, const Sides& second) {
    const int mirror = first.front() * second.front();
    return std::equal(first.begin(), first.end(), second.begin(), [&](Side a, Side b) { return a == mirror * b; });
}

/// A few good cuts that differ; a better one takes the place of the worst.
class Pool {
public:
    explicit Pool(const CutProblem& problem) : problem_(problem) {}

    void add(Sides sides) {
        const double weight = cut_weight(problem_, sides);
        members_.push_back({std::move(sides), weight});
    }
    void offer(Sides sides) {
        const double weight = cut_weight(problem_, sides);
        const auto worst = std::min_element(members_.begin(), members_.end(), is_worse);
        const auto is_this = [&](const Member& member) { return member.weight == weight && is_same_cut(member.sides, sides); };
        if (weight > worst->weight && std::none_of(members_.begin(), members_.end(), is_this)) {
            *worst = {std::move(sides), weight};
        }
    }
    [[nodiscard]] const Sides& any(Random& random) const { return members_[random.below(members_.size())].sides; }
    [[nodiscard]] const Sides& best() const { return std::max_element(members_.begin(), members_.end(), is_worse)->sides; }

private:
    struct Member {
        Sides sides;
        double weight = 0;
    };
    static bool is_worse(const Member& a, const Member& b) { return a.weight < b.weight; }

    const CutProblem& problem_;
    std::vector<Member> members_;
};

}  // namespace

Sides tabu_sides(const CutProblem& problem, std::vector<Sides> starts, const TabuCutOptions& options, Seed seed) {
    Budget budget(options);
    TabuSearch search(problem, seed.child("search"));
    Random random(seed.child("crossing"));
    const std::uint64_t steps = 20000 + 10 * static_cast<std::uint64_t>(problem.node_count());
    Pool pool(problem);
    for (Sides& start : starts) {
        pool.add(search.run(std::move(start), steps, budget));
    }
    while (!budget.is_spent()) {
        const Sides& first = pool.any(random);
        const Sides& second = pool.any(random);
        Sides found = search.run(crossing(first, second, random), steps, budget);
        for (const Sides* const other : {&search.last(), &first, &second}) {
            take_better_regions(problem, found, *other);
        }
        one_flip(problem, found);
        pool.offer(std::move(found));
    }
    return pool.best();
}

}  // namespace ndpool
