#pragma once

#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/cut/search/cut_problem.hpp"

namespace ndpool {

/// Nodes in buckets by their gain, so that a node of the largest gain is found in constant time. The width of a bucket is 1
/// where the weights are integers, else a sixteenth of the mean weight. Very large gains share the last bucket, very small ones
/// the first.
class GainBuckets {
public:
    explicit GainBuckets(const CutProblem& problem);

    /// Replaces the content by all nodes with these gains.
    void fill(std::span<const double> gains);
    void remove(NodeId node) { take_out(node); }
    /// Moves a node to the bucket of its new gain; nodes that were removed stay out.
    void update(NodeId node, double gain) {
        const int bucket = bucket_for(gain);
        if (bucket_[node] != absent && bucket_[node] != bucket) {
            take_out(node);
            put_in(node, bucket);
        }
    }

    /// The node that came last into the bucket of the largest gains; -1 if there is none.
    [[nodiscard]] NodeId latest() {
        lower_top();
        return members_[top_].empty() ? -1 : members_[top_].back();
    }

    /// An accepted node of the highest bucket that has one, drawn at random within the bucket; -1 if there is none.
    template <typename Accepts>
    [[nodiscard]] NodeId any(Random& random, Accepts accepts) {
        lower_top();
        for (int bucket = top_; bucket >= 0; --bucket) {
            const auto& nodes = members_[bucket];
            std::size_t at = nodes.empty() ? 0 : random.below(nodes.size());
            for (std::size_t tried = 0; tried < nodes.size(); ++tried) {
                if (accepts(nodes[at])) {
                    return nodes[at];
                }
                at = at + 1 < nodes.size() ? at + 1 : 0;
            }
        }
        return -1;
    }

private:
    static constexpr int absent = -1;

    [[nodiscard]] int bucket_for(double gain) const {
        const double steps = gain * steps_per_unit_ + half_;  // rounded towards zero, and so down
        return static_cast<int>(steps < 0 ? 0 : steps > 2 * half_ ? 2 * half_ : steps);
    }
    void put_in(NodeId node, int bucket) {
        bucket_[node] = bucket;
        place_[node] = static_cast<NodeId>(members_[bucket].size());
        members_[bucket].push_back(node);
        top_ = bucket > top_ ? bucket : top_;
    }
    void take_out(NodeId node) {
        auto& nodes = members_[bucket_[node]];
        place_[nodes.back()] = place_[node];
        nodes[place_[node]] = nodes.back();
        nodes.pop_back();
        bucket_[node] = absent;
    }
    void lower_top() {
        while (top_ > 0 && members_[top_].empty()) {
            --top_;
        }
    }

    double steps_per_unit_ = 1;
    int half_ = 0;  ///< the bucket of gain 0
    int top_ = 0;   ///< no bucket above this has a node
    std::vector<std::vector<NodeId>> members_;
    std::vector<int> bucket_;    ///< of each node
    std::vector<NodeId> place_;  ///< of each node in its bucket
};

}  // namespace ndpool
