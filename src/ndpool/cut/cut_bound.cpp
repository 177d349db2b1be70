#include "ndpool/cut/cut_bound.hpp"

#include <algorithm>

#include "ndpool/base/enum_words.hpp"
#include "ndpool/cut/sdp/sdp_bound.hpp"

namespace ndpool {

namespace {

constexpr EnumWord<BoundSource> source_words[] = {
    {BoundSource::none, "none"},
    {BoundSource::largest_eigenvalue, "largest eigenvalue"},
    {BoundSource::semidefinite_dual, "semidefinite dual, rank 8 (Goemans-Williamson)"},
    {BoundSource::positive_weights, "positive weights"}};

// Limits of waiting time: a bound says how good a cut is and changes none. The dual takes about 75 CPU microseconds per node of a
// sensor network (3.1 s for 40,000 nodes, of which the cut takes 0.2 s), so 40 s at its limit. Automatic cuts of larger graphs
// are those of sdp alone: in results/gset.txt the spectral cut is larger on 3 of 36 graphs, by 0.14 % of the best known cut at
// most.
constexpr NodeId eigenvectors_up_to = 20000;
constexpr NodeId duals_up_to = 500000;

}  // namespace

std::string_view name_of(BoundSource source) {
    return word_of(source_words, source);
}

bool computes_eigenvector(CutMethod method, NodeId nodes) {
    switch (method) {
        case CutMethod::sdp:
        case CutMethod::tabu:
        case CutMethod::power: return false;
        case CutMethod::automatic: return nodes <= eigenvectors_up_to;
        default: return true;
    }
}

CutBound cut_bound(const Graph& graph, const Cut& cut, const CutOptions& options, Seed seed) {
    const NodeId nodes = graph.node_count();
    if (computes_eigenvector(options.method, nodes)) {
        return {cut.upper_bound, BoundSource::largest_eigenvalue, 2 * cut.upper_bound};
    }
    // Of automatic cuts of large graphs, small components have the bound of their eigenvalue.
    CutBound bound{cut.upper_bound, cut.upper_bound < 1 ? BoundSource::largest_eigenvalue : BoundSource::none, {}};
    if (nodes <= eigenvectors_up_to) {
        CutOptions random = options;
        random.method = CutMethod::random;  // a cut that costs nothing, for its bound
        bound.fraction = cut_graph(graph, random, seed.child("eigenvalue")).upper_bound;
        bound.source = BoundSource::largest_eigenvalue;
        bound.eigenvalue = 2 * bound.fraction;
    }
    if (options.method != CutMethod::power && nodes <= duals_up_to) {
        const double dual = semidefinite_bound(graph, seed.child("dual"), options.parallel);
        if (dual < bound.fraction) {
            bound.fraction = dual;
            bound.source = BoundSource::semidefinite_dual;
        }
    }
    bound.fraction = std::max(bound.fraction, cut.fraction);
    return bound;
}

CutBound cut_bound(const SignedGraph& /*graph*/, const Cut& cut, const CutOptions& /*options*/, Seed /*seed*/) {
    return {cut.upper_bound, BoundSource::positive_weights, {}};
}

}  // namespace ndpool
