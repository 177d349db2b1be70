#pragma once

#include "ndpool/cut/search/gain_buckets.hpp"

namespace ndpool {

/// Improves cuts as Fiduccia and Mattheyses do: a pass flips the node of the largest gain, also where that is a loss, and
/// never the same one twice, then goes back to the best cut it met; passes go on while they gain. A pass ends when the flips
/// of a twentieth of the nodes, and 50 at least, have led to nothing. The problem must outlive this.
class FiducciaMattheyses {
public:
    explicit FiducciaMattheyses(const CutProblem& problem) : problem_(problem), buckets_(problem) {}

    /// Returns what the cut gained, never below 0. No single flip of the result gains more.
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
