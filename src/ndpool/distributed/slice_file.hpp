#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ndpool/distributed/graph_slice.hpp"

// Slices of binary graphs: each rank maps the file and reads its rows, and all ranks write one file together.
namespace ndpool {

/// Rows from `first` to `second` - 1.
using RowRange = std::pair<std::int64_t, std::int64_t>;

/// The rows of this rank, so that all ranks have about as many entries and rows together.
[[nodiscard]] RowRange own_range(const Ranks& ranks, const std::filesystem::path& file);

/// The rows of a square binary matrix; the names of the nodes are their numbers. Throws InvalidInput on all ranks for a broken
/// file and for weights that are not positive.
[[nodiscard]] OwnRows read_rows(const Ranks& ranks, const std::filesystem::path& file, const RowRange& range);

/// Throws InvalidInput on all ranks unless the graph is symmetric to the last bit.
void require_symmetric(const GraphSlice& slice, const std::string& file);

/// Whether a spec is grid:RxC, whose rows each rank makes in place, without a file.
[[nodiscard]] bool is_grid(const std::string& spec);
[[nodiscard]] std::int64_t grid_node_count(const std::string& spec);
/// Rows of the grid, of this range or as many as the other ranks have.
[[nodiscard]] std::optional<OwnRows> grid_rows(const Ranks& ranks, const std::string& spec, std::optional<RowRange> range = {});

/// Writes a square matrix in the binary format, its weights multiplied by a factor.
void write_rows(const Ranks& ranks, const std::filesystem::path& file, const OwnRows& rows, double factor = 1);
/// The same as Matrix Market, the lower triangle, as matrix_market_text writes a graph.
void write_rows_as_text(const Ranks& ranks, const std::filesystem::path& file, const OwnRows& rows, double factor = 1);

/// Numbers `range.first` to `range.second` - 1 of a file that write_numbers_of_all wrote.
template <typename Number>
[[nodiscard]] std::vector<Number> read_numbers(const std::filesystem::path& file, const RowRange& range);

/// The number of self-loops of all ranks together.
[[nodiscard]] std::int64_t self_loop_count(const Ranks& ranks, const OwnRows& rows);

}  // namespace ndpool
