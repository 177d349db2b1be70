// Dropping weak edges in grades, the weakest first: an edge of one grade moves its weight to paths of two edges of
// higher grades, which may themselves be dropped later and hand on what they got. A row writes only to its own
// entries; what an edge got in all is the sum of what both of its rows noted, so no thread waits for another.
#include <algorithm>
#include <cmath>

#include "ndpool/kron/fresh_rows.hpp"

namespace ndpool {

namespace {

constexpr std::size_t rows_a_chunk = 1 << 11;
constexpr std::uint8_t grades = 56;
constexpr std::uint8_t strong = 255;

/// Grade of an edge below the threshold: octaves above the weakest grade.
std::uint8_t grade_of(double strength, double least_strength) {
    const int octave = std::ilogb(strength / least_strength);  // at most -1
    return static_cast<std::uint8_t>(std::max(0, grades + octave));
}

/// A node that two ends of a weak edge have in common.
struct Detour {
    EntryIndex from_here;  ///< the entry that leads to it
    double conductance;    ///< of the two edges in series
};

/// Where the columns of one row are, in a small hash table: asking for a column of another row costs a look or two.
class ColumnTable {
public:
    void fill(std::span<const NodeId> columns) {
        clear();
        std::size_t size = 64;
        while (size < 4 * columns.size()) {
            size *= 2;
        }
        if (slots_.size() < size) {
            slots_.assign(size, empty);
        }
        mask_ = size - 1;
        columns_ = columns;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            std::size_t slot = first_slot(columns[i]);
            while (slots_[slot] != empty) {
                slot = (slot + 1) & mask_;
            }
            slots_[slot] = static_cast<std::uint32_t>(i);
            used_.push_back(slot);
        }
    }

    /// Position of the column in the row, or `empty`.
    [[nodiscard]] std::uint32_t find(NodeId column) const {
        std::size_t slot = first_slot(column);
        while (slots_[slot] != empty && columns_[slots_[slot]] != column) {
            slot = (slot + 1) & mask_;
        }
        return slots_[slot];
    }

    static constexpr std::uint32_t empty = 0xFFFFFFFF;

private:
    [[nodiscard]] std::size_t first_slot(NodeId column) const {
        return (static_cast<std::uint32_t>(column) * 2654435769U >> 8U) & mask_;
    }
    void clear() {
        for (const std::size_t slot : used_) {
            slots_[slot] = empty;
        }
        used_.clear();
    }

