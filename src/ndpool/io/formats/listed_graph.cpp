#include "ndpool/io/formats/listed_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

/// The number that each node gets by its id, if the ids are 0 to n - 1 and no label says more.
std::optional<std::vector<NodeId>> numbers_by_id(const std::vector<ListedNode>& nodes) {
    std::vector<NodeId> numbers(nodes.size());
    std::vector<bool> taken(nodes.size(), false);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& [id, label] = nodes[i];
        const bool counted = id == fmt::format("n{}", i);  // ids that igraph and Gephi generate
        const std::string_view digits = counted ? std::string_view(id).substr(1) : std::string_view(id);
        std::size_t number = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        const bool plain = error == std::errc() && stop == digits.data() + digits.size() && (digits == "0" || digits[0] != '0');
        if (!plain || number >= nodes.size() || taken[number] || (!label.empty() && label != id && label != digits)) {
            return std::nullopt;
        }
        taken[number] = true;
        numbers[i] = static_cast<NodeId>(number);
    }
    return numbers;
}

std::vector<std::string> names_of(const std::vector<ListedNode>& nodes) {
    std::vector<std::string> names;
    names.reserve(nodes.size());
    for (const ListedNode& node : nodes) {
        names.push_back(node.label.empty() ? node.id : node.label);
    }
    return names;
}

}  // namespace

std::string place_of_byte(std::string_view text, std::string_view file, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    return place_of(file, 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')));
}

double parse_weight(std::string_view word, const std::function<std::string()>& place) {
    double weight = 0;
    const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), weight);
    if (error != std::errc() || stop != digits.data() + digits.size() || !std::isfinite(weight) || weight < 0) {
        refuse(place(), fmt::format("the weight is {}, expected a finite number of at least 0", quoted(word)));
    }
    return weight;
}

NamedGraph assemble_listed(const ListedGraph& list, std::string_view text, std::string_view file, Symmetrize how) {
    const bool directed = std::any_of(list.edges.begin(), list.edges.end(), [](const ListedEdge& edge) { return edge.directed; });
    auto numbers = numbers_by_id(list.nodes);
    NamedGraph result;
    if (!numbers) {
        result.names = names_of(list.nodes);
        numbers.emplace(list.nodes.size());
        std::iota(numbers->begin(), numbers->end(), 0);
    }
    EntryList entries;
    entries.nodes = static_cast<NodeId>(list.nodes.size());
    entries.meaning = directed ? EntryMeaning::both_directions : EntryMeaning::each_edge_once;
    std::vector<std::size_t> offsets;
    for (const ListedEdge& edge : list.edges) {
        const NodeId from = (*numbers)[edge.source];
        const NodeId to = (*numbers)[edge.target];
        entries.entries.push_back({from, to, edge.weight});
        offsets.push_back(edge.offset);
        if (directed && !edge.directed && from != to) {
            entries.entries.push_back({to, from, edge.weight});
            offsets.push_back(edge.offset);
        }
    }
    const auto place = [&](std::size_t k) { return text.empty() ? std::string(file) : place_of_byte(text, file, offsets[k]); };
    result.graph = assemble_graph(entries, how, {std::string(file), 0, place});
    return result;
}

}  // namespace ndpool
