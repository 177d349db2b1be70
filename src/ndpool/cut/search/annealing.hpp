#pragma once

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/search/cut_problem.hpp"
#include "ndpool/cut/search/search_budget.hpp"

namespace ndpool {

/// Temperatures are in units of the pull of a node's neighbours if their sides are random: the root of the sum of its squared
/// weights. At 0.4 cuts are disordered, at 0.02 frozen.
struct AnnealingSchedule {
    double from = 0.33;
    double to = 0.025;
    std::uint64_t sweeps = 1000;  ///< over all nodes; the temperature falls by the same amount in each

    [[nodiscard]] double at(std::uint64_t sweep) const {
        return from + (to - from) * (static_cast<double>(sweep) / static_cast<double>(sweeps));
    }
};

/// The expected order statistics of 2^14 exponential variates (Renyi 1953), shuffled; they need no logarithm.
[[nodiscard]] std::vector<float> exponential_variates(Random& random);

/// By what a node's temperature is larger than that of the schedule: sqrt(q^3 / mean of q), q being the root of the sum of its
/// squared weights.
[[nodiscard]] std::vector<float> temperature_scale(const CutProblem& problem);

/// A problem and a cut of it, as a sweep needs them: nodes are tested in blocks, the last of which is filled up.
struct AnnealingGraph {
    struct Arc {
        NodeId to;
        float twice_weight;
    };

    std::vector<EntryIndex> offsets;
    std::vector<EntryIndex> outside;  ///< where the arcs of a node begin that leave its block; the others come first
    std::vector<Arc> arcs;            ///< the problem's entries, column and weight side by side
    std::vector<float> scale;         ///< of each node's temperature
    std::vector<float> fields;        ///< sum of the weights times the signs of the neighbours; the gain is this times the sign
    std::vector<float> signs;
};

/// Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983): every sweep tries to flip each node once, a loss is taken with the
/// probability exp(-loss / temperature). Nodes with many neighbours stay hot longer: a node's temperature grows with the 3/4th
/// power of its degree, where the plain method would freeze hubs at once and all else around them. The problem must outlive this.
class Annealing {
public:
    Annealing(const CutProblem& problem, Seed seed);

    /// Anneals `sides` until the schedule or the budget ends; no single flip improves the result.
    void run(std::span<Side> sides, const AnnealingSchedule& schedule, SearchBudget& budget);

private:
    void sweep(float temperature);

    const CutProblem& problem_;
    Random random_;
    std::vector<float> losses_;  ///< exponential variates in random order
    AnnealingGraph graph_;
};

}  // namespace ndpool
