#include "ndpool/io/tu/tu_parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/place.hpp"
#include "ndpool/io/tu/tu_files.hpp"
#include "ndpool/io/tu/tu_table.hpp"

namespace ndpool {

namespace {

/// The graph that each node belongs to. Graphs and nodes count from 0 here.
struct Indicator {
    std::vector<NodeId> graph_of;    ///< of each node
    std::vector<NodeId> first_node;  ///< of each graph, and the number of nodes at the end

    [[nodiscard]] NodeId graphs() const { return static_cast<NodeId>(first_node.size()) - 1; }
    [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(graph_of.size()); }
    [[nodiscard]] NodeId nodes_in(NodeId graph) const { return first_node[graph + 1] - first_node[graph]; }
};

const TuFile* find(const TuFiles& files, const std::string& key) {
    const auto found = files.find(key);
    return found == files.end() ? nullptr : &found->second;
}

const TuFile& require(const TuFiles& files, const std::string& name, const std::string& key) {
    const TuFile* const file = find(files, key);
    if (file == nullptr) {
        refuse(name, fmt::format("the data set has no {}_{}.txt, expected one", name, key));
    }
    return *file;
}

/// The number of graphs, which is the number of lines of the files about graphs; nothing if there are none: then the largest id
/// decides.
std::optional<std::size_t> stated_graphs(const TuFiles& files) {
    for (const char* const key : {"graph_labels", "graph_attributes", "split"}) {
        if (const TuFile* const file = find(files, key)) {
            return content_lines(*file);
        }
    }
    return std::nullopt;
}

Indicator read_indicator(const TuFile& file, std::optional<std::size_t> stated) {
    TextCursor cursor(file.text, file.place);
    const std::size_t lines = content_lines(file);
    const std::size_t most_graphs = stated.value_or(lines);
    (void)backed_node_count(static_cast<std::int64_t>(lines), lines, file.place);
    Indicator indicator;
    indicator.graph_of.reserve(lines);
    std::int64_t last = 1;
    while (cursor.next_content()) {
        const std::int64_t graph = cursor.integer("a graph id");
        if (graph < 1 || static_cast<std::uint64_t>(graph) > most_graphs) {
            cursor.refuse_here(fmt::format("graph {} is outside 1..{}, expected a graph that exists", graph, most_graphs));
        }
        if (graph < last) {
            cursor.refuse_here(fmt::format("graph {} comes after graph {}, expected ids that never fall", graph, last));
        }
        last = graph;
        indicator.graph_of.push_back(static_cast<NodeId>(graph - 1));
        cursor.end_line();
    }
    const std::size_t graphs = stated.value_or(indicator.graph_of.empty() ? 0 : static_cast<std::size_t>(last));
    indicator.first_node.assign(graphs + 1, 0);
    for (const NodeId graph : indicator.graph_of) {
        ++indicator.first_node[graph + 1];
    }
    std::partial_sum(indicator.first_node.begin(), indicator.first_node.end(), indicator.first_node.begin());
    return indicator;
}

std::vector<std::string> read_split(const TuFile* file, std::size_t graphs) {
    std::vector<std::string> split;
    if (file == nullptr) {
        return split;
    }
    TextCursor cursor(file->text, file->place);
    while (cursor.next_content()) {
        const TextCursor before = cursor;
        std::string_view word = cursor.take_line();
        word = word.substr(0, word.find_last_not_of(" \t") + 1);
        if (word != "train" && word != "val" && word != "test") {
            before.refuse_here(fmt::format("found {}, expected train, val or test", quoted(word)));
        }
        split.emplace_back(word);
    }
    if (split.size() != graphs) {
        cursor.refuse_here(fmt::format("there are {} lines, expected {}, one for each graph", split.size(), graphs));
    }
    return split;
}

/// One line of `A`. Nodes count from 0 over all graphs.
struct Line {
    NodeId graph;
    NodeId row;
    NodeId column;
};

Line read_line(TextCursor& cursor, const Indicator& indicator) {
    const NodeId row = cursor.node(1, indicator.nodes());
    cursor.skip_separator();
    const NodeId column = cursor.node(1, indicator.nodes());
    const NodeId graph = indicator.graph_of[row];
    if (graph != indicator.graph_of[column]) {
        cursor.refuse_here(fmt::format("node {} is in graph {} and node {} in graph {}, expected an edge within one graph",
                                       std::int64_t{row} + 1, std::int64_t{graph} + 1, std::int64_t{column} + 1,
                                       std::int64_t{indicator.graph_of[column]} + 1));
    }
    return {graph, row, column};
}

/// The number of lines of `A` for each graph: a graph can then be built, and its lines freed, as soon as the last of them was
/// read, in whatever order they come.
std::vector<std::size_t> lines_of_graphs(const TuFile& edges, const Indicator& indicator) {
    std::vector<std::size_t> lines(static_cast<std::size_t>(indicator.graphs()), 0);
    for (TextCursor cursor(edges.text, edges.place); cursor.next_content(); cursor.end_line()) {
        ++lines[read_line(cursor, indicator).graph];
    }
    return lines;
}

/// Whether `edge_attributes` are weights: they are if there is one number per edge.
bool holds_weights(const TuFile* file) {
    return file != nullptr && columns_in(*file) == 1;
}

/// The weights beside the lines of `A`, else 1 for each edge.
class EdgeWeights {
public:
    explicit EdgeWeights(const TuFile* file) {
        if (holds_weights(file)) {
            cursor_.emplace(file->text, file->place);
        }
    }
    double next() {
        if (!cursor_) {
            return 1.0;
        }
        cursor_->next_content();
        const double weight = cursor_->weight();
        cursor_->end_line();
        return weight;
    }

private:
    std::optional<TextCursor> cursor_;
};

/// The line of `A` with the k-th entry of a graph.
std::string place_of_line(const TuFile& edges, const Indicator& indicator, NodeId graph, std::size_t position) {
    TextCursor cursor(edges.text, edges.place);
    EntryFinder finder{cursor, position};
    for (; cursor.next_content(); cursor.end_line()) {
        const Line line = read_line(cursor, indicator);
        if (line.graph == graph && !finder({line.row, line.column})) {
            break;
        }
    }
    return finder.place;
}

void require_lines(const TuFile* file, std::size_t lines) {
    if (file != nullptr && content_lines(*file) != lines) {
        refuse(file->place,
               fmt::format("there are {} lines, expected {}, one for each line of the edges", content_lines(*file), lines));
    }
}

std::vector<Graph> read_graphs(const TuFile& edges, const TuFiles& files, const Indicator& indicator, Symmetrize how) {
    const std::vector<std::size_t> lines = lines_of_graphs(edges, indicator);
    const std::size_t all_lines = std::accumulate(lines.begin(), lines.end(), std::size_t{0});
    require_lines(find(files, "edge_labels"), all_lines);
    require_lines(find(files, "edge_attributes"), all_lines);
    EdgeWeights weights(find(files, "edge_attributes"));
    std::vector<Graph> graphs(lines.size());
    std::vector<EntryList> lists(lines.size());
    const auto finish = [&](NodeId graph) {
        lists[graph].nodes = indicator.nodes_in(graph);
        const EntryNaming naming{edges.place, std::int64_t{indicator.first_node[graph]} + 1,
                                 [&, graph](std::size_t k) { return place_of_line(edges, indicator, graph, k); }};
        graphs[graph] = assemble_graph(lists[graph], how, naming);
        lists[graph] = {};
    };
    for (NodeId graph = 0; graph < indicator.graphs(); ++graph) {
        if (lines[graph] == 0) {
            finish(graph);
        }
    }
    for (TextCursor cursor(edges.text, edges.place); cursor.next_content(); cursor.end_line()) {
        const auto [graph, row, column] = read_line(cursor, indicator);
        const NodeId first = indicator.first_node[graph];
        auto& entries = lists[graph].entries;
        if (entries.empty()) {
            entries.reserve(lines[graph]);
        }
        entries.push_back({row - first, column - first, weights.next()});
        if (entries.size() == lines[graph]) {
            finish(graph);
        }
    }
    return graphs;
}

/// The index of a stored entry among those of its graph; none if it is not stored because its weight is 0.
std::optional<std::size_t> entry_place(const Graph& graph, NodeId row, NodeId column) {
    const auto neighbors = graph.neighbors(row);
    const auto found = std::lower_bound(neighbors.begin(), neighbors.end(), column);
    if (found == neighbors.end() || *found != column) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(graph.adjacency().offsets[row] + (found - neighbors.begin()));
}

/// Brings a table with one row per line of `A` into the order of the graphs' stored entries. A line describes both directions
/// of its edge; if there are lines for both, they must be equal.
template <typename Number>
Table<Number> table_of_entries(const TuFile* file, const TuFile& edges, const Indicator& indicator, const Dataset& dataset) {
    if (file == nullptr) {
        return {};
    }
    const Table<Number> lines = read_table<Number>(file, content_lines(edges), "line of the edges");
    const std::vector<std::size_t> first_entry = entry_offsets(dataset);
    if (first_entry.back() == 0) {
        return {};  // all weights are 0, and a table without rows has no columns
    }
    Table<Number> table{lines.columns, std::vector<Number>(lines.columns * first_entry.back())};
    std::vector<bool> filled(first_entry.back(), false);
    std::size_t number = 0;
    for (TextCursor cursor(edges.text, edges.place); cursor.next_content(); cursor.end_line(), ++number) {
        const auto [graph, row, column] = read_line(cursor, indicator);
        const NodeId first = indicator.first_node[graph];
        for (const auto& [from, to] : {std::pair(row, column), std::pair(column, row)}) {
            const auto place = entry_place(dataset.graphs[graph], from - first, to - first);
            if (!place) {
                continue;
            }
            const std::size_t entry = first_entry[graph] + *place;
            const Number* const said = lines.row(number);
            Number* const kept = table.values.data() + entry * table.columns;
            if (const auto [a, b] = std::mismatch(said, said + table.columns, kept); filled[entry] && a != said + table.columns) {
                refuse(place_of_content(*file, number),
                       fmt::format("entry ({}, {}) is {} but entry ({}, {}) is {}, expected the same in both directions",
                                   std::int64_t{row} + 1, std::int64_t{column} + 1, *a, std::int64_t{column} + 1,
                                   std::int64_t{row} + 1, *b));
            }
            std::copy_n(said, table.columns, kept);
            filled[entry] = true;
        }
    }
    return table;
}

}  // namespace

Dataset parse_tu_dataset(std::string name, const TuFiles& files, Symmetrize how) {
    const TuFile& edges = require(files, name, "A");
    const Indicator indicator = read_indicator(require(files, name, "graph_indicator"), stated_graphs(files));
    const auto graphs = static_cast<std::size_t>(indicator.graphs());
    const auto nodes = static_cast<std::size_t>(indicator.nodes());
    Dataset dataset;
    dataset.name = std::move(name);
    auto labels = read_table<long>(find(files, "graph_labels"), graphs, "graph");
    if (labels.columns > 1) {
        refuse(find(files, "graph_labels")->place, fmt::format("there are {} labels a graph, expected 1", labels.columns));
    }
    dataset.graph_labels = std::move(labels.values);
    dataset.graph_attributes = read_table<double>(find(files, "graph_attributes"), graphs, "graph");
    dataset.graph_split = read_split(find(files, "split"), graphs);
    dataset.node_labels = read_table<long>(find(files, "node_labels"), nodes, "node");
    dataset.node_attributes = read_table<double>(find(files, "node_attributes"), nodes, "node");
    dataset.graphs = read_graphs(edges, files, indicator, how);
    dataset.edge_labels = table_of_entries<long>(find(files, "edge_labels"), edges, indicator, dataset);
    const TuFile* const attributes = find(files, "edge_attributes");
    dataset.edge_attributes =
        table_of_entries<double>(holds_weights(attributes) ? nullptr : attributes, edges, indicator, dataset);
    return dataset;
}

}  // namespace ndpool