    std::vector<std::uint32_t> slots_;
    std::size_t mask_ = 0;
    std::span<const NodeId> columns_;
    std::vector<std::size_t> used_;
};

class Rerouting {
public:
    Rerouting(const FreshRows& rows, std::span<const std::uint8_t> is_in_set, double least_strength, Compensation compensation,
              const SmoothVectors& vectors, const Parallel& parallel)
        : rows_(rows), is_in_set_(is_in_set), compensation_(compensation), vectors_(vectors), parallel_(parallel) {
        grade_.resize(rows.to.size());
        grades_in_row_.resize(rows.size());
        stays_.assign(rows.to.size(), 0);
        extra_.assign(compensation == Compensation::none ? 0 : rows.to.size(), 0.0);
        const std::vector<double> inverse_degree = inverse_degrees(rows, parallel);
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
            for_chunks([&](std::size_t begin, std::size_t end) {
                ColumnTable table;
                std::vector<Detour> detours;
                for (std::size_t row = begin; row < end; ++row) {
                    if ((grades_in_row_[row] >> grade & 1U) != 0) {
                        drop_grade(row, grade, table, detours);
                    }
                }
            });
        }
        NewWeights weights(rows_.to.size());
        for_all_rows([&](std::size_t row) {
            for (EntryIndex e = rows_.offsets[row]; e < rows_.offsets[row + 1]; ++e) {
                weights[e] = grade_[e] == strong || stays_[e] != 0 ? weight_now(row, e) : 0.0;
            }
        });
        return weights;
    }

private:
    template <typename Body>
    void for_chunks(const Body& body) const {
        const std::size_t chunks = (rows_.size() + rows_a_chunk - 1) / rows_a_chunk;
        parallel_for(chunks, parallel_,
                     [&](std::size_t chunk) { body(chunk * rows_a_chunk, std::min(rows_.size(), (chunk + 1) * rows_a_chunk)); });
    }
    template <typename Body>
    void for_all_rows(const Body& body) const {
        for_chunks([&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                body(row);
            }
        });
    }

    void grade_row(std::size_t row, const std::vector<double>& inverse_degree, double least_strength) {
        std::uint64_t present = 0;
        for (EntryIndex e = rows_.offsets[row]; e < rows_.offsets[row + 1]; ++e) {
            const NodeId other = rows_.row_of[rows_.to[e]];
            grade_[e] = strong;
            if (other >= 0 && rows_.to[e] != rows_.nodes[row] && may_go(rows_.nodes[row], rows_.to[e])) {
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

    /// The weight of an entry with what was moved to it from either end.
    [[nodiscard]] double weight_now(std::size_t row, EntryIndex e) const {
        const NodeId other = rows_.row_of[rows_.to[e]];
        if (extra_.empty() || other < 0 || rows_.to[e] == rows_.nodes[row]) {
            return rows_.weights[e];
        }
        return rows_.weights[e] + (extra_[e] + extra_[rows_.find(other, rows_.nodes[row])]);
    }

    void drop_grade(std::size_t row, std::uint8_t grade, ColumnTable& table, std::vector<Detour>& detours) {
        const auto length = static_cast<std::size_t>(rows_.offsets[row + 1] - rows_.offsets[row]);
        table.fill({rows_.to.data() + rows_.offsets[row], length});
        for (EntryIndex e = rows_.offsets[row]; e < rows_.offsets[row + 1]; ++e) {
            if (grade_[e] != grade) {
                continue;
            }
            const EntryIndex back = find_detours(row, rows_.row_of[rows_.to[e]], grade, table, detours);
            if (detours.empty()) {
                stays_[e] = 1;
            } else if (compensation_ != Compensation::none) {
                move_weight(row, e, rows_.weights[e] + (extra_[e] + extra_[back]), detours);
            }
        }
    }

    /// The columns that both rows have, in edges above the grade between fresh rows; returns the entry from there to here.
    EntryIndex find_detours(std::size_t here, NodeId there, std::uint8_t grade, const ColumnTable& table,
                            std::vector<Detour>& detours) const {
        detours.clear();
        EntryIndex back = 0;
        for (EntryIndex b = rows_.offsets[there]; b < rows_.offsets[there + 1]; ++b) {
            const NodeId column = rows_.to[b];
            if (column == rows_.nodes[here]) {
                back = b;
                continue;
            }
            if (grade_[b] <= grade || column == rows_.nodes[there] || (!is_in_set_.empty() && is_in_set_[column] != 0)) {
                continue;
            }
            const std::uint32_t position = table.find(column);
            if (position == ColumnTable::empty || rows_.row_of[column] < 0) {
                continue;
            }
            const EntryIndex a = rows_.offsets[here] + position;
            if (grade_[a] > grade) {
                const double product = rows_.weights[a] * rows_.weights[b];
                detours.push_back({a, product / (rows_.weights[a] + rows_.weights[b])});
            }
        }
        return back;
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
        const auto& here = vectors_.values[rows_.nodes[row]];
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
    std::vector<std::uint8_t> grade_;           ///< of each entry
    std::vector<std::uint64_t> grades_in_row_;  ///< a bit for each grade that a row has
    std::vector<std::uint8_t> stays_;           ///< weak entries without a detour
    std::vector<double> extra_;                 ///< what the entry's own row moved to it
};

}  // namespace

NewWeights reroute_weak_edges(const FreshRows& rows, double least_strength, Compensation compensation,
                              const SmoothVectors& vectors, const Parallel& parallel) {
    return Rerouting(rows, {}, least_strength, compensation, vectors, parallel).run();
}

NewWeights reroute_within(const FreshRows& rows, std::span<const std::uint8_t> is_in_set, double least_strength,
                          Compensation compensation, const SmoothVectors& vectors, const Parallel& parallel) {
    return Rerouting(rows, is_in_set, least_strength, compensation, vectors, parallel).run();
}

}  // namespace ndpool
