#include "ndpool/distributed/slice_reroute.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ndpool {

namespace {

constexpr int grades = 24;
constexpr std::uint8_t strong = 255;

// Bins of strengths: 64 to each power of two, from 2^-40 to 2^3.
constexpr std::uint64_t bin_bits = 46;
constexpr std::uint64_t first_bin = (1023ULL - 40) << (52 - bin_bits);
constexpr std::size_t bin_count = 43 * 64;

std::size_t bin_of(double strength) {
    const std::uint64_t bin = std::bit_cast<std::uint64_t>(strength) >> bin_bits;
    return static_cast<std::size_t>(std::min<std::uint64_t>(bin < first_bin ? 0 : bin - first_bin, bin_count - 1));
}

double lower_end(std::size_t bin) {
    return bin == 0 ? 0 : std::bit_cast<double>((bin + first_bin) << bin_bits);
}

/// A common neighbour of the two ends of a weak edge.
struct Detour {
    EntryIndex entry;    ///< of the own row that leads to it
    double conductance;  ///< of the two edges in series
};

/// A row writes only to its own entries; the weight that an edge got is the sum of what both of its rows recorded.
class Rerouting {
public:
    Rerouting(const GraphSlice& slice, double least_strength, std::span<const std::int8_t> sides, const SliceVectors& vectors)
        : slice_(slice),
          sides_(sides),
          vectors_(vectors),
          grade_(static_cast<std::size_t>(slice.here_entries()), strong),
          stays_(static_cast<std::size_t>(slice.own_entries()), false),
          extra_(static_cast<std::size_t>(slice.here_entries()), 0.0),
          in_row_(static_cast<std::size_t>(slice.own_count()), 0) {
        const std::vector<double> inverse = inverse_degrees(slice);
        for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
            grade_row(node, inverse, least_strength);
        }
        slice.share_entries(grade_);
    }

    std::vector<double> run() {
        std::uint32_t present = 0;
        for (const std::uint32_t grades_there : in_row_) {
            present |= grades_there;
        }
        present = static_cast<std::uint32_t>(slice_.ranks().any(present));
        for (int grade = 0; grade < grades; ++grade) {
            if ((present >> grade & 1U) == 0) {
                continue;
            }
            for (NodeId node = slice_.first_own(); node < slice_.end_own(); ++node) {
                if ((in_row_[node - slice_.first_own()] >> grade & 1U) != 0) {
                    drop_grade(node, static_cast<std::uint8_t>(grade));
                }
            }
            slice_.share_entries(extra_);
        }
        return new_weights();
    }

private:
    void grade_row(NodeId node, const std::vector<double>& inverse, double least) {
        for (EntryIndex e = slice_.first_entry(node); e < slice_.end_entry(node); ++e) {
            const NodeId other = slice_.to(e);
            if (other == node || (!sides_.empty() && (sides_[node] > 0 || sides_[other] > 0))) {
                continue;
            }
            const double strength = slice_.weight(e) * (inverse[node] + inverse[other]);
            if (strength < least || !sides_.empty()) {
                grade_[e] = static_cast<std::uint8_t>(sides_.empty() ? std::max(0, grades + std::ilogb(strength / least)) : 0);
                in_row_[node - slice_.first_own()] |= 1U << grade_[e];
            }
        }
    }

    void drop_grade(NodeId node, std::uint8_t grade) {
        for (EntryIndex e = slice_.first_entry(node); e < slice_.end_entry(node); ++e) {
            if (grade_[e] != grade) {
                continue;
            }
            const NodeId other = slice_.to(e);
            const EntryIndex back = find_detours(node, other, grade);
            if (detours_.empty()) {
                stays_[e] = true;
            } else {
                move_weight(node, other, slice_.weight(e) + (extra_[e] + extra_[back]));
            }
        }
    }

    /// Common neighbours over edges above the grade; returns the other row's entry that leads here.
    EntryIndex find_detours(NodeId node, NodeId other, std::uint8_t grade) {
        detours_.clear();
        EntryIndex back = 0;
        EntryIndex a = slice_.first_entry(node);
        const EntryIndex end = slice_.end_entry(node);
        for (EntryIndex b = slice_.first_entry(other); b < slice_.end_entry(other); ++b) {
            const NodeId between = slice_.to(b);
            if (between == node) {
                back = b;
                continue;
            }
            if (between < 0 || between == other || grade_[b] <= grade || (!sides_.empty() && sides_[between] < 0)) {
                continue;
            }
            while (a < end && slice_.to(a) < between) {
                ++a;
            }
            if (a < end && slice_.to(a) == between && grade_[a] > grade) {
                detours_.push_back({a, slice_.weight(a) * slice_.weight(b) / (slice_.weight(a) + slice_.weight(b))});
            }
        }
        return back;
    }

