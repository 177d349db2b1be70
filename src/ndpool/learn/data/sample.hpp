#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/learn/data/propagation.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// What a pool does with the features of the nodes that a kept node stands for.
enum class Reduce : std::uint8_t {
    take,  ///< those of the kept node alone: the paper's decimation
    mean,
    sum,  ///< weighted by the method's assignment matrix, where it gave one
    max,
    harmonic,  ///< every node is spread over kept nodes: harmonic_restriction
    // The features of the kept node beside those that another reduction gives: twice as many columns.
    take_and_mean,
    take_and_sum,
    take_and_max,
    take_and_harmonic,
};

/// Whether a reduction puts the features of the kept node beside others.
[[nodiscard]] bool takes_beside(Reduce reduce);
/// The reduction of all nodes in it: `mean` of take_and_mean; any other is itself.
[[nodiscard]] Reduce joining_part(Reduce reduce);

/// One propagation step on one level: row i of `matrix` says how the features of all nodes are combined into computed row i.
struct PropagationStep {
    SparseRows matrix;               ///< computed rows x nodes of the level
    SparseRows transposed;           ///< for gradients
    std::vector<std::int32_t> rows;  ///< the node of each computed row, ascending

    // Annotations of each entry of `matrix`, in its order; empty unless SampleOptions::annotate_edges.
    std::int32_t annotation_width = 0;
    std::vector<float> annotations = {};       ///< annotation_width numbers: the edge's weight, then those of EdgeAnnotations
    std::vector<std::int32_t> relations = {};  ///< a number below relation_count + 1

    [[nodiscard]] bool is_whole() const { return matrix.rows == matrix.columns; }
};

/// The propagation step with this matrix; its rows are those of the given nodes.
[[nodiscard]] PropagationStep hop_of(SparseRows matrix, std::vector<std::int32_t> rows);

/// One level of a graph, or of a union of graphs, as a network sees it.
struct LevelOperators {
    PropagationStep last;   ///< for a layer's last step; if the next pool only takes rows, the other rows are never computed
    PropagationStep inner;  ///< for the steps before it, all rows; empty unless layers take several steps
    SparseRows
        pool;  ///< nodes of the next level x computed rows, with weights; empty where the next pool takes all computed rows
    SparseRows pool_transposed;
    std::vector<std::int32_t> taken;  ///< the computed row of each node of the next level, for reductions that also take rows
};

/// Annotations, besides the weights, of the edges of the graph that a pyramid was made of: one row for each stored entry of its
/// adjacency matrix, in their order, so that an edge has two rows. Empty if the data has none.
///
/// Edges of coarser levels join kept nodes and correspond to no edge of the data: their attributes are zeros, so that only
/// their weight is known, and their relation is relation_count, which no edge of the base has.
struct EdgeAnnotations {
    std::size_t columns = 0;
    std::span<const double> attributes = {};       ///< row by row
    std::span<const std::int32_t> relations = {};  ///< one per entry, 0 .. relation_count - 1; if empty, all are 0
    std::int32_t relation_count = 1;
};

struct SampleOptions {
    Propagation propagation = Propagation::symmetric;
    Reduce reduce = Reduce::take;
    bool prune = true;            ///< never compute rows that a pool drops; results are the same
    bool several_hops = false;    ///< layers take several steps, so `inner` is needed
    bool keep_adjacency = false;  ///< keep the plain adjacency matrix for poolers that make their own levels
    bool annotate_edges = false;  ///< layers read the annotations of edges; not for symmetric_with_loops, whose loops have none
};

/// A graph with its class and everything about its pyramid that a network needs, computed once.
struct Sample {
    std::int32_t label = 0;
    SparseRows features;                 ///< one row per node of the base; rows of nodes that only pad it are empty
    std::vector<LevelOperators> levels;  ///< the base and the stored levels
    SparseRows adjacency;                ///< of the base, if it was asked for
};

/// `features` has one row for each node of the graph that the pyramid was made of. `edges` is read if options.annotate_edges
/// says so; throws InvalidInput if it does not fit the base.
[[nodiscard]] Sample make_sample(const Pyramid& pyramid, SparseRows features, std::int32_t label, const SampleOptions& options,
                                 const EdgeAnnotations& edges = {});

}  // namespace ndpool
