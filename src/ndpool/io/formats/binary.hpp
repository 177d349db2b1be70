#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/graph/directed.hpp"
#include "ndpool/graph/placed_graph.hpp"
#include "ndpool/io/archive/byte_stream.hpp"

// ndpool's own format for large graphs, .ndg: compressed rows as they are in memory, with counts of 64 bits. docs/formats.md
// describes it. Any range of rows can be read without the rest.
namespace ndpool {

/// The first 64 bytes of a file.
struct BinaryHeader {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t entries = 0;
    bool weighted = true;  ///< without weights all of them are 1
    bool placed = false;   ///< every row has a position

    bool operator==(const BinaryHeader&) const = default;
};

/// Where the arrays of a file begin, in bytes.
struct BinaryLayout {
    std::uint64_t offsets = 0;
    std::uint64_t columns = 0;
    std::uint64_t weights = 0;
    std::uint64_t positions = 0;
    std::uint64_t size = 0;  ///< of the file
};

[[nodiscard]] BinaryLayout layout_of(const BinaryHeader& header);
/// The 64 bytes themselves.
[[nodiscard]] std::string header_bytes(const BinaryHeader& header);
/// Whether content begins as a file of this format does.
[[nodiscard]] bool is_binary_graph(std::string_view content);

/// Reads a file that is in memory or mapped; the bytes must outlive the reader. Throws InvalidInput "FILE: ..." at what is wrong.
class BinaryReader {
public:
    /// Checks the header and the size of the file.
    BinaryReader(std::string_view bytes, std::string file);

    [[nodiscard]] const BinaryHeader& header() const { return header_; }
    /// The number of entries in all rows before this one; `row` may be the number of rows.
    [[nodiscard]] EntryIndex entries_before(std::uint64_t row) const;
    /// Rows `begin` to `end` - 1, with columns of the whole matrix. Checked: rows do not overlap, columns are ascending and
    /// exist, weights are finite.
    [[nodiscard]] SparseMatrix rows(std::uint64_t begin, std::uint64_t end) const;
    /// Positions of these rows; none if the file has none.
    [[nodiscard]] std::vector<Point> positions(std::uint64_t begin, std::uint64_t end) const;

private:
    std::string_view bytes_;
    std::string file_;
    BinaryHeader header_;
    BinaryLayout layout_;
};

/// The whole matrix, or the graph with this adjacency matrix.
[[nodiscard]] SparseMatrix parse_binary_matrix(std::string_view bytes, const std::string& file);
[[nodiscard]] Graph parse_binary_graph(std::string_view bytes, const std::string& file, Symmetrize how = Symmetrize::refuse);

/// Writes a matrix, with positions of its rows if there are any. Weights are left out if all are 1.
void write_binary(const SparseMatrix& matrix, std::span<const Point> positions, ByteSink& sink);

}  // namespace ndpool