    void move_weight(NodeId node, NodeId other, double weight) {
        double conductance = 0;
        for (const Detour& detour : detours_) {
            conductance += detour.conductance;
        }
        double on_edge = 0;
        double on_detours = 0;
        const NodeValues& here = vectors_[node];
        const NodeValues& there = vectors_[other];
        for (std::size_t k = 0; k < here.size(); ++k) {
            const double difference = static_cast<double>(here[k]) - there[k];
            on_edge += difference * difference;
        }
        for (const Detour& detour : detours_) {
            const NodeValues& between = vectors_[slice_.to(detour.entry)];
            double squares = 0;
            for (std::size_t k = 0; k < here.size(); ++k) {
                const double first = static_cast<double>(here[k]) - between[k];
                const double second = static_cast<double>(there[k]) - between[k];
                squares += first * first + second * second;
            }
            on_detours += detour.conductance / conductance * squares;
        }
        const double share = on_detours > 0 ? std::min(1.0, on_edge / (2 * on_detours)) : 0.5;
        const double moved = 2 * weight * share / conductance;
        for (const Detour& detour : detours_) {
            extra_[detour.entry] += moved * detour.conductance;
        }
    }

    /// The weights take the place of what rows recorded, to save memory: an edge between own nodes gets its weight in both rows
    /// at once.
    std::vector<double> new_weights() {
        for (NodeId node = slice_.first_own(); node < slice_.end_own(); ++node) {
            for (EntryIndex e = slice_.first_entry(node); e < slice_.end_entry(node); ++e) {
                const NodeId other = slice_.to(e);
                if (other == node) {
                    extra_[e] = slice_.weight(e);
                } else if (other > node || !slice_.is_own(other)) {
                    const bool is_left = grade_[e] == strong || stays_[e];
                    const EntryIndex back = is_left || slice_.is_own(other) ? slice_.find(other, node) : e;
                    extra_[e] = is_left ? slice_.weight(e) + (extra_[e] + extra_[back]) : 0.0;
                    if (slice_.is_own(other)) {
                        extra_[back] = extra_[e];
                    }
                }
            }
        }
        extra_.resize(static_cast<std::size_t>(slice_.own_entries()));
        return std::move(extra_);
    }

    const GraphSlice& slice_;
    std::span<const std::int8_t> sides_;
    const SliceVectors& vectors_;
    std::vector<std::uint8_t> grade_;
    std::vector<bool> stays_;
    std::vector<double> extra_;
    std::vector<std::uint32_t> in_row_;  ///< a bit for each grade that an own row has
    std::vector<Detour> detours_;
};

}  // namespace

std::vector<double> reroute_weak_edges(const GraphSlice& slice, double least_strength, const SliceVectors& vectors) {
    return Rerouting(slice, least_strength, {}, vectors).run();
}

std::vector<double> reroute_within(const GraphSlice& slice, std::span<const std::int8_t> sides, const SliceVectors& vectors) {
    return Rerouting(slice, 1, sides, vectors).run();
}

double strength_to_keep(const GraphSlice& slice, double nonzeros_per_node) {
    const auto wanted = static_cast<std::int64_t>(nonzeros_per_node * static_cast<double>(slice.nodes_in_all()));
    if (slice.entries_in_all() <= wanted) {
        return 0;
    }
    const std::vector<double> inverse = inverse_degrees(slice);
    std::vector<std::int64_t> counts(bin_count, 0);
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            if (slice.to(e) != node) {
                ++counts[bin_of(slice.weight(e) * (inverse[node] + inverse[slice.to(e)]))];
            }
        }
    }
    slice.ranks().sum(counts);
    std::int64_t kept = 0;
    for (std::size_t bin = bin_count; bin > 0; --bin) {
        kept += counts[bin - 1];
        if (kept > wanted) {
            return lower_end(bin);
        }
    }
    return 0;
}

}  // namespace ndpool
