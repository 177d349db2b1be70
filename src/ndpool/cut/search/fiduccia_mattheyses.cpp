#include "ndpool/cut/search/fiduccia_mattheyses.hpp"

#include "ndpool/base/stop.hpp"
#include "ndpool/cut/search/local_search.hpp"

namespace ndpool {

double FiducciaMattheyses::pass(std::span<Side> sides) {
    const std::size_t patience = 50 + sides.size() / 20;
    buckets_.fill(gains_);
    moved_.clear();
    double gained = 0;
    double most_gained = 0;
    double doubt = 0;  // noise of the flips since the best cut
    std::size_t best = 0;
    while (moved_.size() - best <= patience) {
        if (moved_.size() % 4096 == 0) {
            stop_if_requested();
        }
        const NodeId node = buckets_.latest();
        if (node < 0) {
            break;
        }
        buckets_.remove(node);
        gained += gains_[node];
        doubt += problem_.noise(node);
        flip(problem_, node, sides, gains_);
        for (const NodeId neighbor : problem_.neighbors(node)) {
            buckets_.update(neighbor, gains_[neighbor]);
        }
        moved_.push_back(node);
        if (gained > most_gained + doubt) {
            most_gained = gained;
            doubt = 0;
            best = moved_.size();
        }
    }
    for (std::size_t i = moved_.size(); i > best; --i) {
        flip(problem_, moved_[i - 1], sides, gains_);
    }
    return most_gained;
}

double FiducciaMattheyses::refine(std::span<Side> sides) {
    constexpr int most_passes = 20;
    gains_ = gains_of(problem_, sides);
    double gained = local_search(problem_, sides, gains_);
    for (int i = 0; i < most_passes; ++i) {
        const double more = pass(sides);
        if (more <= 0) {
            break;
        }
        gained += more + local_search(problem_, sides, gains_);
    }
    return gained;
}

double refine_by_passes(const CutProblem& problem, std::span<Side> sides) {
    return FiducciaMattheyses(problem).refine(sides);
}

}  // namespace ndpool
