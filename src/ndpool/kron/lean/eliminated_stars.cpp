#include "ndpool/kron/lean/eliminated_stars.hpp"

#include <algorithm>
#include <utility>

namespace ndpool {

namespace {

constexpr std::size_t rows_per_chunk = 1 << 11;

}  // namespace

EliminatedStars::EliminatedStars(const EliminationState& at, EliminationState::Role going, std::vector<NodeId> centers,
                                 RowNumbers numbers, Seed seed, const Parallel& parallel)
    : at_(at),
      going_(going),
      centers_(std::move(centers)),
      numbers_(numbers),
      hubs_(sampled_hubs(at, centers_, seed, parallel)),
      star_of_(at.role.size()),
      stars_(centers_.size()),
      inverse_degree_(numbers.nodes.size()) {
    find_totals(parallel);
    find_degrees(parallel);
    rank_arms(parallel);
}

void EliminatedStars::find_totals(const Parallel& parallel) {
    for (std::size_t i = 0; i < centers_.size(); ++i) {
        star_of_[centers_[i]] = static_cast<NodeId>(i);
    }
    for (std::size_t i = 0; i < hubs_.hubs.size(); ++i) {
        stars_[star_of_[hubs_.hubs[i]]].sampled = &hubs_.stars[i];
    }
    parallel_for_pieces(centers_.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto arms = at_.neighbors(centers_[i]);
            const auto weights = at_.row_weights(centers_[i]);
            for (std::size_t e = 0; e < arms.size(); ++e) {
                stars_[i].total += weights[e];
                stars_[i].loop += arms[e] == centers_[i] ? weights[e] : 0.0;
            }
        }
    });
}

std::span<const SampledStar::Partner> EliminatedStars::partners(const Star& star, NodeId center, NodeId node) const {
    const auto arms = at_.neighbors(center);
    return star.sampled->of(static_cast<std::size_t>(std::lower_bound(arms.begin(), arms.end(), node) - arms.begin()));
}

void EliminatedStars::find_degrees(const Parallel& parallel) {
    parallel_for_pieces(numbers_.nodes.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const NodeId node = numbers_.nodes[row];
            const auto neighbors = at_.neighbors(node);
            const auto weights = at_.row_weights(node);
            double degree = 0;
            for (std::size_t e = 0; e < neighbors.size(); ++e) {
                if (at_.role[neighbors[e]] != going_) {
                    degree += neighbors[e] == node ? 0.0 : weights[e];
                    continue;
                }
                const Star& star = stars_[star_of_[neighbors[e]]];
                if (star.sampled != nullptr) {
                    for (const SampledStar::Partner& partner : partners(star, neighbors[e], node)) {
                        degree += partner.weight;
                    }
                } else {
                    degree += weights[e] * (std::max(0.0, star.total - weights[e] - star.loop) / star.total);
                }
            }
            inverse_degree_[row] = degree > 0 ? 1 / degree : 0.0;
        }
    });
}

void EliminatedStars::rank_arms(const Parallel& parallel) {
    EntryIndex next = 0;
    for (std::size_t i = 0; i < centers_.size(); ++i) {
        stars_[i].begin = next;
        next += stars_[i].sampled != nullptr ? 0 : at_.length[centers_[i]];
        stars_[i].end = next;
    }
    arms_ = Buffer<RankedArm>(static_cast<std::size_t>(next));
    parallel_for_pieces(centers_.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Star& star = stars_[i];
            if (star.sampled != nullptr) {
                continue;
            }
            const auto neighbors = at_.neighbors(centers_[i]);
            const auto weights = at_.row_weights(centers_[i]);
            RankedArm* arm = arms_.data() + star.begin;
            for (std::size_t e = 0; e < neighbors.size(); ++e) {
                if (neighbors[e] != centers_[i]) {
                    const NodeId row = numbers_.row_of[neighbors[e]];
                    *arm++ = {inverse_degree_[row], weights[e], row};
                }
            }
            star.end = arm - arms_.data();
            std::sort(arms_.data() + star.begin, arm, [](const RankedArm& a, const RankedArm& b) {
                return a.inverse_degree != b.inverse_degree ? a.inverse_degree < b.inverse_degree : a.row < b.row;
            });
        }
    });
}

void EliminatedStars::add_star(NodeId row, NodeId center, double arm, Columns columns, OrderedAccumulator& sums,
                               Fixed& fixed) const {
    const Star& star = stars_[star_of_[center]];
    if (star.sampled != nullptr) {
        const auto arms = at_.neighbors(center);
        for (const SampledStar::Partner& partner : partners(star, center, numbers_.nodes[row])) {
            const NodeId other = numbers_.row_of[arms[partner.arm]];
            if (columns == Columns::all || precedes(other, row)) {
                sums.add(other, partner.weight);
            }
        }
        fixed.loop += arm * star.sampled->to_ground;
        return;
    }
    const double factor = arm / star.total;
    const RankedArm* other = arms_.data() + star.begin;
    const RankedArm* const end = arms_.data() + star.end;
    for (; other < end && other->row != row; ++other) {
        sums.add(other->row, factor * other->weight);
    }
    if (columns == Columns::all) {
        for (++other; other < end; ++other) {
            sums.add(other->row, factor * other->weight);
        }
    }
    fixed.loop += factor * star.loop;
}

void EliminatedStars::sum_row(NodeId row, Columns columns, OrderedAccumulator& sums, Fixed& fixed) const {
    const NodeId node = numbers_.nodes[row];
    const auto neighbors = at_.neighbors(node);
    const auto weights = at_.row_weights(node);
    fixed.loop = 0;
    fixed.beyond.clear();
    for (std::size_t e = 0; e < neighbors.size(); ++e) {
        const NodeId other = numbers_.row_of[neighbors[e]];
        if (at_.role[neighbors[e]] == going_) {
            add_star(row, neighbors[e], weights[e], columns, sums, fixed);
        } else if (other < 0) {
            fixed.beyond.push_back({neighbors[e], weights[e]});
        } else if (other == row) {
            fixed.loop += weights[e];
        } else if (columns == Columns::all || precedes(other, row)) {
            sums.add(other, weights[e]);
        }
    }
}

}  // namespace ndpool
