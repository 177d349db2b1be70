#pragma once

#include "ndpool/cut/regions/elimination_order.hpp"

namespace ndpool {

/// Largest cuts of parts of a graph: the nodes of a region whose elimination order has a small width get the sides of the
/// largest cut while all other nodes are fixed. The method is dynamic programming over tables of up to 2^width entries; among
/// equally large cuts one is drawn at random. Hamze and de Freitas (2004) and Selby (2014) search with trees in this way. The
/// problem must outlive this.
class RegionSolver {
public:
    RegionSolver(const CutProblem& problem, int width);

    /// Returns how many entries the tables had. The cut never becomes smaller, but for rounding where weights are no integers.
    std::uint64_t solve(std::span<const NodeId> region, std::span<Side> sides, Random& random);

private:
    void lay_out();
    void fill_own(std::size_t place, std::span<const Side> sides);
    void add_child(std::size_t place, std::size_t child);
    void choose(std::size_t place, bool first_if_equal);
    void read_off(std::span<Side> sides) const;

    const CutProblem& problem_;
    MinimumDegreeOrder elimination_;
    const EliminationOrder* order_ = nullptr;
    std::vector<NodeId> place_;        ///< of each node of the problem in the order; -1 outside
    std::vector<NodeId> first_child_;  ///< of each place: a child's table is added to that of its first later neighbour
    std::vector<NodeId> next_sibling_;
    std::vector<std::size_t> starts_;  ///< of each place's table; bit k of an index is the side of its k-th later neighbour
    std::vector<float> values_;
    std::vector<char> choices_;  ///< whether the node is on the first side
    // Of the node that is being processed:
    std::vector<float> on_first_;
    std::vector<float> on_second_;
    std::vector<std::uint32_t> index_;
    std::vector<float> weights_;
};

}  // namespace ndpool
