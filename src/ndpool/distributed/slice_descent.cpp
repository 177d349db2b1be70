#include "ndpool/distributed/slice_descent.hpp"

#include <utility>

#include "ndpool/base/seed.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/distributed/shared_file.hpp"
#include "ndpool/distributed/slice_cut.hpp"
#include "ndpool/distributed/slice_reduction.hpp"

namespace ndpool {

namespace {

constexpr int first_smoothing = 8;
constexpr int further_smoothing = 2;
constexpr double nonzeros_per_node = 11.5;  // as LeanOptions has it
constexpr int longest_dropped_row = 96;

/// A level in memory.
struct LevelAtHand {
    GraphSlice slice;
    SliceVectors vectors;
};

SliceVectors vectors_here(const GraphSlice& slice, std::span<const NodeValues> own) {
    SliceVectors vectors(static_cast<std::size_t>(slice.here_count()));
    std::copy(own.begin(), own.end(), vectors.begin() + slice.first_own());
    slice.share(vectors);
    return vectors;
}

LevelAtHand first_level(const Ranks& ranks, const SliceInput& input, std::uint64_t seed) {
    LevelAtHand at{GraphSlice(ranks, rows_of(ranks, input)), {}};
    require_symmetric(at.slice, input.name);
    at.vectors = random_vectors(at.slice, seed);
    smooth(at.slice, at.vectors, first_smoothing);
    centre_and_normalise(at.slice, at.vectors);
    return at;
}

LevelAtHand resumed_level(const Ranks& ranks, const LevelStore& store) {
    const int number = store.levels().back().number;
    const RowRange range = own_range(ranks, store.graph_file(number));
    OwnRows rows = read_rows(ranks, store.graph_file(number), range);
    std::vector<NodeValues> own;
    ranks.together([&] {
        rows.names = read_numbers<NodeId>(store.nodes_file(number), range);
        own = read_numbers<NodeValues>(store.vectors_file(number), range);
    });
    LevelAtHand at{GraphSlice(ranks, std::move(rows)), {}};
    at.vectors = vectors_here(at.slice, own);
    return at;
}

void store_level(const LevelStore& store, const Ranks& ranks, int number, const SliceReduction& reduction) {
    write_rows(ranks, store.graph_file(number), reduction.rows);
    write_numbers_of_all<NodeId>(ranks, store.pool_file(number), reduction.pool);
    write_numbers_of_all<NodeId>(ranks, store.nodes_file(number), reduction.rows.names);
    write_numbers_of_all<NodeValues>(ranks, store.vectors_file(number), reduction.vectors);
}

StoredLevelFacts facts_of(const Ranks& ranks, int number, const SliceCut& cut, const SliceReduction& reduction,
                          std::int64_t components) {
    StoredLevelFacts facts;
    facts.number = number;
    facts.nodes = ranks.sum(reduction.rows.count());
    facts.entries = ranks.sum(reduction.rows.offsets.back());
    facts.loops = self_loop_count(ranks, reduction.rows);
    facts.edges_before_sparsify = (reduction.entries_before_thinning - facts.loops) / 2 + facts.loops;
    facts.components = components;
    facts.cut_fraction = cut.fraction;
    facts.origin = name_of(cut.two_coloured ? CutOrigin::bipartite_exact : CutOrigin::sdp);
    return facts;
}

/// Reduces the level at hand to the next one, and stores that.
void add_level(const Ranks& ranks, LevelAtHand& at, const DistributedOptions& options, std::uint64_t seed, LevelStore& store,
               const DistributedProgress& progress) {
    const int number = store.levels().empty() ? 1 : store.levels().back().number + 1;
    LevelReport report;
    report.ghosts = ranks.sum(at.slice.ghost_count());
    report.nodes_before = static_cast<double>(at.slice.nodes_in_all());
    report.exchanges = ranks.traffic().exchanges;
    Stopwatch watch;
    const SliceComponents components = components_of(at.slice);
    const SliceCut cut = cut_slice(at.slice, components,
                                   {.keep = options.ndp.cut.keep == KeptSide::first ? KeptSide::cheaper : options.ndp.cut.keep,
                                    .longest_dropped_row = longest_dropped_row},
                                   Seed(seed).child("cut", static_cast<std::uint64_t>(number)).value());
    const double cut_seconds = watch.lap();
    SliceReduction reduction =
        reduce_slice(std::move(at.slice), cut, std::move(at.vectors), nonzeros_per_node, longest_dropped_row);
    StoredLevelFacts facts = facts_of(ranks, number, cut, reduction, components.count);
    // The vectors are smoothed on the new level before it is stored: a run that resumes has them as they were.
    std::vector<NodeId> pool = std::move(reduction.pool);
    at.slice = GraphSlice(ranks, std::move(reduction.rows));
    at.vectors = vectors_here(at.slice, reduction.vectors);
    smooth(at.slice, at.vectors, further_smoothing);
    centre_and_normalise(at.slice, at.vectors);
    facts.seconds = {0, cut_seconds, watch.lap(), 0};
    report.exchanges = ranks.traffic().exchanges - report.exchanges;
    report.rounds = reduction.rounds;
    report.level = summary_of(facts);
    SliceReduction stored;
    stored.pool = std::move(pool);
    stored.vectors.assign(at.vectors.begin() + at.slice.first_own(), at.vectors.begin() + at.slice.end_own());
    stored.rows = at.slice.copied_rows();
    store_level(store, ranks, number, stored);
    store.add(facts);
    if (progress) {
        progress(report);
    }
}

/// Whether a graph has edges besides self-loops, so that it can shrink.
bool has_edges(const GraphSlice& slice) {
    std::int64_t edges = 0;
    for (NodeId node = slice.first_own(); node < slice.end_own() && edges == 0; ++node) {
        edges = slice.end_entry(node) - slice.first_entry(node) > 1 ||
                        (slice.end_entry(node) > slice.first_entry(node) && slice.to(slice.first_entry(node)) != node)
                    ? 1
                    : 0;
    }
    return slice.ranks().sum(edges) > 0;
}

}  // namespace

void descend(const Ranks& ranks, const SliceInput& input, const DistributedOptions& options, LevelStore& store,
             const DistributedProgress& progress) {
    if (!store.levels().empty() && (store.levels().back().small || store.levels().back().nodes <= options.gather_below)) {
        return;
    }
    const std::uint64_t seed = Seed(options.seed).child("distributed").value();
    LevelAtHand at =
        store.levels().empty() ? first_level(ranks, input, Seed(seed).child("vectors").value()) : resumed_level(ranks, store);
    while (at.slice.nodes_in_all() > options.gather_below && has_edges(at.slice)) {
        add_level(ranks, at, options, seed, store, progress);
    }
}

}  // namespace ndpool
