// Drops weak edges grade by grade, the weakest first: an edge of one grade moves its weight to paths of two edges of
// higher grades, which may themselves be dropped later and pass on the weight they got. A row writes only to its own
// entries; the weight an edge got is the sum of what both of its rows recorded, so no thread waits for another. Both rows find
// the same bits and add them in the same order, so a single thread looks at an edge once and writes to both rows.
#include "ndpool/kron/lean/reroute.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ndpool/kron/lean/rows_view.hpp"
#include "ndpool/kron/lean/space_pool.hpp"

namespace ndpool {

namespace {

constexpr std::size_t rows_per_chunk = 1 << 11;
constexpr std::uint8_t grades = 56;  // other values: results/constants.txt
constexpr std::uint8_t strong = 255;

/// Grade of an edge below the threshold: octaves above the weakest grade.
std::uint8_t grade_of(double strength, double least_strength) {
    const int octave = std::ilogb(strength / least_strength);  // at most -1
    return static_cast<std::uint8_t>(std::max(0, grades + octave));
}

/// A common neighbour of the two ends of a weak edge.
struct Detour {
    NodeId from_here;    ///< the entry that leads to it, counted from the beginning of its row
    NodeId from_there;   ///< the same from the other end
    double conductance;  ///< of the two edges in series
};

/// Places of one row's entries by their columns: 1 for the first of the row, 0 for a column without an entry. It has an element
/// for every node, so that a column of another row is found by one access; all elements are 0 between rows.
using Places = std::vector<NodeId>;

class Rerouting {
public:
    Rerouting(const RowsView& rows, std::span<const std::uint8_t> is_in_set, double least_strength, Compensation compensation,
              const SmoothVectors& vectors, const Parallel& parallel)
        : rows_(rows),
          is_in_set_(is_in_set),
          compensation_(compensation),
          vectors_(vectors),
          parallel_(parallel),
          both_at_once_(thread_count(parallel) == 1),
          grade_(rows.to.size()),
          stays_(rows.to.size()),
          extra_(rows.to.size()),
          grades_in_row_(rows.size()) {
        const Buffer<double> inverse_degree = inverse_degrees(rows, parallel);
        for_all_rows([&](std::size_t row) { grade_row(row, inverse_degree, least_strength); });
    }

    NewWeights run() {
        std::uint64_t present = 0;
        for (const std::uint64_t in_row : grades_in_row_) {
            present |= in_row;
        }
        const std::size_t columns = rows_.row_of.empty() ? rows_.size() : rows_.row_of.size();
        SpacePool<Places> pool;
        for (std::uint8_t grade = 0; grade < grades; ++grade) {
            if ((present >> grade & 1U) == 0) {
                continue;
            }
            parallel_for_pieces(rows_.size(), rows_per_chunk, parallel_, [&](std::size_t begin, std::size_t end) {
                Places places = pool.take(columns, 0);
                std::vector<Detour> space;
                for (std::size_t row = begin; row < end; ++row) {
                    if ((grades_in_row_[row] >> grade & 1U) != 0) {
                        drop_grade(row, grade, places, space);
                    }
                }
                pool.give_back(std::move(places));
            });
        }
        parallel_for_pieces(rows_.size(), rows_per_chunk, parallel_,
                            [&](std::size_t begin, std::size_t end) { put_new_weights(begin, end); });
        return std::move(extra_);
    }

private:
    template <typename Body>
    void for_all_rows(const Body& body) const {
        parallel_for_pieces(rows_.size(), rows_per_chunk, parallel_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                body(row);
            }
        });
    }

    void grade_row(std::size_t row, std::span<const double> inverse_degree, double least_strength) {
        std::uint64_t present = 0;
        const EntryIndex begin = rows_.begin[row];
        const EntryIndex end = rows_.end[row];
        std::fill(grade_.data() + begin, grade_.data() + end, strong);
        std::fill(stays_.data() + begin, stays_.data() + end, std::uint8_t{0});
        std::fill(extra_.data() + begin, extra_.data() + end, 0.0);
        const bool all_stay = !is_in_set_.empty() && is_in_set_[rows_.node(row)] == 0;
        for (EntryIndex e = begin; e < end && !all_stay; ++e) {
            const NodeId other = rows_.row(rows_.to[e]);
            if (other >= 0 && rows_.to[e] != rows_.node(row) && (is_in_set_.empty() || is_in_set_[rows_.to[e]] != 0)) {
                const double s = strength(rows_.weights[e], inverse_degree[row], inverse_degree[other]);
                if (s < least_strength) {
                    grade_[e] = is_in_set_.empty() ? grade_of(s, least_strength) : 0;
                    present |= std::uint64_t{1} << grade_[e];
                }
            }
        }
        grades_in_row_[row] = present;
    }

