#include "ndpool/distributed/calibration.hpp"

#include <cmath>
#include <utility>

namespace ndpool {

namespace {

// More than pyramid/ndp/lean/lean_calibration.cpp has, because large levels are not measured afterwards. On road:1000000 the
// third level had eigenvalues 0.8 % too large with 4 and 4, 0.3 % with 8 and 12, 0.1 % with 8 and 24; 16 sweeps change nothing
// more.
constexpr int sweeps = 8;
constexpr int smoothing = 24;

double mean_quotient(const std::array<double, 4>& above, const std::array<double, 4>& below) {
    double sum = 0;
    for (std::size_t k = 0; k < below.size(); ++k) {
        sum += below[k] > 0 ? above[k] / below[k] : 1.0;
    }
    return sum / static_cast<double>(below.size());
}

SliceVectors with_ghosts(const GraphSlice& slice, std::span<const NodeValues> own) {
    SliceVectors vectors(static_cast<std::size_t>(slice.here_count()));
    std::copy(own.begin(), own.end(), vectors.begin() + slice.first_own());
    slice.share(vectors);
    return vectors;
}

std::vector<NodeValues> own_part(const GraphSlice& slice, const SliceVectors& vectors) {
    return {vectors.begin() + slice.first_own(), vectors.begin() + slice.end_own()};
}

std::vector<NodeValues> values_at(const GraphSlice& slice, const SliceVectors& vectors, std::span<const NodeId> nodes) {
    std::vector<NodeValues> values;
    for (const NodeId node : nodes) {
        values.push_back(vectors[slice.first_own() + (node - slice.begin())]);
    }
    return values;
}

/// The rows of the level before that this rank takes: between its first kept node and that of the next rank, so that
/// vectors stay where they are.
RowRange range_before(const Ranks& ranks, const std::vector<NodeId>& pool, std::int64_t nodes_before) {
    const std::vector<std::int64_t> firsts = ranks.all(pool.empty() ? std::int64_t{-1} : std::int64_t{pool.front()});
    const auto begin_of = [&](int rank) {
        if (rank == 0) {
            return std::int64_t{0};
        }
        for (auto r = static_cast<std::size_t>(rank); r < firsts.size(); ++r) {
            if (firsts[r] >= 0) {
                return firsts[r];
            }
        }
        return nodes_before;
    };
    return {begin_of(ranks.rank()), begin_of(ranks.rank() + 1)};
}

/// As ascend in pyramid/ndp/lean/lean_calibration.cpp: replaces vectors of a level by vectors on the level before, and returns
/// the factor by which the level is too soft. The level is freed as soon as it can be.
double ascend(GraphSlice level, const GraphSlice& finer, std::span<const NodeId> pool, std::vector<NodeValues>& vectors) {
    auto here = energies(level, with_ghosts(level, vectors));
    SliceVectors on_finer = extended(finer, pool, vectors, sweeps);
    const double settled_here = mean_quotient(energies(finer, on_finer), here);
    smooth(finer, on_finer, smoothing);
    vectors = values_at(finer, on_finer, pool);
    here = energies(level, with_ghosts(level, vectors));
    level = {};
    const SliceVectors again = extended(finer, pool, vectors, sweeps);
    const double settled_before = mean_quotient(energies(finer, again), here);
    vectors = own_part(finer, on_finer);
    return std::sqrt(settled_here * settled_before);
}

}  // namespace

std::vector<double> level_factors(const Ranks& ranks, const SliceInput& input, const LevelStore& store,
                                  const std::vector<NodeValues>& modes) {
    int last = 0;
    for (const StoredLevelFacts& facts : store.levels()) {
        last = facts.small ? last : facts.number;
    }
    std::vector<double> factors(static_cast<std::size_t>(last), 1.0);
    if (last == 0 || ranks.sum(modes.empty() ? 0 : 1) == 0) {
        return factors;
    }
    RowRange range = own_range(ranks, store.graph_file(last));
    std::vector<NodeValues> vectors = ranks.scattered(modes, static_cast<std::size_t>(range.second - range.first));
    GraphSlice level(ranks, read_rows(ranks, store.graph_file(last), range));
    for (int number = last; number > 0; --number) {
        std::vector<NodeId> pool;
        ranks.together([&] { pool = read_numbers<NodeId>(store.pool_file(number), range); });
        const std::int64_t nodes_before =
            number > 1 ? store.levels()[static_cast<std::size_t>(number) - 2].nodes : input_node_count(ranks, input);
        range = range_before(ranks, pool, nodes_before);
        GraphSlice finer(ranks,
                         number > 1 ? read_rows(ranks, store.graph_file(number - 1), range) : rows_of(ranks, input, range));
        factors[static_cast<std::size_t>(number) - 1] = ascend(std::move(level), finer, pool, vectors);
        level = std::move(finer);
    }
    double scale = 1;
    for (double& factor : factors) {
        scale *= factor;
        factor = scale;
    }
    return factors;
}

}  // namespace ndpool
