#pragma once

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
    std::vector<NodeId> kept;          ///< nodes of `before` that were kept, ascending
    Graph reduced;                     ///< Kron reduction of `before` on `kept`
    Graph sparsified;                  ///< the copy of `reduced` without its weak edges
    double cut_fraction = 0;           ///< not a number: unknown, drawn as a dash
    double upper_bound = 0;            ///< of the cut fraction; likewise
    std::string origin;                ///< what made the cut
};

/// A graph and its coarsened versions.
struct PyramidPicture {
    std::string title;
    std::vector<Point> positions;  ///< of the input's nodes, y up; none at all: graph_layout places them
    Graph input;
    std::vector<LevelPicture> levels;
    double epsilon = 0;                                      ///< threshold of the sparsification
    std::vector<std::pair<std::string, std::string>> facts;  ///< what is shown beside the input: name and value
};

/// Throws InvalidInput, naming the level, if nodes, positions and graphs do not fit together.
void check_picture(const PyramidPicture& picture);

}  // namespace ndpool
