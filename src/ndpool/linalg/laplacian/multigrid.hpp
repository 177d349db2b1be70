#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

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
    /// neighbours nearer to kept ones and are then relaxed `sweeps` times, towards L x = 0 at the dropped nodes.
    void extend(std::size_t level, const VectorBlock& coarse, int sweeps, VectorBlock& fine, CycleSpace& space) const;

    /// Replaces residuals by an approximate solution of L x = residuals on a level: one V-cycle from zero, a symmetric operator,
    /// with a damped Jacobi step before and after each coarser level.
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
    };

    void interpolate(const GridLevel& level, const VectorBlock& coarse, const VectorBlock* residuals, VectorBlock& fine) const;
    void relax_dropped(const GridLevel& level, VectorBlock& x, VectorBlock& scratch) const;
    void restrict_residuals(const GridLevel& level, VectorBlock& fine, VectorBlock& coarse) const;
    void solve_coarsest(const GridLevel& level, VectorBlock& residuals, VectorBlock& scratch) const;
    static GridLevel grid_level(const Graph& graph, std::span<const NodeId> kept);
    /// Sorts the dropped nodes into layers by the number of steps to a kept one.
    static void find_layers(GridLevel& level);

    std::vector<GridLevel> levels_;
    Eigen::MatrixXf coarsest_inverse_;
    Parallel parallel_;
};

}  // namespace ndpool