    /// Replaces the weight that was moved to the entries of some rows by their new weights. The lower of two rows does so for
    /// both entries of an edge, unless neither row has weak entries, so that neither moved anything: then each does it for its
    /// own.
    void put_new_weights(std::size_t begin, std::size_t end) {
        // Rows meet the lower ones among them in ascending order, so the entry that leads back follows the one before.
        std::vector<EntryIndex> next(end - begin);
        for (std::size_t row = begin; row < end; ++row) {
            next[row - begin] = rows_.find(static_cast<NodeId>(row), rows_.node(begin));
        }
        for (std::size_t row = begin; row < end; ++row) {
            const auto here = static_cast<NodeId>(row);
            for (EntryIndex e = rows_.begin[row]; e < rows_.end[row]; ++e) {
                const NodeId other = rows_.row(rows_.to[e]);
                EntryIndex back = -1;
                if (here < other) {
                    back = static_cast<std::size_t>(other) < end ? entry_back(next[static_cast<std::size_t>(other) - begin])
                                                                 : rows_.find(other, rows_.node(row));
                }
                if (other < 0 || other == here || (grades_in_row_[row] | grades_in_row_[other]) == 0) {
                    extra_[e] = rows_.weights[e];
                } else if (here < other) {
                    const bool is_left = grade_[e] == strong || stays_[e] != 0;
                    extra_[e] = is_left ? rows_.weights[e] + (extra_[e] + extra_[back]) : 0.0;
                    extra_[back] = extra_[e];
                }
            }
        }
    }

    /// The next entry whose column has a row.
    [[nodiscard]] EntryIndex entry_back(EntryIndex& next) const {
        while (rows_.row(rows_.to[next]) < 0) {
            ++next;
        }
        return next++;
    }

    /// Whether a detour may use this entry of a row while edges of the grade are dropped.
    [[nodiscard]] bool may_carry(EntryIndex e, std::uint8_t grade) const {
        return grade_[e] > grade && (is_in_set_.empty() || is_in_set_[rows_.to[e]] == 0);
    }

    /// Whether this row moves the weight of an entry of this grade.
    [[nodiscard]] bool is_due(std::size_t row, EntryIndex e, std::uint8_t grade) const {
        return grade_[e] == grade && (!both_at_once_ || rows_.to[e] > rows_.node(row));
    }

    void drop_grade(std::size_t row, std::uint8_t grade, Places& places, std::vector<Detour>& space) {
        const EntryIndex begin = rows_.begin[row];
        const EntryIndex end = rows_.end[row];
        EntryIndex first = begin;
        while (first < end && !is_due(row, first, grade)) {
            ++first;
        }
        if (first == end) {
            return;
        }
        for (EntryIndex e = begin; e < end; ++e) {
            const bool is_way = may_carry(e, grade) && rows_.row(rows_.to[e]) >= 0 && rows_.to[e] != rows_.node(row);
            places[rows_.to[e]] = is_way ? static_cast<NodeId>(e - begin + 1) : 0;
        }
        for (EntryIndex e = first; e < end; ++e) {
            if (!is_due(row, e, grade)) {
                continue;
            }
            const NodeId there = rows_.row(rows_.to[e]);
            const Detours detours = find_detours(row, there, grade, places, space);
            if (detours.over.empty()) {
                stays_[e] = 1;
                if (both_at_once_) {
                    stays_[detours.back] = 1;
                }
            } else if (compensation_ != Compensation::none) {
                move_weight(row, e, there, rows_.weights[e] + (extra_[e] + extra_[detours.back]), detours.over);
            }
        }
        for (EntryIndex e = begin; e < end; ++e) {
            places[rows_.to[e]] = 0;
        }
    }

    struct Detours {
        EntryIndex back;  ///< the other row's entry that leads here
        std::span<const Detour> over;
    };

