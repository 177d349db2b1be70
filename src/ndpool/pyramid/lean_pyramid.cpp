#include "ndpool/pyramid/lean_pyramid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ndpool/base/stopwatch.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/pyramid/low_modes.hpp"
#include "ndpool/pyramid/mode_energy.hpp"

namespace ndpool {

namespace {

constexpr NodeId exact_below = 1200;
constexpr NodeId exact_below_sampled = 3000;
constexpr NodeId rich_below = 20000;  ///< levels are made from richer graphs than those that are returned
constexpr int first_smoothing = 15;
constexpr int further_smoothing = 8;
constexpr double expander_roughness = 0.12;
constexpr double hub_spread = 2.5;
constexpr double small_level_share = 1.03;  ///< few nodes need each of their edges; nothing is kept for want of a detour there

/// How a graph of so many nodes is reduced: large ones quickly, smaller ones with more care, because what is lost there shows at
/// all levels below.
LeanOptions options_for(NodeId nodes, LeanOptions options) {
    if (nodes > rich_below) {
        options.least_strength_within = 1;
    } else {
        options.entries_a_node *= 2;
        options.sampled_entries *= 3;
        options.least_strength /= 3;
    }
    return options;
}

double squared_lengths(const Graph& graph, std::span<const NodeId> nodes) {
    double sum = 0;
    for (const NodeId node : nodes) {
        const auto length = static_cast<double>(graph.neighbors(node).size());
        sum += length * length;
    }
    return sum;
}

/// Exchanges the sides of components where dropping what is kept makes much less fill.
Cut keep_long_rows(const Graph& graph, Cut cut) {
    constexpr double worth_it = 2;
    if (squared_lengths(graph, cut.dropped) <= worth_it * squared_lengths(graph, cut.kept)) {
        return cut;  // where single components would gain, the whole hardly would
    }
    const Components components = connected_components(graph);
    std::vector<double> cost_now(static_cast<std::size_t>(components.count()), 0);
    std::vector<double> cost_exchanged(cost_now);
    Sides sides(static_cast<std::size_t>(graph.node_count()), 1);
    for (const NodeId node : cut.dropped) {
        sides[node] = -1;
    }
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto length = static_cast<double>(graph.neighbors(node).size());
        (sides[node] < 0 ? cost_now : cost_exchanged)[components.label[node]] += length * length;
    }
    cut.kept.clear();
    cut.dropped.clear();
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const NodeId component = components.label[node];
        const bool exchange = cost_now[component] > worth_it * cost_exchanged[component];
        ((sides[node] > 0) != exchange ? cut.kept : cut.dropped).push_back(node);
    }
    return cut;
}

/// Whether all of a graph is made of isolated nodes, so that no level below it is smaller.
bool is_at_the_end(const Graph& graph) {
    return graph.entry_count() == graph.self_loop_count();
}

Level level_from(const Cut& cut, const Pyramid& pyramid) {
    Level level;
    level.number = static_cast<int>(pyramid.levels.size()) + 1;
    level.pool = cut.kept;
    level.nodes.reserve(cut.kept.size());
    for (const NodeId node : cut.kept) {
        level.nodes.push_back(pyramid.levels.empty() ? node : pyramid.levels.back().nodes[node]);
    }
    level.cut = {cut.fraction, cut.upper_bound, std::string(name_of(cut.origin)), cut.converged, cut.vanished_components};
    return level;
}

/// The way down. `working` are the graphs that the descent goes through, lean ones first, exact ones after them; what
/// is returned of small ones is thinner.
struct Descent {
    Pyramid pyramid;
    std::vector<Graph> working;
    std::size_t lean_levels = 0;
    LeanOptions lean;
    double contact_resistance = 0;  ///< that the nodes of the last lean level lack

    /// The working graph of a level; level 0 is the base.
    [[nodiscard]] const Graph& graph(std::size_t level) const { return level == 0 ? pyramid.base : working[level - 1]; }
    [[nodiscard]] const Graph& last() const { return graph(working.size()); }
    /// Whether a graph is small enough to be reduced exactly.
    [[nodiscard]] bool is_small(const Graph& graph) const {
        return graph.node_count() <= (lean.thinning == Thinning::sample ? exact_below_sampled : exact_below);
    }
};

