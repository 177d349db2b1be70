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
    struct Arc {
        NodeId to;
        float twice_weight;
    };

    void sweep(float temperature);

    const CutProblem& problem_;
    Random random_;
    std::vector<float> losses_;  ///< exponential variates in random order
    std::vector<float> scale_;   ///< of each node's temperature
    std::vector<Arc> arcs_;      ///< the problem's entries, column and weight side by side
    std::vector<float>
        fields_;  ///< sum of each node's weights times the signs of its neighbours; the gain is this times its sign
    std::vector<float> signs_;
};

}  // namespace ndpool