    /// The common neighbours of one row, given by its places, and another row over edges above the grade, stored in `space`.
    Detours find_detours(std::size_t here, NodeId there, std::uint8_t grade, const Places& places,
                         std::vector<Detour>& space) const {
        const auto length = static_cast<NodeId>(rows_.end[there] - rows_.begin[there]);
        const NodeId* const columns = rows_.to.data() + rows_.begin[there];
        const std::uint8_t* const grades_there = grade_.data() + rows_.begin[there];
        space.resize(std::max(space.size(), static_cast<std::size_t>(length) + 1));
        Detour* next = space.data();
        NodeId back = 0;
        // Whether a column is common cannot be predicted, so each one is written and most are overwritten: no branch.
        for (NodeId b = 0; b < length; ++b) {
            const NodeId place = places[columns[b]];
            next->from_here = place - 1;
            next->from_there = b;
            back = columns[b] == rows_.node(here) ? b : back;
            next += static_cast<int>(place > 0) & static_cast<int>(grades_there[b] > grade);
        }
        const std::span<Detour> over(space.data(), next);
        const double* const weights_here = rows_.weights.data() + rows_.begin[here];
        const double* const weights_there = rows_.weights.data() + rows_.begin[there];
        for (Detour& detour : over) {
            const double first = weights_here[detour.from_here];
            const double second = weights_there[detour.from_there];
            detour.conductance = first * second / (first + second);
        }
        return {rows_.begin[there] + back, over};
    }

    void move_weight(std::size_t row, EntryIndex e, NodeId there, double weight, std::span<const Detour> detours) {
        double conductance = 0;
        for (const Detour& detour : detours) {
            conductance += detour.conductance;
        }
        const double moved = 2 * weight * share_moved(row, e, detours, conductance) / conductance;
        for (const Detour& detour : detours) {
            extra_[rows_.begin[row] + detour.from_here] += moved * detour.conductance;
            if (both_at_once_) {
                extra_[rows_.begin[there] + detour.from_there] += moved * detour.conductance;
            }
        }
    }

    /// The energy of the smooth vectors on the edge over that on its detours, at most 1 by convexity.
    [[nodiscard]] double share_moved(std::size_t row, EntryIndex e, std::span<const Detour> detours, double conductance) const {
        if (compensation_ == Compensation::full) {
            return 1;
        }
        const auto& here = vectors_.values[rows_.node(row)];
        const auto& there = vectors_.values[rows_.to[e]];
        SmoothVectors::Values sums{};
        const double inverse = 1 / conductance;
        for (const Detour& detour : detours) {
            const auto& between = vectors_.values[rows_.to[rows_.begin[row] + detour.from_here]];
            const auto factor = static_cast<float>(detour.conductance * inverse);
            for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
                const float first = here[k] - between[k];
                const float second = there[k] - between[k];
                sums[k] += factor * (first * first + second * second);
            }
        }
        double on_edge = 0;
        double on_detours = 0;
        for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
            const double difference = static_cast<double>(here[k]) - there[k];
            on_edge += difference * difference;
            on_detours += sums[k];
        }
        return on_detours > 0 ? std::min(1.0, on_edge / (2 * on_detours)) : 0.5;
    }

    const RowsView& rows_;
    std::span<const std::uint8_t> is_in_set_;  ///< empty: edges of all nodes may be dropped
    Compensation compensation_;
    const SmoothVectors& vectors_;
    const Parallel& parallel_;
    bool both_at_once_;           ///< a single thread has no other one to wait for: the first row of a weak edge writes for both
    Buffer<std::uint8_t> grade_;  ///< of each entry
    Buffer<std::uint8_t> stays_;  ///< weak entries without a detour
    NewWeights extra_;            ///< the weight that the entry's own row moved to it; at the end its new weight
    Buffer<std::uint64_t> grades_in_row_;  ///< a bit for each grade that a row has
};

NewWeights weights_as_they_are(const RowsView& rows, const Parallel& parallel) {
    NewWeights weights(rows.weights.size());
    parallel_for_pieces(rows.size(), rows_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            std::copy(rows.weights.data() + rows.begin[row], rows.weights.data() + rows.end[row],
                      weights.data() + rows.begin[row]);
        }
    });
    return weights;
}

}  // namespace

NewWeights reroute_weak_edges(const RowsView& rows, double least_strength, Compensation compensation,
                              const SmoothVectors& vectors, const Parallel& parallel) {
    if (least_strength <= 0) {
        return weights_as_they_are(rows, parallel);
    }
    return Rerouting(rows, {}, least_strength, compensation, vectors, parallel).run();
}

NewWeights reroute_within(const RowsView& rows, std::span<const std::uint8_t> is_in_set, double least_strength,
                          Compensation compensation, const SmoothVectors& vectors, const Parallel& parallel) {
    return Rerouting(rows, is_in_set, least_strength, compensation, vectors, parallel).run();
}

}  // namespace ndpool