void add_level(Descent& at, SmoothVectors& vectors, const LeanPyramidOptions& options, Seed seed) {
    const Graph& graph = at.last();
    LevelSeconds seconds;
    Stopwatch watch;
    const Cut cut = keep_long_rows(graph, cut_graph(graph, options.cut, seed.child("cut")));
    seconds.eigen = cut.eigen_seconds;
    seconds.cut = std::max(0.0, watch.lap() - cut.eigen_seconds);
    Level level = level_from(cut, at.pyramid);
    if (at.is_small(graph)) {
        at.working.push_back(kron_reduce(graph, cut, {.memory_limit = 0, .parallel = options.parallel}));
        level.edges_before_sparsify = at.working.back().edge_count();
    } else {
        LeanReduction reduction = lean_reduce(graph, cut, vectors, options_for(graph.node_count(), at.lean), seed.child("lean"));
        at.working.push_back(std::move(reduction.graph));
        level.edges_before_sparsify = reduction.edges_before_thinning;
        ++at.lean_levels;
        if (!vectors.values.empty()) {
            vectors = values_at(vectors, cut.kept);
            smooth(at.working.back(), vectors, further_smoothing, options.parallel);
        }
    }
    seconds.kron = watch.lap();
    level.seconds = seconds;
    at.pyramid.levels.push_back(std::move(level));
}

/// The lowest modes of the last lean level, on every lean level.
struct LevelModes {
    ModeVectors vectors;      ///< on the level, kept only where its weights are to be fitted to them
    EnergyMatrix here{};      ///< their energies on the level
    EnergyMatrix extended{};  ///< and on the level before, extended to it
};

/// Empty if the last lean level has no modes, as isolated nodes have none.
std::vector<LevelModes> extend_modes(const Descent& at, const Parallel& parallel) {
    ModeVectors vectors = vectors_of(low_modes(at.graph(at.lean_levels), ModeVectors::count));
    if (vectors.values.empty()) {
        return {};
    }
    std::vector<LevelModes> modes(at.lean_levels);
    for (std::size_t l = at.lean_levels; l > 0; --l) {
        const Graph& finer = at.graph(l - 1);
        modes[l - 1].here = energies(at.graph(l), vectors, parallel);
        ModeVectors next = extended(finer, at.pyramid.levels[l - 1].pool, vectors, parallel);
        modes[l - 1].extended = energies(finer, next, parallel);
        if (at.graph(l).node_count() <= rich_below) {
            modes[l - 1].vectors = std::move(vectors);
        }
        vectors = std::move(next);
        if (l > 1) {
            smooth(finer, vectors, {}, parallel);
        }
    }
    return modes;
}

/// Gives every lean level the energies of its modes on the level before: large ones by a common factor, the others
/// by fitting their weights. The exact levels follow by repeating their reductions.
void calibrate(Descent& at, const std::vector<LevelModes>& modes, const Parallel& parallel) {
    const std::vector<Level>& levels = at.pyramid.levels;
    double scale = 1;
    for (std::size_t l = 0; l < at.lean_levels; ++l) {
        Graph& graph = at.working[l];
        if (modes[l].vectors.values.empty()) {
            scale *= mean_ratio(modes[l].extended, modes[l].here);
            graph = std::move(graph).scaled_by(scale);
            continue;
        }
        const Graph& finer = at.graph(l);
        const EnergyMatrix wanted = energies(finer, extended(finer, levels[l].pool, modes[l].vectors, parallel), parallel);
        graph = match_energies(std::move(graph).scaled_by(mean_ratio(wanted, modes[l].here)), modes[l].vectors, wanted, parallel);
    }
    for (std::size_t l = at.lean_levels; l < at.working.size(); ++l) {
        at.working[l] = kron_reduce(at.graph(l), cut_keeping(at.graph(l), levels[l].pool));
    }
}

