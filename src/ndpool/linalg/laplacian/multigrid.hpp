#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "ndpool/base/buffer.hpp"
#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/linalg/laplacian/null_space.hpp"

namespace ndpool {

/// Work memory of V-cycles and extensions, one block of each kind per stored level. It is allocated when first needed and then
/// reused: new memory costs the system more time than a pass over it.
struct CycleSpace {
    std::vector<VectorBlock> residuals;
    std::vector<VectorBlock> extended;

    explicit CycleSpace(std::size_t levels) : residuals(levels), extended(levels) {}
};

/// Graphs, finest first, each on some of the nodes of the one before; a view.
struct NestedGraphs {
    std::vector<const Graph*> graphs;
    std::vector<std::span<const NodeId>> kept;  ///< kept[l][i] is the node of graphs[l] that is node i of graphs[l + 1]
};

/// Rows of a sparse matrix in single precision, for V-cycles: which entries of a row of the graph they need cannot be predicted,
/// so that a branch per entry took most of their time.
struct TransferRows {
    struct Entry {
        NodeId node;
        float weight;
    };
    Buffer<EntryIndex> offsets;  ///< of each row, and the end
    Buffer<Entry> entries;
    std::size_t rows = 0;  ///< that are complete

    TransferRows() = default;
    /// Without rows yet; there must be room for one entry more than the rows get.
    TransferRows(std::size_t most_rows, std::size_t room) : offsets(most_rows + 1), entries(room) { offsets[0] = 0; }

    /// Writes the next entry of a row and, if it `stays`, moves on.
    void put(Entry entry, bool stays) {
        entries[next_] = entry;
        next_ += stays ? 1 : 0;
    }
    void end_row() { offsets[++rows] = static_cast<EntryIndex>(next_); }

private:
    std::size_t next_ = 0;
};

struct CycleRows;

/// Nested graphs as a multigrid hierarchy: the Laplacian of each level approximates the Schur complement of the level before,
/// and vectors go up by harmonic extension to the dropped nodes. The graphs must outlive it. Level 0 is the finest.
class Multigrid {
public:
    /// The Laplacian of the last level is inverted as a full matrix if it has at most a
    /// thousand nodes, and only relaxed otherwise.
    Multigrid(const NestedGraphs& nested, const Parallel& parallel);

    [[nodiscard]] std::size_t level_count() const { return levels_.size(); }
    [[nodiscard]] const Graph& graph(std::size_t level) const { return *levels_[level].graph; }

    [[nodiscard]] const NullSpace& null_space(std::size_t level) const { return levels_[level].null_space; }

    /// From stored level + 1 to stored level: kept nodes copy their value, dropped ones take the weighted mean of their
    /// neighbours nearer to kept ones and are then relaxed twice, towards L x = 0 at the dropped nodes.
    void extend(std::size_t level, const VectorBlock& coarse, VectorBlock& fine, CycleSpace& space) const;

    /// Replaces residuals by an approximate solution of L x = residuals on a level: one V-cycle from zero, a symmetric operator,
    /// with a damped Jacobi step at the dropped nodes before and after each coarser level. The Laplacian of a level is so close
    /// to the Schur complement of the one before that steps at the kept nodes gain little: with damped ones at all nodes a cycle
    /// took twice as long and left .05 to .09 of the errors on sensor:100000, this one leaves .05 to .15.
    void precondition(std::size_t level, VectorBlock& residuals, CycleSpace& space) const;

private:
    struct GridLevel {
        const Graph* graph = nullptr;
        NullSpace null_space;
        std::vector<float> inverse_diagonal;
        std::span<const NodeId> kept;              ///< the node here of each node of the next level
        std::vector<NodeId> place;                 ///< of kept nodes the number on the next level, of others minus their layer
        std::vector<std::vector<NodeId>> dropped;  ///< by layer, from 1: the number of steps to a kept node
        std::vector<NodeId> unreached;             ///< dropped nodes of components without a kept one
        std::vector<float> inverse_nearer;         ///< of a dropped node: one over its weight to nearer layers
        TransferRows up;     ///< of a dropped node the weights to kept ones, by their numbers on the next level
        TransferRows down;   ///< of a kept node itself with weight 1 and the weights to dropped ones
        TransferRows among;  ///< of a dropped node the weights to other dropped ones

        [[nodiscard]] CycleRows rows() const;
    };

    void interpolate(const GridLevel& level, const VectorBlock& coarse, const VectorBlock* residuals, VectorBlock& fine) const;
    void restrict_residuals(const GridLevel& level, const VectorBlock& residuals, VectorBlock& scratch,
                            VectorBlock& coarse) const;
    /// Adds what farther layers took from a layer, from the farthest to the first.
    void pass_to_nearer(const GridLevel& level, VectorBlock& left) const;
    void solve_coarsest(const GridLevel& level, VectorBlock& residuals, VectorBlock& scratch) const;
    static GridLevel grid_level(const Graph& graph, std::span<const NodeId> kept);
    /// Sorts the dropped nodes into layers by the number of steps to a kept one. Returns the number of edges between kept nodes
    /// and the first layer.
    static std::size_t find_layers(GridLevel& level);
    static void make_transfers(GridLevel& level, std::size_t links);

    std::vector<GridLevel> levels_;
    Eigen::MatrixXf coarsest_inverse_;
    Parallel parallel_;
};

}  // namespace ndpool
