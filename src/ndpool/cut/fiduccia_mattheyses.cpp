#include "ndpool/cut/fiduccia_mattheyses.hpp"

#include "ndpool/cut/gain_buckets.hpp"
#include "ndpool/cut/one_flip.hpp"

namespace ndpool {

namespace {

/// A cut on its way: sides, gains, and the nodes that may still move.
struct Passes {
    const CutProblem& problem;
    std::span<Side> sides;
    std::vector<double> gains;
    GainBuckets buckets;

    double pass(NodeId patience) {
        buckets.fill(gains);
        std::vector<NodeId> moved;
        double gained = 0;
        double most_gained = 0;
        double doubt = 0;  // noise of the flips since the best cut
        std::size_t best = 0;
        while (moved.size() - best <= static_cast<std::size_t>(patience)) {
            const NodeId node = buckets.latest();
            if (node < 0) {
                break;
            }
            buckets.remove(node);
            gained += gains[node];
            doubt += problem.noise(node);
            flip(problem, node, sides, gains);
            for (const NodeId neighbor : problem.neighbors(node)) {
                buckets.update(neighbor, gains[neighbor]);
            }
            moved.push_back(node);
            if (gained > most_gained + doubt) {
                most_gained = gained;
                doubt = 0;
                best = moved.size();
            }
        }
        for (std::size_t i = moved.size(); i > best; --i) {
            flip(problem, moved[i - 1], sides, gains);
        }
        return most_gained;
    }
};

}  // namespace

double refine_by_passes(const CutProblem& problem, std::span<Side> sides) {
    constexpr int most_passes = 20;
    const NodeId patience = 50 + problem.node_count() / 20;
    Passes passes{problem, sides, gains_of(problem, sides), GainBuckets(problem)};
    double gained = one_flip(problem, sides, passes.gains);
    for (int pass = 0; pass < most_passes; ++pass) {
        const double more = passes.pass(patience);
        if (more <= 0) {
            break;
        }
        gained += more + one_flip(problem, sides, passes.gains);
    }
    return gained;
}

}  // namespace ndpool