/// Lean levels are too stiff for what varies from node to node: a node lacks some of the resistance between it and everything
/// around it. Random values on the last lean level, extended to the base with the least energy, tell how much. It adds
/// to the inverse of every eigenvalue, which shows where levels are so small that even their lowest modes are rough.
double missing_contact_resistance(const Descent& at, Seed seed, const Parallel& parallel) {
    const Graph& last = at.graph(at.lean_levels);
    const ModeVectors rough = random_modes(last.node_count(), seed);
    ModeVectors vectors = rough;
    std::vector<NodeId> fixed_nodes(static_cast<std::size_t>(last.node_count()));
    std::iota(fixed_nodes.begin(), fixed_nodes.end(), 0);
    for (std::size_t l = at.lean_levels; l > 0; --l) {
        const std::vector<NodeId>& pool = at.pyramid.levels[l - 1].pool;
        const Graph& finer = at.graph(l - 1);
        vectors = extended(finer, pool, vectors, parallel);
        std::vector<std::uint8_t> fixed(static_cast<std::size_t>(finer.node_count()), 0);
        for (NodeId& node : fixed_nodes) {
            node = pool[node];
            fixed[node] = 1;
        }
        smooth(finer, vectors, fixed, parallel);
    }
    const double here = total_energy(energies(last, rough, parallel));
    const double on_base = total_energy(energies(at.pyramid.base, vectors, parallel));
    return std::max(0.0, (here * here / on_base - here) / squared_images(last, rough));
}

/// How much stiffer a graph is than what sampling left of it, for the smoothest vectors of the latter. Sampling is right on
/// average, but the lowest modes of what it leaves are those it was least kind to.
double sampling_loss(const Graph& working, const Graph& sampled, Seed seed, const Parallel& parallel) {
    constexpr int repetitions = 8;
    ModeVectors vectors = random_modes(sampled.node_count(), seed);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        smooth(sampled, vectors, {}, parallel);
        centre_and_normalise(vectors);
    }
    return mean_ratio(energies(working, vectors, parallel), energies(sampled, vectors, parallel));
}

/// Exact levels have edges between all nodes, most of them traces. They go at once unless something hangs on them.
Graph without_traces(const Graph& graph) {
    constexpr double trace = 1e-5;
    const std::vector<double> degree = degrees(graph);
    std::vector<Edge> edges = edges_of(graph);
    std::erase_if(edges, [&](const Edge& edge) {
        return edge.from != edge.to && edge.weight < trace * std::min(degree[edge.from], degree[edge.to]);
    });
    Graph screened = Graph::from_edges(graph.node_count(), edges);
    return component_count(screened) == component_count(graph) ? screened : graph;
}

/// The first of the modes as smooth vectors.
SmoothVectors smooth_vectors_of(const ModeVectors& modes) {
    SmoothVectors vectors;
    for (const auto& at : modes.values) {
        SmoothVectors::Values values;
        std::copy_n(at.begin(), SmoothVectors::count, values.begin());
        vectors.values.push_back(values);
    }
    return vectors;
}

double mean_quotient(std::span<const double> above, std::span<const double> below) {
    double sum = 0;
    for (std::size_t k = 0; k < below.size(); ++k) {
        sum += above[k] / below[k];
    }
    return sum / static_cast<double>(below.size());
}

/// Brings the lowest eigenvalues of a graph close to these: by a common factor, then, if its weights are not to stay as they
/// were drawn, half of the way for each mode, as the whole way would bring other modes down, and by a factor again.
Graph fitted_to(Graph graph, std::span<const double> eigenvalues, const LeanOptions& options) {
    const double factor = mean_quotient(eigenvalues, low_modes(graph, ModeVectors::count).values);
    graph = std::move(graph).scaled_by(factor);
    const LowModes now = low_modes(graph, ModeVectors::count);
    if (options.thinning == Thinning::sample || now.size() < ModeVectors::count) {
        return graph;
    }
    EnergyMatrix half{};
    for (std::size_t k = 0, m = 0; k < ModeVectors::count; m += ModeVectors::count - k, ++k) {
        half[m] = (1 + eigenvalues[k] / now.values[k]) / 2;
    }
    graph = match_energies(std::move(graph), vectors_of(now), half, options.parallel);
    const double last_factor = mean_quotient(eigenvalues, low_modes(graph, ModeVectors::count).values);
    return std::move(graph).scaled_by(last_factor);
}

