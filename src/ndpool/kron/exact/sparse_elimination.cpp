#include "ndpool/kron/exact/sparse_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/base/error.hpp"
#include "ndpool/base/stop.hpp"

namespace ndpool {

void DegreeBuckets::insert(NodeId node, std::size_t key) {
    if (heads_.size() <= key) {
        heads_.resize(key + 1, none);
    }
    key_[node] = key;
    previous_[node] = none;
    next_[node] = heads_[key];
    if (heads_[key] != none) {
        previous_[heads_[key]] = node;
    }
    heads_[key] = node;
    least_ = std::min(least_, key);
}

void DegreeBuckets::remove(NodeId node) {
    const NodeId before = previous_[node];
    const NodeId after = next_[node];
    (before == none ? heads_[key_[node]] : next_[before]) = after;
    if (after != none) {
        previous_[after] = before;
    }
}

NodeId DegreeBuckets::first() {
    while (least_ < heads_.size() && heads_[least_] == none) {
        ++least_;
    }
    return least_ < heads_.size() ? heads_[least_] : none;
}

SparseElimination::SparseElimination(const InteriorProblem& problem, DropRule rule)
    : problem_(problem),
      rule_(rule),
      gone_(static_cast<std::size_t>(problem.inside()), false),
      first_membership_(static_cast<std::size_t>(problem.inside()), -1),
      sums_(static_cast<std::size_t>(problem.all)),
      buckets_(static_cast<std::size_t>(problem.inside())),
      degree_(static_cast<std::size_t>(problem.inside())),
      stars_(static_cast<std::size_t>(problem.inside())) {
    for (NodeId node = 0; node < problem.inside(); ++node) {
        degree_[node] = static_cast<std::size_t>(problem.offsets[node + 1] - problem.offsets[node]);
    }
}

void SparseElimination::run_part(NodeId begin, NodeId end, std::size_t longest_row) {
    part_begin_ = begin;
    part_end_ = end;
    longest_ = longest_row;
    for (NodeId node = end; node-- > begin;) {
        if (!gone_[node] && degree_[node] <= longest_) {
            buckets_.insert(node, degree_[node]);
        }
    }
    for (NodeId node = buckets_.first(); node >= 0; node = buckets_.first()) {
        stop_if_requested();
        buckets_.remove(node);
        eliminate(node);
    }
}

void SparseElimination::set_degree(NodeId node, std::size_t degree) {
    if (node >= part_begin_ && node < part_end_) {
        if (degree_[node] <= longest_) {
            buckets_.remove(node);
        }
        if (degree <= longest_) {
            buckets_.insert(node, degree);
        }
    }
    degree_[node] = degree;
}

std::vector<NodeId> SparseElimination::left() const {
    std::vector<NodeId> nodes;
    for (NodeId node = 0; node < problem_.inside(); ++node) {
        if (!gone_[node]) {
            nodes.push_back(node);
        }
    }
    return nodes;
}

double SparseElimination::bytes() const {
    return static_cast<double>(inner_to_.capacity() + outer_to_.capacity()) * (sizeof(NodeId) + sizeof(double)) +
           static_cast<double>(memberships_.capacity()) * sizeof(Membership);
}

void SparseElimination::eliminate(NodeId node) {
    gone_[node] = true;
    const double ground = visit_row(node, [this](NodeId to, double weight) { sums_.add(to, weight); });
    sums_.take(row_);
    drop_weak_arms(node);
    store_row(ground);
    update_degrees(node, steps() - 1);
    stars_[node] = {};
}

void SparseElimination::drop_weak_arms(NodeId node) {
    if (rule_.share == 0) {
        return;
    }
    const auto step = static_cast<NodeId>(steps());
    held_at_.resize(static_cast<std::size_t>(problem_.all), -1);
    rule_.forest->visit_neighbors(node, [&](NodeId neighbor) { held_at_[neighbor] = step; });
    std::erase_if(row_, [&](const Arm& arm) { return rule_.is_weak(node, arm.to, arm.weight) && held_at_[arm.to] != step; });
    rule_.forest->contract(node);
}

void SparseElimination::store_row(double ground) {
    double total = ground;
    for (const Arm& arm : row_) {
        total += arm.weight;
    }
    const auto step = static_cast<NodeId>(steps());
    if (memberships_.size() + row_.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        throw TooLarge("the Kron reduction would leave more than 2^31 links while nodes are eliminated");
    }
    const double root = std::sqrt(total);
    const auto scaled = [&](double weight) { return total > 0 ? weight / root : 0.0; };
    outer_row_.clear();
    inner_begin_.push_back(static_cast<EntryIndex>(inner_to_.size()));
    for (const Arm& arm : row_) {
        const double x = scaled(arm.weight);
        if (arm.to >= problem_.inside()) {
            outer_row_.push_back({arm.to, x});
            continue;
        }
        inner_to_.push_back(arm.to);
        inner_x_.push_back(x);
        memberships_.push_back({x, step, first_membership_[arm.to]});
        first_membership_[arm.to] = static_cast<std::int32_t>(memberships_.size()) - 1;
    }
    inner_end_.push_back(static_cast<EntryIndex>(inner_to_.size()));
    std::sort(outer_row_.begin(), outer_row_.end(), [](const Arm& a, const Arm& b) { return a.to < b.to; });
    for (const Arm& arm : outer_row_) {
        outer_to_.push_back(arm.to);
        outer_x_.push_back(arm.weight);
    }
    outer_offsets_.push_back(static_cast<EntryIndex>(outer_to_.size()));
    ground_x_.push_back(scaled(ground));
}

/// The new star contains the remaining arms of all stars that it was made of, so these stars no longer count.
void SparseElimination::update_degrees(NodeId node, std::size_t step) {
    const auto newest = static_cast<NodeId>(step);
    star_size_.push_back(static_cast<std::int32_t>(row_.size()));
    absorbed_by_.push_back(-1);
    outside_new_.push_back(0);
    seen_at_.push_back(-1);
    for (const NodeId star : stars_[node]) {
        absorbed_by_[star] = newest;
    }
    const std::span<const NodeId> members(inner_to_.data() + inner_begin_[step], inner_to_.data() + inner_end_[step]);
    for (const NodeId member : members) {
        std::erase_if(stars_[member], [this](NodeId star) { return absorbed_by_[star] >= 0; });
        for (const NodeId star : stars_[member]) {
            if (seen_at_[star] != newest) {
                seen_at_[star] = newest;
                outside_new_[star] = star_size_[star];
            }
            --outside_new_[star];
        }
    }
    for (const NodeId member : members) {
        auto degree = static_cast<std::size_t>(problem_.offsets[member + 1] - problem_.offsets[member]) + row_.size() - 1;
        for (const NodeId star : stars_[member]) {
            degree += static_cast<std::size_t>(std::max(0, outside_new_[star]));
        }
        stars_[member].push_back(newest);
        set_degree(member, degree);
    }
}

}  // namespace ndpool
