#pragma once

#include <vector>

#include "ndpool/graph/packed_graph.hpp"
#include "ndpool/pyramid/ndp/lean/lean_pyramid.hpp"

// Internal to pyramid/: the descent of lean_pyramid.
namespace ndpool {

inline constexpr NodeId exact_below = 1200;  // other values: results/constants.txt
/// Levels of at most this number of nodes are fitted to the lowest modes weight by weight, larger ones by a factor. With 2000
/// instead levels of triangulations are off by 2.4 % instead of .3 (results/lean_profile.txt).
inline constexpr NodeId fitted_by_modes = 20000;

/// The descent. `working` are its graphs, lean ones first, exact ones after them; small levels are returned with fewer
/// edges.
struct LeanDescent {
    Pyramid pyramid;  ///< its levels have no graphs yet
    std::vector<Graph> working;
    std::vector<NodeId> components;  ///< of the working graphs; only those that were counted
    std::size_t lean_levels = 0;
    LeanOptions lean;
    std::vector<PackedGraph> aside;  ///< working graphs that were packed, by level; empty for the others
    NodeId packed_above = 0;

    /// The working graph of a level; level 0 is the base. It must not have been put aside.
    [[nodiscard]] const Graph& graph(std::size_t level) const { return level == 0 ? pyramid.base : working[level - 1]; }
    [[nodiscard]] Graph& graph(std::size_t level) { return level == 0 ? pyramid.base : working[level - 1]; }
    [[nodiscard]] const Graph& last() const { return graph(working.size()); }
    [[nodiscard]] bool samples() const { return lean.thinning == Thinning::sample; }
};

/// Packs the working graph of a level that is not needed for a while, if it is large.
void put_aside(LeanDescent& at, std::size_t level);
/// Unpacks it again; it may not have been packed.
void take_up(LeanDescent& at, std::size_t level);

[[nodiscard]] LeanDescent descend(Graph graph, const LeanPyramidOptions& options, Seed seed, const Progress& progress);

}  // namespace ndpool
