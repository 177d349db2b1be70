#pragma once

#include "ndpool/cut/search/gain_buckets.hpp"

namespace ndpool {

/// Improves cuts by passes of Fiduccia and Mattheyses: a pass flips the node of the largest gain, even if that is a loss, and
/// no node twice, then returns to the best cut it met. Passes are repeated while they gain. A pass ends when as many flips as a
/// twentieth of the nodes, and at least 50, have not given a better cut. The problem must outlive this.
class FiducciaMattheyses {
public:
    explicit FiducciaMattheyses(const CutProblem& problem) : problem_(problem), buckets_(problem) {}

    /// Returns the gain of the cut, never below 0. No single flip of the result gains more.
    double refine(std::span<Side> sides);

private:
    double pass(std::span<Side> sides);

    const CutProblem& problem_;
    GainBuckets buckets_;
    std::vector<double> gains_;
    std::vector<NodeId> moved_;
};

/// The same for a single cut.
double refine_by_passes(const CutProblem& problem, std::span<Side> sides);

}  // namespace ndpool
