#pragma once

#include <optional>
#include <vector>

#include "ndpool/cut/cut.hpp"
#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// What is known of the cut that made a level.
struct LevelCut {
    double fraction = 1;     ///< gamma
    double upper_bound = 1;  ///< no cut has a larger fraction
    std::string origin;      ///< the name of the cut's origin
    bool converged = true;
    NodeId vanished_components = 0;

    bool operator==(const LevelCut&) const = default;
};

[[nodiscard]] LevelCut level_cut(const Cut& cut);

/// Time spent on a level since the stored level before it. Never part of what makes two results equal.
struct LevelSeconds {
    double eigen = 0;
    double cut = 0;
    double kron = 0;
    double sparsify = 0;

    LevelSeconds& operator+=(const LevelSeconds& other);
};

/// The smallest eigenvalues of a level and of the exact Kron reduction onto its nodes, if they were measured.
struct LevelSpectrum {
    double distance = 0;        ///< the spectral distance of the two lists
    std::vector<double> exact;  ///< the smallest non-zero eigenvalues of the exact reduction, ascending
    std::vector<double> here;   ///< those of the level
    bool converged = true;      ///< measured to the tolerance of the method
    std::string method;         ///< how: "factor" or "multigrid"
    std::vector<double> lower;  ///< certified bounds of the exact ones, if they were asked for
    std::vector<double> upper;
    bool bounds_proved = false;  ///< the lower bounds were checked by a factorisation
    bool fitted = false;         ///< the weights of the level were changed to bring `here` closer to `exact`

    bool operator==(const LevelSpectrum&) const = default;
};

/// One stored level: about N / 2^number nodes of the input's N.
struct Level {
    int number = 0;
    Graph graph;                ///< sparsified
    std::vector<NodeId> pool;   ///< for each node its node in the stored level before (level 0 is the base)
    std::vector<NodeId> nodes;  ///< for each node its node in the base
    /// The assignment matrix: how much of each node of the stored level before (column) is assigned to each node (row), for
    /// methods that join nodes instead of keeping some. Positive, columns sorted, no row empty. `pool` then has the node of the
    /// largest entry, the lowest id among equal ones.
    std::optional<SparseMatrix> assignment_matrix = {};
    NodeId fake_nodes = 0;  ///< number of last nodes that are isolated and consist of fake nodes of the base alone
    EntryIndex edges_before_sparsify = 0;
    NodeId components = 0;  ///< of `graph` without its fake nodes: a high threshold may disconnect it
    LevelCut cut;           ///< the last cut before this level; with an assignment matrix `origin` names the method
    LevelSeconds seconds;
    std::optional<LevelSpectrum> spectrum;
    std::optional<Graph> unsparsified;  ///< if it was asked for
};

/// A graph and ever smaller versions of it, made before training; which method made them does not matter to users.
struct Pyramid {
    Graph base;
    std::vector<Level> levels;
    NodeId fake_nodes = 0;  ///< number of last nodes of the base that are isolated and not in the input: see graclus_pyramid
    std::string not_measured = {};  ///< why levels that should have been measured were not; empty if nothing failed
};

/// The number n of nodes of the input; in the base these are the nodes 0 to n - 1.
[[nodiscard]] inline NodeId real_node_count(const Pyramid& pyramid) {
    return pyramid.base.node_count() - pyramid.fake_nodes;
}

/// The nodes of the input behind the nodes of pyramid.levels[index]: Level::nodes, with -1 for fake ones.
[[nodiscard]] std::vector<NodeId> input_nodes(const Pyramid& pyramid, std::size_t index);

/// The matrix S that pools a level, X' = S X: its assignment matrix, or the decimation matrix (Eq. 10), whose row i has a one
/// in column pool[i] of `nodes_before` columns.
///
/// @code
/// const Pyramid pyramid = ndp_pyramid(path_graph(6), {.levels = {1}}, Seed(1));
/// const SparseMatrix pooling = decimation_matrix(pyramid.levels[0], node_count_at(pyramid, 0));
/// assert(pooling.rows == 3 && pooling.indices == std::vector<NodeId>({0, 2, 4}));
/// @endcode
[[nodiscard]] SparseMatrix decimation_matrix(const Level& level, NodeId nodes_before);

/// Nodes of stored level `index`: 0 is the base, 1 the first of `levels`.
[[nodiscard]] NodeId node_count_at(const Pyramid& pyramid, std::size_t index);

/// The levels with these numbers only, ascending, with their pooling matrices composed. Throws InvalidInput if one is missing.
[[nodiscard]] Pyramid with_levels(Pyramid pyramid, const std::vector<int>& numbers);

}  // namespace ndpool
