#include "ndpool/learn/data/unique_graphs.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "ndpool/base/seed.hpp"

namespace ndpool {

namespace {

using Colour = std::uint64_t;

Colour mixed(Colour a, Colour b) {
    return Seed(a).child("colour", b).value();
}

/// A graph whose nodes and edges have a number each that an isomorphism must keep.
struct ColouredGraph {
    const Graph* graph;
    std::vector<Colour> nodes;
    std::vector<Colour> entries;  ///< one per stored entry of the adjacency matrix
};

ColouredGraph coloured(const Dataset& dataset, std::size_t g, SameGraph same, std::size_t first_node, std::size_t first_entry) {
    const Graph& graph = dataset.graphs[g];
    ColouredGraph result{&graph, std::vector<Colour>(static_cast<std::size_t>(graph.node_count()), 1), {}};
    const bool labelled = same == SameGraph::labels;
    const auto with_row = [&](Colour colour, const auto& table, std::size_t row) {
        for (std::size_t c = 0; labelled && c < table.columns; ++c) {
            using Number = std::decay_t<decltype(table.values[0])>;
            if constexpr (std::is_same_v<Number, double>) {
                colour = mixed(colour, std::bit_cast<std::uint64_t>(table.row(row)[c] + 0.0));  // one zero only
            } else {
                colour = mixed(colour, static_cast<std::uint64_t>(table.row(row)[c]));
            }
        }
        return colour;
    };
    for (std::size_t node = 0; node < result.nodes.size(); ++node) {
        result.nodes[node] =
            with_row(with_row(1, dataset.node_labels, first_node + node), dataset.node_attributes, first_node + node);
    }
    const std::vector<double>& weights = graph.adjacency().values;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const Colour colour = mixed(2, std::bit_cast<std::uint64_t>(weights[k]));
        result.entries.push_back(
            with_row(with_row(colour, dataset.edge_labels, first_entry + k), dataset.edge_attributes, first_entry + k));
    }
    return result;
}

std::size_t distinct_count(std::vector<Colour> colours) {
    std::sort(colours.begin(), colours.end());
    return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

/// Rounds of the Weisfeiler-Lehman test until no colour class is split any more.
std::vector<Colour> refined(const ColouredGraph& in, std::vector<Colour> colours) {
    const SparseMatrix& adjacency = in.graph->adjacency();
    std::size_t classes = distinct_count(colours);
    while (true) {
        std::vector<Colour> next(colours.size());
        std::vector<Colour> around;
        for (std::size_t node = 0; node < colours.size(); ++node) {
            around.clear();
            for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
                around.push_back(mixed(in.entries[k], colours[adjacency.indices[k]]));
            }
            std::sort(around.begin(), around.end());
            next[node] = colours[node];
            for (const Colour colour : around) {
                next[node] = mixed(next[node], colour);
            }
        }
        colours = std::move(next);
        const std::size_t now = distinct_count(colours);
        if (now == classes) {
            return colours;
        }
        classes = now;
    }
}

std::vector<Colour> sorted(std::vector<Colour> colours) {
    std::sort(colours.begin(), colours.end());
    return colours;
}

/// Whether mapping nodes of equal colours, all of which differ within a graph, keeps every edge.
bool is_isomorphism(const ColouredGraph& a, const std::vector<Colour>& a_colours, const ColouredGraph& b,
                    const std::vector<Colour>& b_colours) {
    std::map<Colour, NodeId> node_of;
    for (std::size_t node = 0; node < b_colours.size(); ++node) {
        node_of[b_colours[node]] = static_cast<NodeId>(node);
    }
    const SparseMatrix& adjacency = a.graph->adjacency();
    const SparseMatrix& other = b.graph->adjacency();
    for (std::size_t node = 0; node < a_colours.size(); ++node) {
        const NodeId image = node_of.at(a_colours[node]);
        if (a.nodes[node] != b.nodes[image]) {
            return false;
        }
        for (EntryIndex k = adjacency.offsets[node]; k < adjacency.offsets[node + 1]; ++k) {
            const NodeId neighbor = node_of.at(a_colours[adjacency.indices[k]]);
            const auto begin = other.indices.begin() + other.offsets[image];
            const auto end = other.indices.begin() + other.offsets[image + 1];
            const auto found = std::lower_bound(begin, end, neighbor);
            if (found == end || *found != neighbor || b.entries[found - other.indices.begin()] != a.entries[k]) {
                return false;
            }
        }
    }
    return true;
}

/// A node of the smallest colour class of several nodes; none if all colours differ.
std::optional<std::size_t> node_to_individualise(const std::vector<Colour>& colours) {
    std::map<Colour, std::pair<std::size_t, std::size_t>> classes;  // size, first node
    for (std::size_t node = 0; node < colours.size(); ++node) {
        auto& [size, first] = classes.try_emplace(colours[node], 0, node).first->second;
        ++size;
    }
    std::optional<std::pair<std::size_t, std::size_t>> smallest;
    for (const auto& [colour, size_and_node] : classes) {
        if (size_and_node.first > 1 && (!smallest || size_and_node < *smallest)) {
            smallest = size_and_node;
        }
    }
    return smallest ? std::optional(smallest->second) : std::nullopt;
}

/// Both colourings are refined.
bool are_isomorphic(const ColouredGraph& a, const std::vector<Colour>& a_colours, const ColouredGraph& b,
                    const std::vector<Colour>& b_colours) {
    if (sorted(a_colours) != sorted(b_colours)) {
        return false;
    }
    const std::optional<std::size_t> node = node_to_individualise(a_colours);
    if (!node) {
        return is_isomorphism(a, a_colours, b, b_colours);
    }
    const Colour own = a_colours[*node];
    std::vector<Colour> a_next = a_colours;
    a_next[*node] = mixed(own, 3);
    a_next = refined(a, std::move(a_next));
    for (std::size_t image = 0; image < b_colours.size(); ++image) {
        if (b_colours[image] == own) {
            std::vector<Colour> b_next = b_colours;
            b_next[image] = mixed(own, 3);
            if (are_isomorphic(a, a_next, b, refined(b, std::move(b_next)))) {
                return true;
            }
        }
    }
    return false;
}

template <typename Number>
void append_rows_of(const Table<Number>& from, std::size_t first, std::size_t last, Table<Number>& to) {
    to.columns = from.columns;
    to.values.insert(to.values.end(), from.values.begin() + static_cast<std::ptrdiff_t>(first * from.columns),
                     from.values.begin() + static_cast<std::ptrdiff_t>(last * from.columns));
}

}  // namespace

