// Dropping weak edges in grades, the weakest first: an edge of one grade moves its weight to paths of two edges of
// higher grades, which may themselves be dropped later and hand on what they got. A row writes only to its own
// entries; what an edge got in all is the sum of what both of its rows noted, so no thread waits for another.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ndpool/kron/fresh_rows.hpp"

namespace ndpool {

namespace {

constexpr std::size_t rows_a_piece = 1 << 11;
constexpr std::uint8_t grades = 56;
constexpr std::uint8_t strong = 255;

/// Grade of an edge below the threshold: octaves above the weakest grade.
std::uint8_t grade_of(double strength, double least_strength) {
    const int octave = std::ilogb(strength / least_strength);  // at most -1
    return static_cast<std::uint8_t>(std::max(0, grades + octave));
}

/// A node that two ends of a weak edge have in common.
struct Detour {
    EntryIndex from_here;   ///< the entry that leads to it
    EntryIndex from_there;  ///< the same from the other end
    double conductance;     ///< of the two edges in series
};

/// Entries of one row by their columns, in a small hash table: asking for a column of another row costs a look or two.
class EntryTable {
public:
    static constexpr EntryIndex absent = -1;

    /// Forgets everything and makes room for so many entries.
    void start(std::size_t entries) {
        std::size_t size = 64;
        while (size < 4 * entries) {
            size *= 2;
        }
        if (columns_.size() < size) {
            columns_.resize(size);
            entries_.resize(size);
        }
        mask_ = size - 1;
        std::fill_n(columns_.begin(), size, nobody);
    }
    void add(NodeId column, EntryIndex entry) {
        const std::size_t slot = slot_of(column);
        columns_[slot] = column;
        entries_[slot] = entry;
    }
    /// The entry in this column, or `absent`.
    [[nodiscard]] EntryIndex find(NodeId column) const {
        const std::size_t slot = slot_of(column);
        return columns_[slot] == column ? entries_[slot] : absent;
    }

private:
    static constexpr NodeId nobody = -1;

    [[nodiscard]] std::size_t slot_of(NodeId column) const {
        std::size_t slot = (static_cast<std::uint32_t>(column) * 2654435769U >> 8U) & mask_;
        while (columns_[slot] != nobody && columns_[slot] != column) {
            slot = (slot + 1) & mask_;
        }
        return slot;
    }

