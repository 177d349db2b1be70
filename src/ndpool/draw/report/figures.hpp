#pragma once

#include <string>
#include <vector>

#include "ndpool/draw/picture/picture.hpp"

namespace ndpool {

/// A drawing and the words under it (plain text, not yet escaped).
struct Figure {
    std::string svg;
    std::string heading;
    std::string caption;
    std::string note;  ///< what is not drawn, empty if all is
};

/// The row of one level: the graph before with its kept and dropped nodes or its groups, the reduced graph if it is known, and
/// the sparsified graph.
struct LevelFigures {
    std::string heading;  ///< "Level 1"
    std::string summary;  ///< one line about the cut
    std::vector<Figure> columns;
};

/// All panels of a pyramid; all panels of the levels have the same size.
struct PyramidFigures {
    Figure input;
    int input_width = 0;  ///< pixels, like the other sizes
    int input_height = 0;
    int panel_width = 0;
    int panel_height = 0;
    std::string chart;  ///< nodes and edges by level, chart_width wide; empty without levels
    int chart_width = 0;
    int chart_height = 0;
    std::vector<LevelFigures> levels;
};

/// Draws all panels. Throws InvalidInput like check_picture.
[[nodiscard]] PyramidFigures pyramid_figures(const PyramidPicture& picture);

/// One entry of the legend: a small SVG of 34 x 18 pixels and what it means.
struct LegendEntry {
    std::string svg;
    std::string meaning;
};
/// The legend for cuts, or for joined nodes.
[[nodiscard]] std::vector<LegendEntry> legend(const PyramidPicture& picture);

}  // namespace ndpool
