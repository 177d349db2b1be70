#pragma once

#include <cstdint>
#include <vector>

#include "ndpool/graph/laplacian.hpp"

// Internal to linalg/eigen/: the matrix that the eigensolvers work on.
namespace ndpool {

/// Length of a row or vector of `size` numbers filled up to whole registers of any processor.
[[nodiscard]] constexpr std::size_t padded(std::size_t size) {
    constexpr std::size_t lanes = 8;
    return (size + lanes - 1) / lanes * lanes;
}

/// Writes the Laplacian as a full matrix over zeros, rows of `stride` numbers; self-loops are left out.
void write_full_laplacian(const Graph& graph, Laplacian laplacian, std::size_t stride, double* matrix);

/// x -> L x for vectors of padded_size() numbers, of which those beyond size() are zero. Holds a copy of the matrix made
/// for this: entries scaled once, no self-loops. It is a full matrix if the graph is small and not sparse, compressed rows
/// otherwise. Compressed rows leave out negligible edges (see negligible_edges.hpp); long ones hold the upper half of the matrix.
class LaplacianOperator {
public:
    LaplacianOperator(const Graph& graph, Laplacian laplacian);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t padded_size() const { return padded(size_); }
    /// How many entries of the matrix a product multiplies.
    [[nodiscard]] std::size_t entry_count() const { return is_half_ ? 2 * values_.size() : values_.size(); }

    /// y = L x
    void apply(const double* x, double* y) const;

private:
    void fill_sparse(const Graph& graph, Laplacian laplacian);
    /// Reserves memory for at least `needed` of `all` entries: memory for entries that will be left out is not touched.
    void make_room(std::size_t needed, std::size_t all);
    void resize(std::size_t entries);
    [[nodiscard]] bool has_short_indices() const { return size_ <= std::size_t{1} << 16; }
    void apply_half(const double* x, double* y) const;
    template <typename Index>
    void apply_sparse(const Index* all_indices, const double* x, double* y) const;

    std::size_t size_;
    bool is_full_;
    bool is_half_ = false;        ///< compressed rows of the upper half alone, which is read for both
    std::vector<double> values_;  ///< full: rows of padded_size() numbers; otherwise minus the off-diagonal entries
    std::vector<double> diagonal_;
    std::vector<EntryIndex> offsets_;
    std::vector<NodeId> indices_;               ///< either this or the next is used, by size
    std::vector<std::uint16_t> short_indices_;  ///< a product takes as long as reading the matrix does
};

}  // namespace ndpool