    std::vector<NodeId> columns_;
    std::vector<EntryIndex> entries_;
    std::size_t mask_ = 0;
};

class Rerouting {
public:
    Rerouting(const FreshRows& rows, std::span<const std::uint8_t> is_in_set, double least_strength, Compensation compensation,
              const SmoothVectors& vectors, const Parallel& parallel)
        : rows_(rows),
          is_in_set_(is_in_set),
          compensation_(compensation),
          vectors_(vectors),
          parallel_(parallel),
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
        for (std::uint8_t grade = 0; grade < grades; ++grade) {
            if ((present >> grade & 1U) == 0) {
                continue;
            }
            parallel_for_pieces(rows_.size(), rows_a_piece, parallel_, [&](std::size_t begin, std::size_t end) {
                EntryTable table;
                std::vector<Detour> space;
                for (std::size_t row = begin; row < end; ++row) {
                    if ((grades_in_row_[row] >> grade & 1U) != 0) {
                        drop_grade(row, grade, table, space);
                    }
                }
            });
        }
        for_all_rows([&](std::size_t row) { put_new_weights(row); });
        return std::move(extra_);
    }

private:
    template <typename Body>
    void for_all_rows(const Body& body) const {
        parallel_for_pieces(rows_.size(), rows_a_piece, parallel_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                body(row);
            }
        });
    }

    void grade_row(std::size_t row, std::span<const double> inverse_degree, double least_strength) {
        std::uint64_t present = 0;
        for (EntryIndex e = rows_.begin[row]; e < rows_.end[row]; ++e) {
            const NodeId other = rows_.row(rows_.to[e]);
            grade_[e] = strong;
            stays_[e] = 0;
            extra_[e] = 0;
            if (other >= 0 && rows_.to[e] != rows_.node(row) && may_go(rows_.node(row), rows_.to[e])) {
                const double s = strength(rows_.weights[e], inverse_degree[row], inverse_degree[other]);
                if (s < least_strength) {
                    grade_[e] = is_in_set_.empty() ? grade_of(s, least_strength) : 0;
                    present |= std::uint64_t{1} << grade_[e];
                }
            }
        }
        grades_in_row_[row] = present;
    }

    [[nodiscard]] bool may_go(NodeId a, NodeId b) const {
        return is_in_set_.empty() || (is_in_set_[a] != 0 && is_in_set_[b] != 0);
    }

    /// Replaces what was moved to the entries of a row by their new weights. The lower of two rows does so for both entries of an
    /// edge, unless neither has weak entries and so moved anything: then each does it for its own.
    void put_new_weights(std::size_t row) {
        const auto here = static_cast<NodeId>(row);
        for (EntryIndex e = rows_.begin[row]; e < rows_.end[row]; ++e) {
            const NodeId other = rows_.row(rows_.to[e]);
            if (other < 0 || other == here || (grades_in_row_[row] | grades_in_row_[other]) == 0) {
                extra_[e] = rows_.weights[e];
            } else if (here < other) {
                const EntryIndex back = rows_.find(other, rows_.node(row));
                const bool is_left = grade_[e] == strong || stays_[e] != 0;
                extra_[e] = is_left ? rows_.weights[e] + (extra_[e] + extra_[back]) : 0.0;
                extra_[back] = extra_[e];
            }
        }
    }

    /// Whether a path may go over this entry of a row while edges of the grade are dropped.
    [[nodiscard]] bool may_carry(EntryIndex e, std::uint8_t grade) const {
        return grade_[e] > grade && (is_in_set_.empty() || is_in_set_[rows_.to[e]] == 0);
    }

    void drop_grade(std::size_t row, std::uint8_t grade, EntryTable& table, std::vector<Detour>& space) {
        const EntryIndex end = rows_.end[row];
        table.start(static_cast<std::size_t>(end - rows_.begin[row]));
        for (EntryIndex e = rows_.begin[row]; e < end; ++e) {
            if (may_carry(e, grade) && rows_.row(rows_.to[e]) >= 0) {
                table.add(rows_.to[e], e);
            }
        }
        for (EntryIndex e = rows_.begin[row]; e < end; ++e) {
            if (grade_[e] != grade) {
                continue;
            }
            const Detours detours = find_detours(rows_.node(row), rows_.row(rows_.to[e]), grade, table, space);
            if (detours.over.empty()) {
                stays_[e] = 1;
            } else if (compensation_ != Compensation::none) {
                move_weight(row, e, rows_.weights[e] + (extra_[e] + extra_[detours.back]), detours.over);
            }
        }
    }

    struct Detours {
        EntryIndex back;  ///< the other row's entry that leads here
        std::span<const Detour> over;
    };

    /// The nodes that the table and a row have in common, in edges above the grade. They lie in `space`.
    Detours find_detours(NodeId here, NodeId there, std::uint8_t grade, const EntryTable& table,
                         std::vector<Detour>& space) const {
        const EntryIndex end = rows_.end[there];
        space.resize(std::max(space.size(), static_cast<std::size_t>(end - rows_.begin[there])));
        std::size_t found = 0;
        EntryIndex back = 0;
        // Whether a column is common is a toss-up, so every one is noted and most are overwritten: no branch to guess.
        // The table has no column of the set.
        for (EntryIndex b = rows_.begin[there]; b < end; ++b) {
            const NodeId column = rows_.to[b];
            const EntryIndex a = table.find(column);
            space[found].from_here = a;
            space[found].from_there = b;
            back = column == here ? b : back;
            found += static_cast<std::size_t>(a != EntryTable::absent) & static_cast<std::size_t>(grade_[b] > grade) &
                     static_cast<std::size_t>(column != here);
        }
        for (Detour& detour : std::span(space).first(found)) {
            const double first = rows_.weights[detour.from_here];
            const double second = rows_.weights[detour.from_there];
            detour.conductance = first * second / (first + second);
        }
        return {back, std::span(space).first(found)};
    }

    void move_weight(std::size_t row, EntryIndex e, double weight, std::span<const Detour> detours) {
        double conductance = 0;
        for (const Detour& detour : detours) {
            conductance += detour.conductance;
        }
        const double moved = 2 * weight * share_moved(row, e, detours, conductance) / conductance;
        for (const Detour& detour : detours) {
            extra_[detour.from_here] += moved * detour.conductance;
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
        for (const Detour& detour : detours) {
            const auto& between = vectors_.values[rows_.to[detour.from_here]];
            const auto factor = static_cast<float>(detour.conductance / conductance);
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

    const FreshRows& rows_;
    std::span<const std::uint8_t> is_in_set_;  ///< empty: edges of all nodes may go
    Compensation compensation_;
    const SmoothVectors& vectors_;
    const Parallel& parallel_;
    Buffer<std::uint8_t> grade_;           ///< of each entry
    Buffer<std::uint8_t> stays_;           ///< weak entries without a detour
    NewWeights extra_;                     ///< what the entry's own row moved to it; at the end its new weight
    Buffer<std::uint64_t> grades_in_row_;  ///< a bit for each grade that a row has
};

NewWeights weights_as_they_are(const FreshRows& rows, const Parallel& parallel) {
    NewWeights weights(rows.weights.size());
    parallel_for_pieces(rows.size(), rows_a_piece, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            std::copy(rows.weights.data() + rows.begin[row], rows.weights.data() + rows.end[row], weights.data() + rows.begin[row]);
        }
    });
    return weights;
}

}  // namespace

NewWeights reroute_weak_edges(const FreshRows& rows, double least_strength, Compensation compensation,
                              const SmoothVectors& vectors, const Parallel& parallel) {
    if (least_strength <= 0) {
        return weights_as_they_are(rows, parallel);
    }
    return Rerouting(rows, {}, least_strength, compensation, vectors, parallel).run();
}

NewWeights reroute_within(const FreshRows& rows, std::span<const std::uint8_t> is_in_set, double least_strength,
                          Compensation compensation, const SmoothVectors& vectors, const Parallel& parallel) {
    return Rerouting(rows, is_in_set, least_strength, compensation, vectors, parallel).run();
}

}  // namespace ndpool
