#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// One step of coarsening, as it is to be drawn.
struct LevelPicture {
    int level = 0;                     ///< 1, 2, ...
    Graph before;                      ///< the graph whose nodes were cut: the unsparsified level before
    std::vector<NodeId> before_nodes;  ///< input node of each node of `before`
    std::vector<NodeId> kept;          ///< nodes of `before` that were kept, ascending; if nodes are joined, one of each group
    std::optional<Graph> reduced;      ///< Kron reduction of `before` on `kept`; nothing if only the stored level is known
    Graph sparsified;                  ///< the copy of `reduced` without its weak edges, or the stored level
    double cut_fraction = 0;           ///< NaN if unknown, drawn as a dash
    double upper_bound = 0;            ///< of the cut fraction; NaN if unknown
    std::string origin;                ///< what made the cut
    /// If nodes are joined: for each node of `before` its node in `sparsified`, -1 for none. Empty if there was a cut.
    std::vector<NodeId> joined = {};
    std::optional<EntryIndex> edges_before = {};  ///< edges of the reduction if `reduced` is not given; nothing: unknown
};

/// A graph and its coarsened versions.
///
/// @code
/// PyramidPicture picture;
/// picture.title = "Twelve nodes";
/// picture.input = ring_graph(12).graph;
/// check_picture(picture);  // throws InvalidInput if something does not fit
/// assert(picture.levels.empty());
/// @endcode
struct PyramidPicture {
    std::string title;
    std::vector<Point> positions;  ///< of the input's nodes, y up; if empty, graph_layout places them
    Graph input;
    std::vector<LevelPicture> levels;
    double epsilon = 0;                                      ///< threshold of the sparsification
    std::vector<std::pair<std::string, std::string>> facts;  ///< what is shown beside the input: name and value
    std::string method = {};                                 ///< its name, where several are compared
    bool relative_epsilon = false;  ///< the threshold is relative to weights, so that no single one fits all levels
};

/// Throws InvalidInput, naming the level, if nodes, positions and graphs do not fit together.
void check_picture(const PyramidPicture& picture);

}  // namespace ndpool
