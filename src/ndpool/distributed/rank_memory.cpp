#include "ndpool/distributed/rank_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/memory.hpp"
#include "ndpool/io/formats/binary.hpp"
#include "ndpool/io/mapped_file.hpp"

namespace ndpool {

namespace {

/// Ranks of the same machine share its memory.
int ranks_on_this_machine(const Ranks& ranks) {
    MPI_Comm machine = MPI_COMM_NULL;
    int count = 1;
    MPI_Comm_split_type(ranks.comm(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &count);
    MPI_Comm_free(&machine);
    return count;
}

struct SliceSize {
    double rows = 0;
    double entries = 0;
};

SliceSize size_of(const Ranks& ranks, const SliceInput& input) {
    if (input.generator) {
        const double rows = static_cast<double>(grid_node_count(*input.generator)) / ranks.count();
        return {rows, 4 * rows};
    }
    const RowRange range = own_range(ranks, input.file);
    SliceSize size{static_cast<double>(range.second - range.first), 0};
    ranks.together([&] {
        const MappedFile file(input.file);
        const BinaryReader reader(file.bytes(), input.file.string());
        size.entries = static_cast<double>(reader.entries_before(static_cast<std::uint64_t>(range.second)) -
                                           reader.entries_before(static_cast<std::uint64_t>(range.first)));
    });
    return size;
}

/// About what a rank takes at the peak: results/many_machines.txt, with a tenth more.
double estimated_bytes(const SliceSize& size) {
    constexpr double per_row = 170;
    constexpr double per_entry = 43;
    return per_row * size.rows + per_entry * size.entries;
}

}  // namespace

void require_memory(const Ranks& ranks, const SliceInput& input, std::int64_t gather_below, std::uint64_t limit) {
    constexpr double program = 60e6;            // MPI and PETSc
    constexpr double per_gathered_node = 1000;  // of the lean pyramid that the first rank makes
    const int sharing = ranks_on_this_machine(ranks);
    const SliceSize size = size_of(ranks, input);
    ranks.together([&] {
        const double gathered = ranks.is_first() ? per_gathered_node * static_cast<double>(gather_below) : 0.0;
        const double bytes = program + std::max(estimated_bytes(size), gathered);
        const double budget = limit > 0 ? memory_budget(limit) : memory_budget(0) / sharing;
        if (bytes > budget) {
            throw TooLarge(
                fmt::format("rank {} would take about {} for {:.0f} nodes, more than the {} that it has; take more "
                            "ranks on more machines",
                            ranks.rank(), readable_bytes(bytes), size.rows, readable_bytes(budget)));
        }
    });
}

}  // namespace ndpool