/// Thins out a small graph, gives its lowest modes their energies back, and scales it to these eigenvalues.
Graph thinned_to(const Graph& working, const LowModes& modes, std::span<const double> eigenvalues, const LeanOptions& options,
                 Seed seed) {
    const ModeVectors vectors = vectors_of(modes);
    LeanOptions small = options;
    small.entries_a_node *= small_level_share;
    Graph thinned = thin_out(without_traces(working), smooth_vectors_of(vectors), small, seed);
    if (options.thinning != Thinning::sample) {
        const EnergyMatrix wanted = energies(working, vectors, options.parallel);
        thinned = match_energies(std::move(thinned), vectors, wanted, options.parallel);
    }
    return fitted_to(std::move(thinned), eigenvalues, options);
}

/// What is returned of the working graph of level l + 1.
Graph returned_graph(Descent& at, std::size_t l, const std::vector<LevelModes>& modes, Seed seed) {
    Graph& working = at.working[l];
    const bool samples = at.lean.thinning == Thinning::sample;
    const double entries = samples ? at.lean.sampled_entries : at.lean.entries_a_node;
    const bool has_modes = l < modes.size() && !modes[l].vectors.values.empty();
    const bool is_small = working.node_count() <= exact_below;
    if (static_cast<double>(working.entry_count()) <= entries * working.node_count() || (!samples && !is_small && !has_modes)) {
        return std::move(working);
    }
    if (is_small) {
        const LowModes lowest = low_modes(working, ModeVectors::count);
        std::vector<double> eigenvalues;
        for (const double value : lowest.values) {
            eigenvalues.push_back(value / (1 + (l < at.lean_levels ? 0.0 : at.contact_resistance * value)));
        }
        return thinned_to(working, lowest, eigenvalues, at.lean, seed);
    }
    if (samples) {
        Graph sampled = thin_out(working, {}, at.lean, seed);
        const double loss = sampling_loss(working, sampled, seed.child("loss"), at.lean.parallel);
        return std::move(sampled).scaled_by(loss);
    }
    const EnergyMatrix wanted = energies(working, modes[l].vectors, at.lean.parallel);
    Graph thinned = thin_out(working, smooth_vectors_of(modes[l].vectors), at.lean, seed);
    return match_energies(std::move(thinned), modes[l].vectors, wanted, at.lean.parallel);
}

void finish_levels(Descent& at, const std::vector<LevelModes>& modes, Seed seed) {
    for (std::size_t l = 0; l < at.working.size(); ++l) {
        Level& level = at.pyramid.levels[l];
        Stopwatch watch;
        level.graph = returned_graph(at, l, modes, seed.child("thin", l));
        level.components = component_count(level.graph);
        level.seconds.sparsify += watch.lap();
    }
}

/// Mean square of the row lengths over the square of their mean: near 1 on meshes, large where there are hubs.
double spread_of_lengths(const Graph& graph) {
    std::vector<NodeId> all(static_cast<std::size_t>(graph.node_count()));
    std::iota(all.begin(), all.end(), 0);
    const auto entries = static_cast<double>(graph.entry_count());
    return entries > 0 ? squared_lengths(graph, all) * graph.node_count() / (entries * entries) : 1;
}

/// Smooth vectors of the base, which also tell whether it is to be rerouted or sampled.
SmoothVectors first_vectors(Descent& at, const LeanPyramidOptions& options, Seed seed) {
    const Graph& graph = at.pyramid.base;
    SmoothVectors vectors = random_vectors(graph.node_count(), seed);
    smooth(graph, vectors, first_smoothing, options.parallel);
    if (options.choose_thinning) {
        const bool samples = roughness(graph, vectors) > expander_roughness || spread_of_lengths(graph) > hub_spread;
        at.lean.thinning = samples ? Thinning::sample : Thinning::reroute;
    }
    return at.lean.thinning == Thinning::reroute && !at.is_small(graph) ? vectors : SmoothVectors{};
}

