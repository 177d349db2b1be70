#include "ndpool/cut/search/gain_buckets.hpp"

#include <algorithm>
#include <cmath>

namespace ndpool {

GainBuckets::GainBuckets(const CutProblem& problem) {
    double largest = 0;
    double sum = 0;
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        const double magnitude = problem.magnitude(node);
        largest = std::max(largest, magnitude);
        sum += magnitude;
    }
    constexpr double steps_per_mean_weight = 16;
    const double most_steps = std::min(2000.0, 50.0 + problem.node_count());
    if (!problem.has_integer_weights() && sum > 0) {
        steps_per_unit_ = steps_per_mean_weight * static_cast<double>(problem.entry_count()) / sum;
    }
    half_ = static_cast<int>(std::min(most_steps, std::ceil(largest * steps_per_unit_)));
    const auto nodes = static_cast<std::size_t>(problem.node_count());
    members_.resize(2 * static_cast<std::size_t>(half_) + 1);
    bucket_.assign(nodes, absent);
    place_.resize(nodes);
}

void GainBuckets::fill(std::span<const double> gains) {
    for (auto& nodes : members_) {
        nodes.clear();
    }
    top_ = 0;
    for (std::size_t i = gains.size(); i > 0; --i) {
        put_in(static_cast<NodeId>(i - 1), bucket_for(gains[i - 1]));
    }
}

}  // namespace ndpool