std::vector<std::size_t> first_same_graphs(const Dataset& dataset, SameGraph same, const Parallel& parallel) {
    const std::size_t count = dataset.graphs.size();
    std::vector<std::size_t> first(count);
    if (same == SameGraph::never) {
        for (std::size_t g = 0; g < count; ++g) {
            first[g] = g;
        }
        return first;
    }
    const std::vector<std::size_t> nodes = node_offsets(dataset);
    const std::vector<std::size_t> entries = entry_offsets(dataset);
    std::vector<ColouredGraph> graphs(count);
    std::vector<std::vector<Colour>> colours(count);
    parallel_for(count, parallel, [&](std::size_t g) {
        graphs[g] = coloured(dataset, g, same, nodes[g], entries[g]);
        colours[g] = refined(graphs[g], graphs[g].nodes);
    });
    std::map<std::vector<Colour>, std::vector<std::size_t>> alike;  // graphs that are none the same, by their colours
    for (std::size_t g = 0; g < count; ++g) {
        std::vector<std::size_t>& candidates = alike[sorted(colours[g])];
        const auto found = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t other) {
            return are_isomorphic(graphs[g], colours[g], graphs[other], colours[other]);
        });
        first[g] = found == candidates.end() ? g : *found;
        if (found == candidates.end()) {
            candidates.push_back(g);
        }
    }
    return first;
}

Dataset without_copies(const Dataset& dataset, SameGraph same, const Parallel& parallel) {
    const std::vector<std::size_t> first = first_same_graphs(dataset, same, parallel);
    const std::vector<std::size_t> nodes = node_offsets(dataset);
    const std::vector<std::size_t> entries = entry_offsets(dataset);
    Dataset result;
    result.name = dataset.name;
    for (std::size_t g = 0; g < first.size(); ++g) {
        if (first[g] != g) {
            continue;
        }
        result.graphs.push_back(dataset.graphs[g]);
        if (!dataset.graph_labels.empty()) {
            result.graph_labels.push_back(dataset.graph_labels[g]);
        }
        if (!dataset.graph_split.empty()) {
            result.graph_split.push_back(dataset.graph_split[g]);
        }
        if (!dataset.graph_attributes.empty()) {
            append_rows_of(dataset.graph_attributes, g, g + 1, result.graph_attributes);
        }
        append_rows_of(dataset.node_labels, nodes[g], nodes[g + 1], result.node_labels);
        append_rows_of(dataset.node_attributes, nodes[g], nodes[g + 1], result.node_attributes);
        append_rows_of(dataset.edge_labels, entries[g], entries[g + 1], result.edge_labels);
        append_rows_of(dataset.edge_attributes, entries[g], entries[g + 1], result.edge_attributes);
    }
    return result;
}

}  // namespace ndpool
