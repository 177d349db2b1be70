#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ndpool/graph/placed_graph.hpp"

// What figures are made of, as plain data: pages and static pictures draw the same values.
namespace ndpool {

enum class Scale : std::uint8_t { linear, logarithmic };
enum class ChartKind : std::uint8_t { lines, dots, bars };

/// A curve, a cloud of dots or a group of bars. A value that is not finite is a gap; so is one that is not positive on a
/// logarithmic axis.
struct ChartSeries {
    std::string name;
    std::vector<double> x = {};
    std::vector<double> y = {};     ///< as long as x
    std::vector<double> low = {};   ///< lower end of a band or an error bar, as long as x; empty if there is none
    std::vector<double> high = {};  ///< its upper end
    bool dashed = false;            ///< a bound or a threshold rather than a measurement
    bool from_paper = false;        ///< the paper's value, drawn hollow or pale
};

struct ReportChart {
    std::string title;
    std::string x_label;
    std::string y_label;
    Scale x_scale = Scale::linear;
    Scale y_scale = Scale::linear;
    ChartKind kind = ChartKind::lines;
    std::vector<ChartSeries> series = {};
    std::vector<std::string> x_names = {};  ///< names of x = 0, 1, 2, ... if x is a category
};

struct DrawnEdge {
    std::int32_t a = 0;  ///< index into DrawnLevel::nodes, like b
    std::int32_t b = 0;
    float weight = 1;
};

/// One graph of a picture; one position of a slider that chooses the level.
struct DrawnLevel {
    std::string title;
    std::vector<std::int32_t> nodes = {};     ///< index into ReportGraph::positions
    std::vector<DrawnEdge> edges = {};        ///< each once; no self-loops
    std::vector<std::uint8_t> kept = {};      ///< for each node 1 if the next level keeps it; empty without a next level
    std::vector<std::int32_t> clusters = {};  ///< for each node the node of the next level that it joins, or -1; or empty
};

/// Graphs that share one layout, such as the levels of a pyramid.
struct ReportGraph {
    std::string title;
    std::vector<Point> positions = {};  ///< y points up
    std::vector<DrawnLevel> levels = {};
    std::vector<double> epsilons = {};  ///< thresholds to choose from, ascending: lighter edges are hidden; empty if none
};

/// A matrix shown as a picture, such as an adjacency matrix.
struct ReportMatrix {
    std::string title;
    int rows = 0;
    int columns = 0;
    std::vector<float> values = {};  ///< row after row
};

/// A table of words and numbers that are already text.
struct TextTable {
    std::string title;
    std::vector<std::string> columns = {};
    std::vector<std::vector<std::string>> rows = {};  ///< a cell for each column
    std::string note = {};
};

/// Throw InvalidInput, naming the part, if lengths differ or a number points outside its list.
void check_part(const ReportChart& chart);
void check_part(const ReportGraph& graph);
void check_part(const ReportMatrix& matrix);
void check_part(const TextTable& table);

}  // namespace ndpool
