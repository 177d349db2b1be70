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
    bool faint = false;             ///< one of many that another series sums up; drawn thin
    std::string group = {};         ///< series of a group share a colour and an entry of the legend; the name if empty
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
    std::string note = {};                    ///< what is not drawn; empty if all is
};

/// Graphs that share one layout, such as the levels of a pyramid.
struct ReportGraph {
    std::string title;
    std::vector<Point> positions = {};  ///< y points up
    std::vector<DrawnLevel> levels = {};
    std::vector<double> epsilons = {};  ///< thresholds to choose from, ascending: lighter edges are hidden; empty if none
    double epsilon = 0;                 ///< the threshold to begin with
    int first_level = 0;                ///< the level to begin with, an index into levels
    std::vector<std::int32_t> names =
        {};  ///< number of the node at each position, if the input is not drawn; the first level loses light edges then
};

/// A matrix shown as a picture, such as an adjacency matrix.
struct ReportMatrix {
    std::string title;
    int rows = 0;
    int columns = 0;
    std::vector<float> values = {};              ///< row after row
    std::vector<std::string> row_names = {};     ///< one for each row, or none; with names, cells show their values
    std::vector<std::string> column_names = {};  ///< one for each column, or none
};

/// A table of words and numbers that are already text.
struct TextTable {
    std::string title;
    std::vector<std::string> columns = {};
    std::vector<std::vector<std::string>> rows = {};  ///< a cell for each column
    std::string note = {};
};

/// How our result relates to the paper's.
enum class Agreement : std::uint8_t {
    agrees,
    differs,
    beyond_the_paper,  ///< the paper has nothing to compare with
    missing,           ///< not made
};

/// One comparison that a verdict rests on.
struct Criterion {
    std::string compared;  ///< what with what, and how far it may be off: "all curves end within 0.05 of one half (our limit)"
    std::string seen;      ///< our number
    bool holds = false;
};

struct Verdict {
    Agreement agreement = Agreement::beyond_the_paper;
    std::string words;                     ///< one sentence with the number that says so
    std::vector<Criterion> criteria = {};  ///< "agrees" needs all of them
};

/// Agrees if every criterion holds, differs otherwise.
[[nodiscard]] Verdict verdict_by(std::vector<Criterion> criteria, std::string words);

/// Throw InvalidInput, naming the part, if lengths differ or a number points outside its list.
void check_part(const ReportChart& chart);
void check_part(const ReportGraph& graph);
void check_part(const ReportMatrix& matrix);
void check_part(const TextTable& table);

template <typename Part>
void check_parts(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
        check_part(part);
    }
}

}  // namespace ndpool
