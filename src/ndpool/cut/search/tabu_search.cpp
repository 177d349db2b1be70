#include "ndpool/cut/search/tabu_search.hpp"

#include "ndpool/base/stop.hpp"
#include "ndpool/cut/search/local_search.hpp"

namespace ndpool {

TabuSearch::TabuSearch(const CutProblem& problem, Seed seed)
    : problem_(problem), buckets_(problem), random_(seed), tenure_(static_cast<std::uint64_t>(problem.node_count()) / 20) {}

Sides TabuSearch::run(Sides start, std::uint64_t steps, SearchBudget& budget) {
    constexpr std::uint64_t steps_at_once = 1000;
    sides_ = std::move(start);
    gains_ = gains_of(problem_, sides_);
    tabu_until_.assign(sides_.size(), 0);
    buckets_.fill(gains_);
    since_best_.clear();
    below_best_ = 0;
    std::uint64_t now = 0;
    while (now < steps) {
        stop_if_requested();
        const std::uint64_t granted = budget.grant(std::min(steps_at_once, steps - now));
        if (granted == 0) {
            break;
        }
        for (std::uint64_t i = 0; i < granted; ++i) {
            step(++now);
        }
    }
    for (const NodeId node : since_best_) {
        sides_[node] = static_cast<Side>(-sides_[node]);
    }
    return std::move(sides_);
}

void TabuSearch::step(std::uint64_t now) {
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

}  // namespace ndpool
