#include "ndpool/distributed/small_levels.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string_view>

#include "ndpool/graph/components.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/ndp/lean/low_mode_vectors.hpp"

namespace ndpool {

namespace {

constexpr NodeId deep_enough = 1000;  ///< the calibration takes the modes of a level of about this size

template <typename Number>
void write_raw(const std::filesystem::path& path, const std::vector<Number>& numbers) {
    write_file(path, std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)));
}

/// The pyramid of the gathered level, with all its levels: at least as many as the options ask for, and down to one whose modes
/// can be found.
Pyramid pyramid_of(Graph graph, const NdpOptions& options, int levels_above, Seed seed) {
    NdpOptions below = options;
    below.measure = options.measure == Measuring::never ? Measuring::never : Measuring::always;
    below.until_nodes = options.until_nodes > 0 ? std::min(options.until_nodes, deep_enough) : deep_enough;
    below.exactly_nodes = 0;
    Pyramid pyramid = ndp_pyramid(graph, below, seed);
    const int asked_for = options.until_nodes > 0 || options.levels.empty() ? 0 : options.levels.back() - levels_above;
    if (static_cast<int>(pyramid.levels.size()) < asked_for) {
        below.until_nodes = 0;
        below.levels.resize(static_cast<std::size_t>(asked_for));
        std::iota(below.levels.begin(), below.levels.end(), 1);
        pyramid = ndp_pyramid(std::move(graph), below, seed);
    }
    return pyramid;
}

void store_small_level(const LevelStore& store, const Level& level, int number, const std::vector<NodeId>& names) {
    write_graph(level.graph, store.graph_file(number), Format::ndg);
    write_raw(store.pool_file(number), level.pool);
    std::vector<NodeId> nodes(level.nodes.size());
    std::transform(level.nodes.begin(), level.nodes.end(), nodes.begin(), [&](NodeId node) { return names[node]; });
    write_raw(store.nodes_file(number), nodes);
}

StoredLevelFacts facts_of(const Level& level, int number) {
    StoredLevelFacts facts;
    facts.number = number;
    facts.nodes = level.graph.node_count();
    facts.entries = level.graph.entry_count();
    facts.loops = level.graph.self_loop_count();
    facts.edges_before_sparsify = level.edges_before_sparsify;
    facts.components = level.components;
    facts.vanished_components = level.cut.vanished_components;
    facts.cut_fraction = level.cut.fraction;
    facts.upper_bound = level.cut.upper_bound;
    facts.origin = level.cut.origin;
    facts.seconds = level.seconds;
    facts.small = true;
    return facts;
}

std::string bytes_of(const SmoothVectors& vectors) {
    return {reinterpret_cast<const char*>(vectors.values.data()), vectors.values.size() * sizeof(NodeValues)};
}

}  // namespace

std::vector<NodeValues> add_small_levels(const Ranks& ranks, const DistributedOptions& options, LevelStore& store) {
    const auto large =
        std::find_if(store.levels().rbegin(), store.levels().rend(), [](const StoredLevelFacts& facts) { return !facts.small; });
    const int last = large->number;
    const std::int64_t nodes = large->nodes;
    const std::filesystem::path modes_file = store.folder() / "modes";
    const bool is_done = store.levels().back().small;
    std::vector<StoredLevelFacts> added;
    std::string modes;
    ranks.together([&] {
        if (!ranks.is_first() || is_done) {
            return;
        }
        const std::vector<NodeId> names = read_numbers<NodeId>(store.nodes_file(last), {0, nodes});
        const Pyramid pyramid = pyramid_of(read_graph(store.graph_file(last)), options.ndp, last,
                                           Seed(options.seed).child("gathered", static_cast<std::uint64_t>(last)));
        for (const Level& level : pyramid.levels) {
            const int number = last + level.number;
            store_small_level(store, level, number, names);
            added.push_back(facts_of(level, number));
        }
        write_file(modes_file, bytes_of(low_mode_vectors(pyramid)));
    });
    if (!is_done) {
        store.add_of_first(added);
    }
    std::vector<NodeValues> vectors;
    ranks.together([&] {
        std::error_code ignored;
        if (ranks.is_first() && std::filesystem::exists(modes_file, ignored) && std::filesystem::file_size(modes_file) > 0) {
            vectors = read_numbers<NodeValues>(modes_file, {0, nodes});
        }
    });
    return vectors;
}

}  // namespace ndpool