/// A graph of isolated nodes has no smaller one: its last level is repeated.
void repeat_last_level(Pyramid& pyramid, int deepest) {
    while (static_cast<int>(pyramid.levels.size()) < deepest) {
        Level level;
        if (pyramid.levels.empty()) {
            level.graph = pyramid.base;
            level.components = pyramid.base.node_count();
            level.cut.origin = name_of(CutOrigin::trivial);
            level.nodes.resize(static_cast<std::size_t>(pyramid.base.node_count()));
            std::iota(level.nodes.begin(), level.nodes.end(), 0);
        } else {
            level = pyramid.levels.back();
        }
        level.number = static_cast<int>(pyramid.levels.size()) + 1;
        level.pool.resize(level.nodes.size());
        std::iota(level.pool.begin(), level.pool.end(), 0);
        level.edges_before_sparsify = level.graph.edge_count();
        level.seconds = {};
        pyramid.levels.push_back(std::move(level));
    }
}

}  // namespace

Pyramid lean_pyramid(Graph graph, const LeanPyramidOptions& options, Seed seed, const Progress& progress) {
    Descent at;
    at.pyramid.base = std::move(graph);
    at.lean = options.lean;
    at.lean.parallel = options.parallel;
    SmoothVectors vectors = first_vectors(at, options, seed.child("vectors"));
    const bool calibrates = at.lean.thinning == Thinning::reroute;
    const auto goes_on = [&] {
        const NodeId nodes = at.last().node_count();
        return static_cast<int>(at.working.size()) < options.deepest_level ||
               (options.until_nodes > 0 && nodes >= options.until_nodes) || (calibrates && nodes > exact_below);
    };
    const auto all = static_cast<std::size_t>(std::max(1.0, std::log2(std::max<double>(2, at.pyramid.base.node_count()))));
    while (!is_at_the_end(at.last()) && goes_on()) {
        if (progress) {
            progress("coarsening", std::min(at.working.size(), all - 1), all);
        }
        add_level(at, vectors, options, seed.child("level", at.working.size() + 1));
    }
    vectors = {};
    std::vector<LevelModes> modes;
    if (calibrates && at.lean_levels > 0 && at.graph(at.lean_levels).node_count() <= exact_below) {
        modes = extend_modes(at, options.parallel);
    }
    if (!modes.empty()) {
        calibrate(at, modes, options.parallel);
        if (at.working.size() > at.lean_levels) {
            at.contact_resistance = missing_contact_resistance(at, seed.child("contact"), options.parallel);
        }
    }
    finish_levels(at, modes, seed);
    repeat_last_level(at.pyramid, options.deepest_level);
    if (progress) {
        progress("coarsening", all, all);
    }
    return std::move(at.pyramid);
}

Pyramid bounding_pyramid(const Pyramid& pyramid, const LeanOptions& options) {
    Pyramid bounding{pyramid.base, {}};
    for (const Level& level : pyramid.levels) {
        const Graph& before = bounding.levels.empty() ? bounding.base : bounding.levels.back().graph;
        const Cut cut = cut_keeping(before, level.pool);
        Level next = level;
        next.graph = before.node_count() <= exact_below
                         ? kron_reduce(before, cut, {.memory_limit = 0, .parallel = options.parallel})
                         : lean_reduce(before, cut, {}, options, Seed()).graph;
        bounding.levels.push_back(std::move(next));
    }
    return bounding;
}

Pyramid with_levels(Pyramid pyramid, const std::vector<int>& numbers) {
    std::vector<Level> chosen;
    std::vector<NodeId> pool;  // of the level at hand in the last one that was chosen
    std::size_t next = 0;
    for (const int number : numbers) {
        for (; next < pyramid.levels.size() && pyramid.levels[next].number <= number; ++next) {
            Level& level = pyramid.levels[next];
            if (!pool.empty()) {
                for (NodeId& node : level.pool) {
                    node = pool[node];
                }
            }
            pool = level.pool;
            if (level.number == number) {
                chosen.push_back(std::move(level));
                pool.clear();
            }
        }
        if (chosen.empty() || chosen.back().number != number) {
            throw InvalidInput(fmt::format("levels: there is no level {} after the one before it", number));
        }
    }
    pyramid.levels = std::move(chosen);
    return pyramid;
}

}  // namespace ndpool
