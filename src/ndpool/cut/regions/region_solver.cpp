#include "ndpool/cut/regions/region_solver.hpp"

#include <algorithm>

namespace ndpool {

RegionSolver::RegionSolver(const CutProblem& problem, int width)
    : problem_(problem),
      elimination_(problem, width),
      place_(static_cast<std::size_t>(problem.node_count()), -1),
      on_first_(std::size_t{1} << width),
      on_second_(on_first_.size()),
      index_(on_first_.size()),
      weights_(static_cast<std::size_t>(width)) {}

std::uint64_t RegionSolver::solve(std::span<const NodeId> region, std::span<Side> sides, Random& random) {
    order_ = &elimination_.of(region, random);
    lay_out();
    for (std::size_t i = 0; i < order_->nodes.size(); ++i) {
        fill_own(i, sides);
        for (NodeId child = first_child_[i]; child >= 0; child = next_sibling_[child]) {
            add_child(i, static_cast<std::size_t>(child));
        }
        choose(i, random.coin());
        if (const auto later = order_->later_of(i); !later.empty()) {
            next_sibling_[i] = first_child_[later.front()];
            first_child_[later.front()] = static_cast<NodeId>(i);
        }
    }
    read_off(sides);
    for (const NodeId node : order_->nodes) {
        place_[node] = -1;
    }
    return values_.size();
}

void RegionSolver::lay_out() {
    const std::size_t n = order_->nodes.size();
    first_child_.assign(n, -1);
    next_sibling_.assign(n, -1);
    starts_.resize(n);
    std::size_t entries = 0;
    for (std::size_t i = 0; i < n; ++i) {
        place_[order_->nodes[i]] = static_cast<NodeId>(i);
        starts_[i] = entries;
        entries += std::size_t{1} << order_->later_of(i).size();
    }
    values_.resize(entries);
    choices_.resize(entries);
}

/// The cut weight of the node's edges to later nodes and to nodes outside, with the node on either side.
void RegionSolver::fill_own(std::size_t place, std::span<const Side> sides) {
    const NodeId node = order_->nodes[place];
    const auto later = order_->later_of(place);
    const auto neighbors = problem_.neighbors(node);
    const auto weights = problem_.weights(node);
    std::fill_n(weights_.begin(), later.size(), 0.0F);
    float pull = 0;
    for (std::size_t k = 0; k < neighbors.size(); ++k) {
        const NodeId there = place_[neighbors[k]];
        if (there < 0) {
            pull += weights[k] * static_cast<float>(sides[neighbors[k]]);
        } else if (there > static_cast<NodeId>(place)) {
            weights_[static_cast<std::size_t>(std::lower_bound(later.begin(), later.end(), there) - later.begin())] = weights[k];
            pull -= weights[k];
        }
    }
    on_first_[0] = -pull;
    std::size_t size = 1;
    for (std::size_t k = 0; k < later.size(); ++k, size *= 2) {
        const float twice = 2 * weights_[k];
        for (std::size_t index = 0; index < size; ++index) {
            on_first_[size + index] = on_first_[index] - twice;
        }
    }
    for (std::size_t index = 0; index < size; ++index) {
        on_second_[index] = -on_first_[index];
    }
}

void RegionSolver::add_child(std::size_t place, std::size_t child) {
    const auto later = order_->later_of(place);
    const auto of_child = order_->later_of(child);
    index_[0] = 0;
    std::size_t met = 1;  // bit 0 of the child's indices is the node at this place
    std::size_t size = 1;
    for (std::size_t k = 0; k < later.size(); ++k, size *= 2) {
        std::uint32_t bit = 0;
        if (met < of_child.size() && of_child[met] == later[k]) {
            bit = std::uint32_t{1} << met++;
        }
        for (std::size_t index = 0; index < size; ++index) {
            index_[size + index] = index_[index] + bit;
        }
    }
    const float* const values = values_.data() + starts_[child];
    for (std::size_t index = 0; index < size; ++index) {
        on_second_[index] += values[index_[index]];
        on_first_[index] += values[index_[index] + 1];
    }
}

void RegionSolver::choose(std::size_t place, bool first_if_equal) {
    const std::size_t size = std::size_t{1} << order_->later_of(place).size();
    const float base = std::max(on_first_[0], on_second_[0]);  // small numbers keep their digits
    float* const values = values_.data() + starts_[place];
    char* const choices = choices_.data() + starts_[place];
    for (std::size_t index = 0; index < size; ++index) {
        const float first = on_first_[index];
        const float second = on_second_[index];
        values[index] = (first > second ? first : second) - base;
        choices[index] = static_cast<char>(first_if_equal ? first >= second : first > second);
    }
}

void RegionSolver::read_off(std::span<Side> sides) const {
    for (std::size_t i = order_->nodes.size(); i > 0; --i) {
        const auto later = order_->later_of(i - 1);
        std::size_t index = 0;
        for (std::size_t k = 0; k < later.size(); ++k) {
            index |= sides[order_->nodes[later[k]]] > 0 ? std::size_t{1} << k : 0;
        }
        sides[order_->nodes[i - 1]] = choices_[starts_[i - 1] + index] != 0 ? Side{1} : Side{-1};
    }
}

}  // namespace ndpool
